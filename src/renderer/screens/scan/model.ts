import { say } from '#words'
import { writtenMemo } from '../../lib/memo.ts'
import type { FilledForm } from '../../state/prefilled-send.ts'
import { EMPTY_FORM, underTrace } from '../../state/send-form.ts'
import type { ScanCard, ScanSource, SendForm } from '../../state/types.ts'

/* What was read, in words, and the forms that it may fill. No screen, no call. */

type CardOf<Kind extends ScanCard['kind']> = Extract<ScanCard, { kind: Kind }>
export type PaymentCard = CardOf<'payment'>
export type InvoiceCard = CardOf<'invoice'>
export type ScannedGroup = CardOf<'group'>
export type RequestCard = CardOf<'request'>
export type BundleCard = CardOf<'bundle'>
export type UserCard = CardOf<'user'>
export type ConversationCard = CardOf<'conversation'>
export type LegacyCard = CardOf<'legacy'>
export type SignInCard = CardOf<'authorization'>

const SOURCES: Readonly<Record<ScanSource, string>> = {
  paste: say('scan.what-you-pasted'),
  typed: say('scan.what-you-typed'),
  file: say('scan.a-file'),
  screen: say('scan.the-screen'),
  camera: say('scan.the-camera'),
  drop: say('scan.what-you-dropped'),
  link: say('scan.a-link-that-was-opened'),
}

export const sourceWords = (source: ScanSource): string => SOURCES[source]

const KINDS: Readonly<Record<ScanCard['kind'], string>> = {
  user: say('scan.a-person'),
  payment: say('scan.a-payment-request'),
  invoice: say('scan.an-invoice-with-several-entries'),
  group: say('scan.a-group'),
  request: say('scan.a-request-for-signatures'),
  bundle: say('scan.a-bundle-with-signatures'),
  conversation: say('scan.a-conversation'),
  legacy: say('scan.a-transaction-of-the-older-kind'),
  snapshot: say('scan.a-movement-of-money'),
  inscription: say('scan.a-collectible'),
  app: say('scan.an-app'),
  authorization: say('scan.a-sign-in'),
  unsupported: say('scan.nothing-to-do-here'),
  text: say('scan.text-2'),
}

export function kindWords(card: ScanCard): string {
  if (card.kind === 'user' && card.user.bot) return say('scan.a-bot')
  return KINDS[card.kind]
}

export function formOfUser({ user, view }: UserCard, source: ScanSource): FilledForm {
  const to = user.identityNumber === '' ? user.userId : user.identityNumber
  return { form: { ...EMPTY_FORM, rows: [{ to, amount: '' }], source: sourceWords(source) }, view }
}

export function formOfGroup(card: ScannedGroup, source: ScanSource): SendForm {
  return { ...EMPTY_FORM, rows: [{ to: card.to, amount: '' }], source: sourceWords(source) }
}

/** The form that a payment request fills; null when it was paid or cannot be paid. */
export function formOfPayment({ to, view, asset }: PaymentCard, source: ScanSource): FilledForm | null {
  if (view.standing !== 'open' || view.problem !== null) return null
  const { asked, payee } = view
  const form = {
    ...EMPTY_FORM,
    assetId: asset?.assetId ?? null,
    rows: [{ to, amount: asked.amount ?? '' }],
    tag: payee?.kind === 'chain' ? payee.tag : '',
    ...writtenMemo(asked.memo, asked.memoHex ?? ''),
    ...underTrace(asked),
    references: asked.references,
    returnTo: asked.returnTo,
    source: sourceWords(source),
  }
  return { form, view }
}

/** The entry whose turn it is; -1 where none is left. */
const nextEntry = ({ entries }: InvoiceCard): number => entries.findIndex(({ state }) => state === 'open')

/**
 * Whether an entry was paid that stands behind one which nobody has paid: programs pay them in order, and take such an invoice for another one.
 * Whoever has to try an entry again has paid in order.
 */
export function isOutOfOrder(card: InvoiceCard): boolean {
  const next = nextEntry(card)
  return card.entries[next]?.again === null && card.entries.slice(next).some(({ state }) => state !== 'open')
}

/** Why an entry of an invoice cannot be paid now, or null when it can. */
export function entryObstacle(card: InvoiceCard, at: number): string | null {
  const entry = card.entries[at]
  if (entry === undefined) return say('scan.there-is-no-such-entry')
  if (entry.state === 'paid') return say('scan.paid')
  if (entry.state === 'going') return say('scan.on-its-way')
  if (entry.paidByMe !== null) return say('scan.being-prepared')
  if (isOutOfOrder(card)) return say('scan.not-in-order')
  const next = nextEntry(card)
  if (entry.waitsFor.length === 0) return next < at ? say('scan.after-entry', { entry: next + 1 }) : null
  const names = entry.waitsFor.map((index) => String(index + 1)).join(say('lib.separator'))
  return say('scan.after-entry-is-final', { waitsFor: entry.waitsFor.length, names })
}

export function formOfEntry(card: InvoiceCard, at: number, source: ScanSource): FilledForm | null {
  const entry = card.entries[at]
  if (entry === undefined || entryObstacle(card, at) !== null) return null
  const form: SendForm = {
    ...EMPTY_FORM,
    assetId: entry.asset.assetId,
    rows: [{ to: entry.to, amount: entry.amount }],
    ...writtenMemo(entry.memoText, entry.memoHex),
    trace: entry.trace,
    again: entry.again,
    asked: { assetId: entry.asset.assetId, amount: entry.amount, memoHex: entry.memoHex },
    references: entry.references,
    source: say('scan.entry-of', { sourceWords: sourceWords(source), at: at + 1, entries: card.entries.length }),
  }
  return { form, view: entry.to === card.to ? card.view : null }
}

export interface Failure {
  readonly title: string
  readonly text: string
}

/** Why there is no picture from a camera, by the name of the browser's error. */
export function cameraFailure(name: string): Failure {
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return {
        title: say('scan.the-camera-is-not-allowed'),
        text: say('scan.allow-it-for-coffer-in-the'),
      }
    case 'NotFoundError':
      return { title: say('scan.there-is-no-camera'), text: say('scan.connect-one-and-try-again') }
    case 'OverconstrainedError':
      return { title: say('scan.that-camera-is-gone'), text: say('scan.choose-another-one') }
    case 'NotReadableError':
    case 'AbortError':
      return { title: say('scan.the-camera-is-in-use'), text: say('scan.another-program-holds-it-close-that') }
    default:
      return { title: say('scan.the-camera-does-not-work-here'), text: say('scan.use-one-of-the-other-ways') }
  }
}

/** Why there is no picture of the screen. Changing one's mind is no failure. */
export function screenFailure(name: string): Failure | null {
  switch (name) {
    case 'NotAllowedError':
      return {
        title: say('scan.nothing-was-captured'),
        text: say('scan.the-capture-was-closed-or-the'),
      }
    case 'AbortError':
      return null
    default:
      return {
        title: say('scan.the-screen-cannot-be-captured-here'),
        text: say('scan.take-a-picture-of-the-screen'),
      }
  }
}

/** One line that tells a text from others in a list. */
export function previewOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= 96 ? line : `${line.slice(0, 72)}…${line.slice(-20)}`
}
