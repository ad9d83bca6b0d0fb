import { z } from 'zod'
import { LANGUAGE_TAGS } from '#words/facts'
import { WEAK_REASONS } from '../passphrase.ts'
import { amount, assetId, holderId, sentence, shown, shownOf, time, userId } from '../wire.ts'
import { errorReport } from './shared.ts'
import { valueRange } from './value.ts'

/** What Activity shows, under a name that a person gave it. */
const savedSearch = z.strictObject({
  name: shownOf(1, 60),
  search: shownOf(0, 200),
  assetId: assetId.nullable(),
  direction: z.enum(['in', 'out']).nullable(),
  kind: z.enum(['transfer', 'deposit', 'withdrawal']).nullable(),
  opponent: userId.nullable(),
  person: shownOf(0, 200),
  period: z.enum(['any', 'today', 'week', 'month', 'year', 'custom']),
  fromDay: shownOf(0, 10),
  toDay: shownOf(0, 10),
})

/** Assets that are hidden on Home. */
const HIDDEN_MAX = 500

export const preferences = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  language: z.enum(['system', ...LANGUAGE_TAGS]),
  hideAmounts: z.boolean(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** Minutes without input after which Coffer locks itself. */
  autoLockMinutes: z.number().int().min(1).max(60),
  /** How far back the chart of one's money goes, and whether groups and the other accounts count to it. */
  chartRange: valueRange,
  together: z.boolean(),
  everyone: z.boolean(),
  /** Whether a single key without Ctrl or Cmd does something. Who dictates, or types with one hand, switches that off. */
  letterKeys: z.boolean(),
  /** Whether Coins stands in the sidebar; the palette leads there all the same. */
  coinsInSidebar: z.boolean(),
  /** Closing the window leaves Coffer running, with an icon in the tray or menu bar; where a host can. */
  keepRunning: z.boolean(),
  /** The system starts Coffer with the session; where a host can. */
  startWithSystem: z.boolean(),
  /** Pictures and films of the screen leave the windows out; where a host and its system can. */
  blockCapture: z.boolean(),
  /** Of what a person is told by notices of the system: also, without anything of it, while it is locked. */
  notices: z.strictObject({
    money: z.boolean(),
    /** What waits for their signature, approval or decision. */
    signature: z.boolean(),
    settled: z.boolean(),
    locked: z.boolean(),
  }),
  /** Where the window was last, as it keeps it; back there after a restart. */
  place: z.string().max(2000).optional(),
  /** Name of the camera that was chosen last. Its id would not do: browsers give another one to every port and session. */
  camera: z.string().max(300).optional(),
  /** The asset, of one network, that an address was shown for last. */
  received: assetId.optional(),
  searches: z.array(savedSearch).max(50).optional(),
  /** What Home keeps apart from the rest: anybody can send an asset that nobody wanted. */
  hiddenAssets: z.array(assetId).max(HIDDEN_MAX).optional(),
})

/** When the window of its own also asks for the passphrase before money leaves, if one is set; `limit` is in that currency. */
export const moneyPassphrase = z.discriminatedUnion('when', [
  z.strictObject({ when: z.literal('always') }),
  z.strictObject({ when: z.literal('above'), limit: amount, currency: z.string().regex(/^[A-Z]{3}$/) }),
  z.strictObject({ when: z.literal('never') }),
])

export const accountView = z.object({
  account: userId,
  holder: holderId,
  name: shown,
  identityNumber: shown,
  avatarUrl: shown,
  kind: z.enum(['user', 'bot', 'watch']),
  /** What the account still lacks before it can receive. */
  stage: z.enum([
    'needs_key',
    'needs_backup',
    'needs_registration',
    'ready',
    // The entry of its keys is damaged or gone: they have to be brought in anew.
    'lost',
  ]),
  publicKey: shown.nullable(),
  /** Whether the service calls it registered, when it was last asked; null if it never was. */
  registered: z.boolean().nullable(),
  /** False while nothing told whether the key here is the account's: it signs nothing before a coin proves it. */
  proved: z.boolean(),
  /** Looked at with its own session: a key can be added. */
  keyless: z.boolean(),
  /** Whether 24 words spell its key here. */
  spelled: z.boolean(),
  colour: z.number().int().min(0).max(7),
  order: z.number().int(),
  createdAt: time,
  backedUpAt: time.nullable(),
})

export const passphraseVerdict = z.object({
  /** 0 (guessed at once) to 4 (more than 10^10 guesses, each of which costs a third of a second). */
  score: z.number().int().min(0).max(4),
  /** Why it is refused; null when it may be set. */
  weak: z.enum(WEAK_REASONS).nullable(),
})

export const appState = z.object({
  version: shown,
  host: z.enum(['electron', 'browser']),
  dataDir: z.string(),
  network: z.object({
    name: shown,
    kind: z.enum(['local', 'mainnet', 'custom']),
    baseUrl: z.string(),
    dialect: z.enum(['interface', 'upstream']),
  }),
  vault: z.object({
    locked: z.boolean(),
    passphrase: z.boolean(),
    /** Where sealed keys are kept; `file` means that no keychain answered. */
    store: z.enum(['keychain', 'file']),
    /** Why there is no keychain, in a sentence; null when there is one. */
    keychainProblem: sentence.nullable(),
    /** What computes with keys: libsodium, compiled or as WebAssembly, or JavaScript, whose time may tell something about them. */
    arithmetic: z.enum(['native', 'webassembly', 'javascript']),
    retryInSeconds: z.number(),
    /** What keeps everybody from opening the vault: `vault.json`, all of it, the master key's entry, or the id of its seals. */
    damage: z.enum(['index', 'missing', 'master', 'profile']).nullable(),
  }),
  /** When something new came since the wallet was locked; what, and how much, is told once it is open. Null of an open one. */
  newsAt: time.nullable(),
  /** How a signature is approved: in a window of its own, or in this one. */
  approval: z.enum(['window', 'inline']),
  /** Counts in the window of its own only: without one the passphrase is always asked for. */
  moneyPassphrase,
  /** Less was written down than anybody here agreed to. */
  moneyPassphraseDoubted: z.boolean(),
  accounts: z.array(accountView),
  preferences,
})

/** What shows the pages, as it calls itself: one name and one number. */
export const browserName = z.string().regex(/^(?:[A-Z][a-z]{1,19}\/\d{1,5})?$/)

export const connectionView = z.object({
  state: z.enum(['live', 'updating', 'stale', 'offline', 'locked', 'none']),
  /** When the figures on screen were last confirmed by the network. */
  lastSuccess: time.nullable(),
  checkedToSequence: z.number(),
  problem: errorReport.nullable(),
  /** How far the clock of this computer is ahead of the service's; less than nothing where it is behind. */
  clockSkewSeconds: z.number(),
})
