import type { FilledForm } from '../../state/prefilled-send.ts'
import { EMPTY_FORM } from '../../state/send-form.ts'
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

const SOURCES: Readonly<Record<ScanSource, string>> = {
  paste: 'what you pasted',
  typed: 'what you typed',
  file: 'a file',
  screen: 'the screen',
  camera: 'the camera',
  drop: 'what you dropped',
  link: 'a link that was opened',
}

export const sourceWords = (source: ScanSource): string => SOURCES[source]

const KINDS: Readonly<Record<ScanCard['kind'], string>> = {
  user: 'A person',
  payment: 'A payment request',
  invoice: 'An invoice with several entries',
  group: 'A group',
  request: 'A request for signatures',
  bundle: 'A bundle with signatures',
  conversation: 'A conversation',
  legacy: 'A transaction of the older kind',
  snapshot: 'A movement of money',
  inscription: 'A collectible',
  app: 'An app',
  unsupported: 'Nothing to do here',
  text: 'Text',
}

export function kindWords(card: ScanCard): string {
  if (card.kind === 'user' && card.user.bot) return 'A bot'
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
  if (view.alreadyPaid || view.problem !== null) return null
  const { asked, payee } = view
  const form = {
    ...EMPTY_FORM,
    assetId: asset?.assetId ?? null,
    rows: [{ to, amount: asked.amount ?? '' }],
    tag: payee?.kind === 'chain' ? payee.tag : '',
    memo: asked.memo ?? '',
    trace: asked.trace,
    references: asked.references,
    returnTo: asked.returnTo,
    source: sourceWords(source),
  }
  return { form, view }
}

/** Why an entry of an invoice cannot be paid now, or null when it can. */
export function entryObstacle(card: InvoiceCard, at: number): string | null {
  const entry = card.entries[at]
  if (entry === undefined) return 'There is no such entry.'
  if (entry.state === 'paid') return 'Paid'
  if (entry.waitsFor.length === 0) return null
  const names = entry.waitsFor.map((index) => String(index + 1)).join(', ')
  return `After ${entry.waitsFor.length === 1 ? 'entry' : 'entries'} ${names} ${entry.waitsFor.length === 1 ? 'is' : 'are'} final`
}

export function formOfEntry(card: InvoiceCard, at: number, source: ScanSource): FilledForm | null {
  const entry = card.entries[at]
  if (entry === undefined || entryObstacle(card, at) !== null) return null
  const form: SendForm = {
    ...EMPTY_FORM,
    assetId: entry.asset.assetId,
    rows: [{ to: card.to, amount: entry.amount }],
    memo: entry.memoText ?? entry.memoHex,
    memoForm: entry.memoText === null && entry.memoHex !== '' ? 'hex' : 'text',
    trace: entry.trace,
    references: entry.references,
    source: `${sourceWords(source)}: entry ${at + 1} of ${card.entries.length}`,
  }
  return { form, view: card.view }
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
        title: 'The camera is not allowed',
        text: 'Allow it for Coffer in the settings of the system or browser, then try again.',
      }
    case 'NotFoundError':
      return { title: 'There is no camera', text: 'Connect one and try again.' }
    case 'OverconstrainedError':
      return { title: 'That camera is gone', text: 'Choose another one.' }
    case 'NotReadableError':
    case 'AbortError':
      return { title: 'The camera is in use', text: 'Another program holds it. Close that program and try again.' }
    default:
      return { title: 'The camera does not work here', text: 'Use one of the other ways.' }
  }
}

/** Why there is no picture of the screen. Changing one's mind is no failure. */
export function screenFailure(name: string): Failure | null {
  switch (name) {
    case 'NotAllowedError':
      return {
        title: 'Nothing was captured',
        text: 'The capture was closed, or the system does not allow it. A picture file or the clipboard works too.',
      }
    case 'AbortError':
      return null
    default:
      return {
        title: 'The screen cannot be captured here',
        text: 'Take a picture of the screen with your system, then paste or drop it here.',
      }
  }
}

/** One line that tells a text from others in a list. */
export function previewOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= 96 ? line : `${line.slice(0, 72)}…${line.slice(-20)}`
}
