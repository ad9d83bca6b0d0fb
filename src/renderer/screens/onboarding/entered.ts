import type { PickedFile } from '../../lib/picked-files.ts'
import type { Account, AppState, ImportResult } from '../../state/types.ts'
import { type Given, NOTHING_GIVEN } from './keystore-step.tsx'
import { resumeStep, type Step, type Way } from './model.ts'

export interface OnboardingProps {
  readonly state: AppState
  /** An account that was begun before, to go on with. */
  readonly resume: Account | null
  /** An account that is known, and whose keys have to be brought in anew. */
  readonly lost: Account | null
  /** Begins where a backup file is restored. */
  readonly fromBackup: boolean
  readonly onDone: (account: string) => void
  readonly onLeave?: (() => void) | undefined
}

/** What was entered on the way. It lives here and nowhere else, and is gone with this component. */
export interface Entered {
  readonly way: Way
  readonly step: Step
  readonly name: string
  readonly given: Given
  readonly several: boolean
  /** What the account of several that is set up now lacked at first. */
  readonly setUp: Account['stage'] | null
  readonly results: readonly ImportResult[]
  /** Names of the files that the results speak of. */
  readonly sources: readonly string[]
  /** The files of what was taken in, and whether a spend key was in them. */
  readonly files: readonly PickedFile[]
  readonly hadKey: boolean
  readonly permission: string
  readonly phrase: string
  readonly restored: 'phrase' | 'spend-key' | 'new' | null
  /** A restored key turned out to be one that the network does not know yet. */
  readonly unregistered: boolean
  readonly account: Account | null
  readonly words: readonly string[]
  readonly positions: readonly number[]
}

const NOTHING = {
  name: '',
  given: NOTHING_GIVEN,
  several: false,
  setUp: null,
  results: [],
  sources: [],
  files: [],
  hadKey: false,
  permission: '',
  phrase: '',
  restored: null,
  unregistered: false,
  account: null,
  words: [],
  positions: [],
} as const

export interface StepsProps extends OnboardingProps {
  /** `finish` goes on with the account in `resume`. */
  readonly way: Way
  /** Words that were typed already, to open a backup file. */
  readonly phrase: string
  /** They were taken over. */
  readonly onBegun: () => void
  /** Back to the choice of ways. */
  readonly onBack: () => void
}

const FIRST: Record<Exclude<Way, 'finish'>, Step> = {
  create: 'name',
  import: 'keystore',
  recover: 'phrase',
  watch: 'permission',
  phone: 'messenger',
}

export function begin({ way, resume, phrase }: StepsProps): Entered {
  if (way !== 'finish') return { ...NOTHING, way, step: FIRST[way], phrase }
  return {
    ...NOTHING,
    way,
    // What is only looked at lacks nothing but its key.
    step: resume === null ? 'name' : resume.kind === 'watch' ? 'key' : resumeStep(resume.stage),
    account: resume,
    name: resume?.name ?? '',
  }
}
