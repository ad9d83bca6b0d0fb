import type { AssetId, Nanos } from '#contract/domain'
import type { Payee, PaymentReview } from '#contract/ipc'
import type { Intents } from '#store'
import type { Directory } from '../shared/names.ts'

type Check = PaymentReview['checks'][number]

interface PayeeParts {
  readonly directory: Directory
  readonly intents: Pick<Intents, 'contactPins'>
  readonly paidBefore: (payee: Payee) => { readonly times: number; readonly last: Nanos } | null
  /** What is suspicious about a receiver next to those that are known. */
  readonly alike: (payee: Payee) => readonly string[]
  /** Who has not paid a receiver before: this wallet, or the group whose request it is. */
  readonly who: 'This wallet' | 'This group'
}

/** What a person should know of those who are to be paid, the same for whoever asks and for whoever is asked to sign. */
export function payeeChecks(payees: readonly Payee[], assetId: AssetId, parts: PayeeParts): Check[] {
  const checks: Check[] = []
  const add = (id: string, result: Check['result'], text: string) => checks.push({ id, result, text })
  for (const [row, payee] of payees.entries()) {
    if (payee.kind === 'user') addPersonChecks(row, payee.userId, parts, add)
    for (const [at, text] of parts.alike(payee).entries()) add(`alike:${row}:${at}`, 'attention', text)
    if (payee.kind === 'group' && payee.threshold > payee.members.length) {
      add(
        `threshold:${row}`,
        'stop',
        'The group asks for more signatures than it has members; nobody could spend this.',
      )
    }
    const asset = parts.directory.asset(assetId)
    if (payee.kind === 'chain' && asset.tag === 'needed' && payee.tag === '') {
      add(
        `tag:${row}`,
        'attention',
        `Most ${asset.chainName} receivers need a tag or memo. Without it the money may be lost.`,
      )
    }
    if (parts.paidBefore(payee) === null) {
      add(
        `first:${row}`,
        'attention',
        payee.kind === 'chain'
          ? `${parts.who} has not withdrawn to this address before. Compare it with the one you were given, character by character.`
          : `${parts.who} has not paid this receiver before. Compare the full id with the one you were given.`,
      )
    }
  }
  return checks
}

function addPersonChecks(
  row: number,
  userId: Extract<Payee, { kind: 'user' }>['userId'],
  { directory, intents }: PayeeParts,
  add: (id: string, result: Check['result'], text: string) => void,
): void {
  const user = directory.user(userId)
  const name = user.name === '' ? 'This person' : user.name
  const pin = intents.contactPins.get(userId)
  if (user.scam) add(`scam:${row}`, 'attention', `${name} is marked as a scam by the service.`)
  if (user.deactivated) add(`gone:${row}`, 'stop', `${name} has closed the account.`)
  if (user.relationship === 'blocked') add(`blocked:${row}`, 'attention', `You have blocked ${name}.`)
  if (pin !== undefined && user.identityNumber !== '' && pin.identityNumber !== user.identityNumber) {
    add(
      `number:${row}`,
      'attention',
      `${name} had the number ${pin.identityNumber} when you added or paid it last, and now shows ${user.identityNumber}.`,
    )
  }
}
