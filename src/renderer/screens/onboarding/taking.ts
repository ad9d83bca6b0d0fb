import { say } from '#words'
import { emptyClipboard } from '../../lib/clipboard.ts'
import { emptied, type PickedFile } from '../../lib/picked-files.ts'
import { call } from '../../state/bridge.ts'
import type { Account } from '../../state/types.ts'
import type { Entered } from './entered.ts'
import { type Given, NOTHING_GIVEN, textsOf } from './keystore-step.tsx'
import { lookAtSources, resumeStep } from './model.ts'

/* What the wallet does with what was entered, and what that changes for the person. */

type Change = Promise<Partial<Entered>>

/** As much as one call takes. */
const TEXT_MAX = 200_000

export async function makePhrase(account: Account): Change {
  const { words } = await call('keys.create', { account: account.account })
  return { account, words, restored: 'new', step: 'words' }
}

/** A key that was brought is compared already; what is left is to register it, if anything. */
export async function keyed(bringing: Promise<Account>): Change {
  const account = await bringing
  const step = resumeStep(account.stage)
  return { account, step, unregistered: step === 'register' }
}

/** Files of which all that they held was taken in: no other may be offered to be deleted, since nothing else has what is in it. */
function takenFiles({ text, files }: Given, isTaken: (source: number) => boolean): PickedFile[] {
  const isFilled = (one: PickedFile): boolean => one.text.trim() !== ''
  const pasted = text.trim() === '' ? 0 : 1
  return files
    .filter(isFilled)
    .filter(({ isCut }, at) => isCut !== true && isTaken(pasted + at))
    .map(emptied)
}

/** Whether something is known of a source, and all of it is good. */
const allOf = <Line extends { readonly source: number }>(lines: readonly Line[], isGood: (line: Line) => boolean) => {
  return (source: number): boolean => {
    const own = lines.filter((line) => line.source === source)
    return own.length > 0 && own.every(isGood)
  }
}

/** The account that goes on, and what is done with what it came from: forgotten here, and taken off the clipboard. */
async function importOne(given: Given): Change {
  const texts = textsOf(given)
  const looked = lookAtSources(texts)
  const account = await call('accounts.importKeystore', { keystore: texts.join('\n\n').slice(0, TEXT_MAX) })
  if (given.pasted) void emptyClipboard()
  const hadKey = looked?.kind === 'one' && looked.look.hasSpendKey
  const step = resumeStep(account.stage)
  const files = takenFiles(
    given,
    allOf(looked?.lines ?? [], ({ good }) => good),
  )
  return { account, given: NOTHING_GIVEN, files, hadKey, step, unregistered: step === 'register' }
}

async function importSeveral(given: Given): Change {
  const texts = textsOf(given)
  const { results } = await call('accounts.importAll', { sources: texts.map((text) => ({ text })) })
  const isTaken = allOf(results, ({ outcome }) => outcome !== 'refused' && outcome !== 'unused')
  if (given.pasted && (given.text.trim() === '' || isTaken(0))) void emptyClipboard()
  const pasted = given.text.trim() === '' ? [] : [say('onboarding.pasted-text')]
  const names = [...pasted, ...given.files.filter(({ text }) => text.trim() !== '').map(({ name }) => name)]
  return { results, sources: names, files: takenFiles(given, isTaken), given: NOTHING_GIVEN, step: 'results' }
}

/** What comes after the entries, once it is settled how keys are sealed. */
export async function takeIn(from: Entered): Change {
  switch (from.way) {
    case 'create':
      return makePhrase(from.account ?? (await call('accounts.createLocal', { name: from.name })))
    case 'recover':
      return { account: await call('accounts.recoverLocal', { phrase: from.phrase }), phrase: '', step: 'done' }
    case 'import': {
      return from.several ? importSeveral(from.given) : importOne(from.given)
    }
    case 'watch': {
      const account = await call('accounts.watch', { permission: from.permission })
      return { account, permission: '', step: 'done' }
    }
    case 'phone':
      return { step: 'phone' }
    case 'finish':
      return {}
  }
}
