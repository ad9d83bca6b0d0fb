import type { Credential, KeyRules, KeystoreForm, RefusedCredential } from './forms.ts'
import { credentialsOfText } from './reader.ts'

/** What a credential is, without anything of it that is secret: for lists, and for what is said while something is typed. */
export type CredentialLook =
  | {
      readonly kind: 'session'
      readonly form: KeystoreForm
      readonly userId: string
      readonly hasSpendKey: boolean
      readonly hasTipKey: boolean
      readonly hasPin: boolean
      readonly ignored: readonly string[]
    }
  | { readonly kind: 'permission'; readonly appId: string }
  | { readonly kind: 'spend-key' | 'words' }
  | { readonly kind: 'messenger-words'; readonly count: 13 | 25 }
  | RefusedCredential

export function lookOf(credential: Credential): CredentialLook {
  switch (credential.kind) {
    case 'session': {
      const { kind, form, userId, spendKey, tipKey, pin, ignored } = credential
      return {
        kind,
        form,
        userId,
        hasSpendKey: spendKey !== null,
        hasTipKey: tipKey !== null,
        hasPin: pin !== null,
        ignored,
      }
    }
    case 'permission':
      return { kind: 'permission', appId: credential.keystore.appId }
    case 'spend-key':
    case 'words':
      return { kind: credential.kind }
    case 'messenger-words':
    case 'refused':
      return credential
  }
}

const KINDS: Readonly<Record<number, 'words' | 'messenger-words'>> = {
  13: 'messenger-words',
  24: 'words',
  25: 'messenger-words',
}

/** Takes for granted what only curves and the word list can tell; whoever keeps a key reads it with `readCredentials`. */
const SHAPES: KeyRules = {
  isSeedPair: () => true,
  isSpendPair: () => true,
  montgomery: (publicKey) => publicKey,
  isSameService: () => true,
  phrase: (words) => KINDS[words.length] ?? null,
  isPairNeeded: false,
}

/** A first look by the same rules, without curves and word lists: what is refused here is refused there too, but not the other way round. */
export const lookAtCredentials = (text: string): CredentialLook[] => credentialsOfText(text, SHAPES).map(lookOf)
