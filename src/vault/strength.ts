import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { failure, type WeakReason } from '#contract/errors'
import type { PassphraseVerdict } from '#contract/ipc'

/** Shorter ones are refused whatever they are. */
const PASSPHRASE_MIN = 10
/** What is refused is guessed in fewer than 10^10 tries. */
const STRONG = 4
/** Words that stand before whoever sets it. */
const ON_SCREEN = ['coffer', 'wallet', 'passphrase']

const REASONS: Readonly<Record<string, WeakReason>> = {
  straightRow: 'row',
  keyPattern: 'row',
  simpleRepeat: 'repeated',
  extendedRepeat: 'repeated',
  sequences: 'sequence',
  recentYears: 'date',
  dates: 'date',
  topTen: 'common',
  topHundred: 'common',
  common: 'common',
  similarToCommon: 'common',
  wordByItself: 'word',
  userInputs: 'word',
  namesByThemselves: 'name',
  commonNames: 'name',
}

let estimator: Promise<ZxcvbnFactory> | null = null

/** Its dictionaries take 70 MB and a second, so they are loaded only when somebody sets a passphrase. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  const dictionary = { ...common.dictionary, ...english.dictionary }
  return new ZxcvbnFactory({ dictionary, graphs: common.adjacencyGraphs })
}

/** How easily a passphrase is guessed. The rule that refuses one and the meter that shows one are this. */
export async function judgePassphrase(passphrase: string): Promise<PassphraseVerdict> {
  estimator ??= load()
  const { score, feedback } = (await estimator).check(passphrase.normalize('NFKC'), ON_SCREEN)
  if ([...passphrase].length < PASSPHRASE_MIN) return { score: Math.min(score, 1), weak: 'short' }
  if (score >= STRONG) return { score, weak: null }
  return { score, weak: REASONS[feedback.warning ?? ''] ?? 'guessable' }
}

/** Throws `input.passphrase_weak {why}`. */
export async function refuseWeak(passphrase: string): Promise<void> {
  const { weak } = await judgePassphrase(passphrase)
  if (weak !== null)
    throw failure('input.passphrase_weak', 'the passphrase is too easy to guess', { details: { why: weak } })
}
