import { DAY, type InTurn, type Log, takingTurns, type UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { Answer, BackupState, HomeView, Input } from '#contract/ipc'
import { makeFolderWithin, stage } from '#store'
import { said } from '#words/facts'
import { createPauses, type Pauses } from '../payments/pauses.ts'
import type { CallsOf } from '../shared/calls.ts'
import { actReview, type Wish } from '../shared/consent.ts'
import { type FolderParts, filesIn, open, write } from './folder.ts'
import { takeOver } from './restore.ts'
import { type BackupSetup, createSetup, OLD_DAYS } from './setup.ts'

interface Parts extends FolderParts {
  readonly log: Log
  /** Begins running accounts anew, over what their files have now. */
  readonly reopen: (accounts: readonly UserId[]) => Promise<void>
  /** An account's files have changed while it was closed. */
  readonly restored: () => void
}

export interface Backups {
  readonly calls: CallsOf<'backup'>
  /** Makes one where the rhythm says so and the vault is open; what goes wrong is kept to be shown. */
  readonly makeWhenDue: () => Promise<void>
  /** Changes the passphrase, and what opens the backups from now on. */
  readonly changePassphrase: (change: PassphraseChange, act: () => Promise<void>) => Promise<void>
  /** The passphrase was just typed, and is right. Never throws: nobody waits for it. */
  readonly passphraseKnown: (passphrase: string) => Promise<void>
  /** That the last one could not be made, has not all of a journal that is damaged, or is old. */
  readonly attention: () => HomeView['attention']
}

interface PassphraseChange {
  readonly current: string | null
  readonly next: string
}

interface Context extends Parts {
  readonly setup: BackupSetup
  /** One after the other: two at once would write one name. */
  readonly inTurn: InTurn
  /** Folders that took nothing: a disk may be away for days, and each try copies the files of every account. */
  readonly pauses: Pauses<string>
}

export function createBackups(parts: Parts): Backups {
  const context: Context = { ...parts, setup: createSetup(parts), inTurn: takingTurns(), pauses: createPauses() }
  const { setup, inTurn } = context
  return {
    calls: {
      'backup.read': async () => view(setup),
      'backup.setUp': async (input) => setUp(context, input),

      'backup.make': () =>
        inTurn(async () => {
          await make(context, null)
          return view(setup)
        }),

      'backup.makeWithWords': async ({ passphrase }) => makeWithWords(context, passphrase),
      'backup.find': async ({ folder }) => filesIn(folder),

      async 'backup.test'({ path, secret }) {
        const { contents } = await open(context, path, secret)
        setup.write({ tested: { at: parts.now(), path } })
        return contents
      },

      async 'backup.restore'({ path, secret, passphrase }) {
        const opened = await open(context, path, secret)
        const shown = actReview('restore', path, {
          title: said('title.restore'),
          lines: [said('check.backup.file', { path }), said('check.backup.own')],
          verb: said('title.restore-it'),
        })
        return { passphrase, shown, act: () => inTurn(() => restore(context, opened)) }
      },
    },
    makeWhenDue: () => makeWhenDue(context),
    attention: () => attention(context),
    changePassphrase: (change, act) => inTurn(() => changePassphrase(context, change, act)),
    passphraseKnown: (passphrase) =>
      inTurn(async () => {
        if (setup.lacksPassphrase()) await setup.rewrap(passphrase)
      }).catch((error: unknown) => notRewrapped(context, error)),
  }
}

/** Home tells of it: who thinks that all is well does not look in Settings. */
function attention({ setup, now }: Context): HomeView['attention'] {
  const { problem, last } = setup.read()
  if (problem !== null) return [{ kind: problem === 'backup.partial' ? 'partial_backup' : 'no_backup' }]
  const days = last === null ? 0 : Number((now() - last.at) / DAY)
  return days < OLD_DAYS ? [] : [{ kind: 'old_backup', days }]
}

/**
 * A lock or a kill in between leaves files that do not say they open with a passphrase, until it is typed next. None says so of one that is over.
 */
async function changePassphrase(
  context: Context,
  { current, next }: PassphraseChange,
  act: () => Promise<void>,
): Promise<void> {
  context.setup.forgetPassphrase()
  try {
    await act()
  } catch (error) {
    // Whichever it is now: none is taken that is not the vault's.
    for (const each of [current, next])
      if (each !== null && context.setup.lacksPassphrase()) await rewrapped(context, each)
    throw error
  }
  await rewrapped(context, next)
}

async function rewrapped(context: Context, passphrase: string): Promise<void> {
  await context.setup.rewrap(passphrase).catch((error: unknown) => notRewrapped(context, error))
}

const notRewrapped = ({ log }: Context, error: unknown): void =>
  log('error', 'backup.not_rewrapped', { code: codeOf(error) })

function view(setup: BackupSetup): BackupState {
  const { byPassphrase, bySpendKey, ...rest } = setup.read()
  return {
    ...rest,
    oldDays: OLD_DAYS,
    opensBy: { passphrase: byPassphrase !== null, accounts: Object.keys(bySpendKey).length },
  }
}

function setUp(context: Context, { folder, rhythm, passphrase }: Input<'backup.setUp'>): Wish<BackupState> {
  const { setup, inTurn, pauses } = context
  const shown = actReview('backup', folder, {
    title: said('title.set-up-backup'),
    lines: [said('check.backup.folder', { folder }), said('check.backup.opens')],
    verb: said('title.set-it-up'),
  })
  const act = async (): Promise<BackupState> => {
    makeFolderWithin(folder)
    const before = setup.read()
    await setup.begin(passphrase)
    setup.write({ folder, rhythm, problem: null })
    pauses.end(folder)
    await make(context, null).catch((error: unknown) => {
      // What takes no file is no place for backups: those that were set up before go on.
      setup.write(before)
      throw error
    })
    return view(setup)
  }
  return { passphrase, shown, act: () => inTurn(act) }
}

function makeWithWords(context: Context, passphrase: string | null): Wish<BackupState> {
  const shown = actReview('backup', 'words', {
    title: said('title.back-up-words'),
    lines: [said('check.backup.words'), said('check.backup.words-open')],
    verb: said('title.back-up-words'),
  })
  const act = async (): Promise<BackupState> => {
    if (passphrase === null) throw failure('vault.passphrase_needed', 'words take the passphrase')
    await make(context, passphrase)
    return view(context.setup)
  }
  return { passphrase, shown, act: () => context.inTurn(act) }
}

async function makeWhenDue(context: Context): Promise<void> {
  const { vault, setup, inTurn, log, now, pauses } = context
  if (vault.status().locked || !setup.isDue(now())) return
  const folder = setup.read().folder ?? ''
  if (!pauses.due(folder)) return
  await inTurn(() => make(context, null)).catch((error: unknown) => {
    pauses.begin(folder)
    log('error', 'backup.not_made', { code: codeOf(error) })
  })
}

async function make(context: Context, withWords: string | null): Promise<void> {
  const { setup, pauses } = context
  try {
    const { last, isWhole } = await write(context, setup, withWords)
    setup.write({ last, problem: isWhole ? null : 'backup.partial' })
    pauses.end(setup.read().folder ?? '')
  } catch (error) {
    setup.write({ problem: codeOf(error) })
    throw error
  }
}

/** A restore that was cut off is finished first. One whose parts were spoilt since gives way: the file that it came from may still be good. */
async function finishBefore(context: Context): Promise<void> {
  try {
    await takeOver(context)
  } catch (error) {
    if (codeOf(error) !== 'store.damaged') throw error
    context.log('error', 'backup.not_restored', { code: codeOf(error) })
  }
}

async function restore(
  context: Context,
  { contents, index, files }: Awaited<ReturnType<typeof open>>,
): Promise<Answer<'backup.restore'>> {
  await finishBefore(context)
  stage(context.profile.home, files)
  const missed = (await takeOver(context)) ?? 0
  await context.reopen(index.accounts.map(({ id }) => id))
  context.restored()
  const away = new Set(contents.accounts.filter(({ here }) => !here).map(({ account }) => account))
  const words = index.accounts.flatMap((each) =>
    each.words === null || !away.has(each.id) ? [] : [{ account: each.id, words: [...each.words] }],
  )
  return { contents, missed, words }
}
