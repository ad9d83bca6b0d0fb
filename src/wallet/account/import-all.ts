import type { UserId } from '#contract/domain'
import { codeOf, reportOf } from '#contract/errors'
import type { AccountView, ImportResult } from '#contract/ipc'
import { type Credential, type Permission, readCredentials, readingsOfKey, type SessionCredential } from '#protocol'
import { type Brought, broughtOf, refusal } from './bringing.ts'
import type { Registered } from './registered.ts'

interface Importing {
  /** What the service says of the account that a session speaks for. */
  readonly ask: (brought: Brought) => Promise<Registered>
  readonly isHere: (account: UserId) => boolean
  readonly bring: (brought: Brought) => Promise<AccountView>
  readonly watch: (permission: Permission) => Promise<AccountView>
  readonly restore: (account: UserId, words: string) => Promise<AccountView>
}

interface Found {
  readonly source: number
  readonly credential: Credential
}

type Loose = Found & { readonly credential: Extract<Credential, { kind: 'spend-key' }> }

const isSession = (one: Found): one is Found & { readonly credential: SessionCredential } =>
  one.credential.kind === 'session'
const isLooseKey = (one: Found): one is Loose => one.credential.kind === 'spend-key'

/** Whether a key is the one that is registered; where none is named, only a lone key beside a lone account can be meant. */
function fits(key: string, { publicKey }: Registered, isLone: boolean): boolean {
  if (publicKey === null) return isLone
  const { seed, scalar } = readingsOfKey(key)
  return seed === publicKey || scalar === publicKey
}

/** Takes in all that several files hold, one thing after the other, and says of each what became of it. */
export async function importAll(
  sources: readonly { readonly text: string }[],
  parts: Importing,
): Promise<ImportResult[]> {
  const found = sources.flatMap(({ text }, source) =>
    readCredentials(text).map((credential) => ({ source, credential })),
  )
  const results = new Map<Found, ImportResult>()
  const note = (one: Found, result: Pick<ImportResult, 'outcome'> & Partial<ImportResult>): void => {
    results.set(one, { source: one.source, kind: one.credential.kind, account: null, problem: null, ...result })
  }
  const loose = found.filter(isLooseKey)
  const sessions = found.filter(isSession)
  const taken = new Map<Loose, AccountView>()

  for (const one of sessions) {
    try {
      const wasHere = parts.isHere(one.credential.userId as UserId) // the parser checked the uuid
      const bare = broughtOf(one.credential, one.credential.spendKey)
      const key = bare.spendKey === null ? await keyFor(bare) : undefined
      const account = await parts.bring(key === undefined ? bare : { ...bare, spendKey: key.credential.key })
      if (key !== undefined) taken.set(key, account)
      note(one, { outcome: wasHere ? 'renewed' : 'added', account })
    } catch (error) {
      note(one, { outcome: 'refused', problem: reportOf(error) })
    }
  }

  async function keyFor(bare: Brought): Promise<Loose | undefined> {
    if (loose.length === 0) return undefined
    const said = await parts.ask(bare)
    return loose.find((one) => fits(one.credential.key, said, loose.length === 1 && sessions.length === 1))
  }

  for (const one of found) {
    const { credential } = one
    if (credential.kind === 'permission') {
      try {
        note(one, { outcome: 'watched', account: await parts.watch(credential.keystore) })
      } catch (error) {
        note(one, { outcome: 'refused', problem: reportOf(error) })
      }
    } else if (isLooseKey(one)) {
      const account = taken.get(one) ?? null
      note(one, { outcome: account === null ? 'unused' : 'used', account })
    } else if (credential.kind === 'words') await takeWords(one, credential.words.join(' '))
    else if (credential.kind !== 'session') note(one, { outcome: 'refused', problem: reportOf(refusal(credential)) })
  }

  /** Words are for the first of these accounts that lacks its key and is registered with theirs. */
  async function takeWords(one: Found, words: string): Promise<void> {
    for (const session of sessions) {
      const result = results.get(session)
      if (result?.account?.stage !== 'needs_key') continue
      try {
        const account = await parts.restore(result.account.account, words)
        note(session, { ...result, account })
        return note(one, { outcome: 'used', account })
      } catch (error) {
        if (codeOf(error) !== 'vault.key_mismatch') return note(one, { outcome: 'refused', problem: reportOf(error) })
      }
    }
    note(one, { outcome: 'unused' })
  }

  return found.flatMap((one) => results.get(one) ?? [])
}
