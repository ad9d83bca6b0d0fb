import type { Output } from '#contract/domain'
import { type Person, refusalOf, type TestLocalnet } from '../support/localnet.ts'

/** Everything about a local network that a refusal must leave as it was. */
async function pictureOf(net: TestLocalnet, people: readonly Person[]) {
  const outputs: Output[] = []
  for (const { remote } of people) outputs.push(...(await remote.call('outputs.list', { query: {} })))
  return { state: await net.control.call('local.state'), outputs }
}

/**
 * The service's code for a call that it refuses. Throws if the call left any trace in the counts and totals of the ledger or in
 * the outputs of these people.
 */
export async function refusedWithoutTrace(
  net: TestLocalnet,
  people: readonly Person[],
  call: () => Promise<unknown>,
): Promise<unknown> {
  const before = await pictureOf(net, people)
  const code = await refusalOf(call())
  const after = await pictureOf(net, people)
  const text = (value: unknown) =>
    JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? `${member}` : member))
  if (text(before) !== text(after)) throw new Error(`a refusal with ${String(code)} changed the ledger`)
  return code
}
