import { publicKeyFromSeed, whichKey } from '../key.ts'
import { montgomeryKey } from '../pin.ts'
import type { Credential, KeyRules } from './forms.ts'
import { phraseKind } from './phrase.ts'
import { credentialsOfText, credentialsOfValue } from './reader.ts'

const RULES: KeyRules = {
  isSeedPair: (seed, publicKey) => publicKeyFromSeed(seed) === publicKey,
  isSpendPair: (key, publicKey) => whichKey(key, publicKey) !== null,
  montgomery: (publicKey) => {
    try {
      return montgomeryKey(publicKey)
    } catch {
      return null
    }
  },
  isSameService: (computed, given) => computed === given,
  phrase: phraseKind,
  isPairNeeded: false,
}

/**
 * Everything that a pasted text or a file holds of what people call their keys, in order: keystores of every form in use, permissions,
 * spend keys, words. Nothing for a blank text. What is recognised and not usable is an entry `refused`, which names members and never
 * values. Never throws.
 */
export function readCredentials(text: string): Credential[] {
  return credentialsOfText(text, RULES)
}

/** The same of a file's text or of the parsed object, where legacy private keys are held to be whole pairs. */
export function readKeystores(source: unknown): Credential[] {
  const rules = { ...RULES, isPairNeeded: true }
  return typeof source === 'string' ? credentialsOfText(source, rules) : credentialsOfValue(source, rules)
}
