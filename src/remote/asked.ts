import type { EndpointAnswer, EndpointInput } from '#contract/http'

/*
 * An answer of the right shape can be about another thing than what was asked for, and would then stand for it: another person for a number, another
 * code for the one that was scanned. Whatever names itself is compared with the name it was asked by.
 */

/** Whether an answer names what the call named. Those that change money are compared field by field where they are made. */
const NAMED: { readonly [Name in Named]: (asked: EndpointInput<Name>, answer: EndpointAnswer<Name>) => boolean } = {
  'users.read': ({ params: { id } }, one) => [one.user_id as string, one.identity_number].includes(id),
  'users.fetch': ({ body }, all) => within(body, all, ({ user_id }) => [user_id]),
  'users.search': ({ params: { q } }, { identity_number, phone }) =>
    !IDENTITY_NUMBER.test(q) || identity_number === q || phone.replace('+', '') === q,
  'relationships.update': ({ body }, one) => one.user_id === body.user_id,
  'sharedBots.list': ({ params }, all) => all.every(({ user_id }) => user_id === params.user_id),
  'assets.read': ({ params: { id } }, one) => [one.asset_id as string, one.kernel_asset_id].includes(id),
  'assets.fetch': ({ body }, all) => within(body, all, (one) => [one.asset_id, one.kernel_asset_id]),
  'outputs.read': ({ params: { id } }, { output_id, transaction_hash, output_index }) =>
    [output_id as string, `${transaction_hash}:${output_index}`].includes(id),
  'transactions.read': isRequest,
  'transactions.fetch': ({ body }, all) => within(body, all, (one) => [one.request_id, one.transaction_hash]),
  'multisigs.read': isRequest,
  'multisigs.sign': isRequest,
  'multisigs.unlock': isRequest,
  'snapshots.read': ({ params }, one) => one.snapshot_id === params.id,
  'collections.read': ({ params: { hash } }, all) =>
    all.every((one) => [one.collection_hash, one.kernel_asset_id].includes(hash)),
  'collections.items': ({ params }, all) => all.every(({ collection_hash }) => collection_hash === params.hash),
  'items.read': ({ params }, all) => all.every(({ inscription_hash }) => inscription_hash === params.hash),
  // A person's code is not named in what it stands for, and a conversation's need not be.
  'codes.read': ({ params }, one) => !('code_id' in one) || one.code_id === '' || one.code_id === params.id,
  'schemes.read': ({ params }, one) => one.scheme_id === params.id,
  'kernel.transaction': ({ body }, one) => one === null || one.hash === body.params[0],
  'kernel.output': ({ body: { params } }, one) => one === null || (one.hash === params[0] && one.index === params[1]),
}

type Named =
  | 'users.read'
  | 'users.fetch'
  | 'users.search'
  | 'relationships.update'
  | 'sharedBots.list'
  | 'assets.read'
  | 'assets.fetch'
  | 'outputs.read'
  | 'transactions.read'
  | 'transactions.fetch'
  | 'multisigs.read'
  | 'multisigs.sign'
  | 'multisigs.unlock'
  | 'snapshots.read'
  | 'collections.read'
  | 'collections.items'
  | 'items.read'
  | 'codes.read'
  | 'schemes.read'
  | 'kernel.transaction'
  | 'kernel.output'

/** By its id or its transaction's hash. */
function isRequest({ params }: { params: { id: string } }, one: { request_id: string; transaction_hash: string }) {
  return one.request_id === params.id || one.transaction_hash === params.id
}

/**
 * What is searched by a phone number cannot be compared: the number may be hidden, or be one that a friend noted. With its country it has nine
 * digits or more in all but the smallest of them; of the identity numbers only those of bots are as long.
 */
const IDENTITY_NUMBER = /^(?:\d{4,8}|7000\d{6})$/

function within<Row>(asked: readonly string[], answered: readonly Row[], namesOf: (row: Row) => readonly string[]) {
  const names = new Set(asked)
  return answered.every((row) => namesOf(row).some((name) => names.has(name)))
}

const ROWS: { readonly [name: string]: ((asked: never, answer: never) => boolean) | undefined } = NAMED

/** Whether an answer is about what was asked for, as far as it says. */
export const isAbout = (name: string, input: unknown, answer: unknown): boolean =>
  ROWS[name]?.(input as never, answer as never) ?? true // both are of that name's row
