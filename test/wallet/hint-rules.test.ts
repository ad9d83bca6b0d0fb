import { expect, it } from 'vitest'
import type { ErrorCode } from '#contract/errors'
import { failure } from '#contract/errors'
import type { Remote } from '#remote'
import { recomputeKeys } from '../../src/wallet/approvals/hint-rules.ts'
import { hashOf, request, user } from '../support/store.ts'

/* How often the service is asked for the keys of a request. */

const OUTPUT = { index: 0, members: [user('ana'), user('ben')], mask: hashOf('mask'), keys: [hashOf(1), hashOf(2)] }

/** What was answered where the client of a watched account says it in words of its own. */
const BEHIND = new Map<ErrorCode, ErrorCode>([
  ['wallet.watch_only', 'remote.forbidden'],
  ['wallet.permission_ended', 'remote.unauthorized'],
])

async function askedOver(codes: readonly ErrorCode[]): Promise<{ asked: number; found: boolean | undefined }> {
  let asked = 0
  const call = async (): Promise<never> => {
    const code = codes[Math.min(asked, codes.length - 1)] ?? 'internal'
    asked += 1
    const answered = BEHIND.get(code)
    throw failure(code, 'refused', answered === undefined ? {} : { cause: failure(answered, 'refused') })
  }
  const found = await recomputeKeys([OUTPUT], {
    ...{ requestId: request('one'), earlier: () => [request('before')], senders: OUTPUT.members },
    remote: { call, clockSkewMs: () => 0 } as unknown as Remote,
  })
  return { asked, found: found.get(0) }
}

it('each rule is asked about once where the service refuses them', async () => {
  expect(await askedOver(['remote.invalid_field'])).toEqual({ asked: 11, found: false })
})

// The later ones are how a permission that only looks is answered: nothing was said of the keys.
it.each([
  ...(['remote.timeout', 'remote.rate_limited'] as const),
  ...(['remote.forbidden', 'wallet.watch_only', 'wallet.permission_ended'] as const),
])('nothing more is asked after %s', async (code) => {
  expect(await askedOver([code])).toEqual({ asked: 1, found: undefined })
  expect(await askedOver(['remote.invalid_field', code])).toEqual({ asked: 2, found: undefined })
})

type Wanted = readonly { readonly receivers: readonly string[]; readonly hint: string }[]
type Answer = { readonly mask: string; readonly keys: readonly string[] }
const OTHER: Answer = { mask: hashOf('other'), keys: [hashOf(3), hashOf(4)] }

const isList = (body: Wanted | { readonly keys: Wanted }): body is Wanted => Array.isArray(body)

/** What is found where the service answers each question, by its place, with this, after as many turns. */
async function foundBy(answerOf: (at: number) => Answer & { readonly after?: number }, members = OUTPUT.members) {
  const asked: Wanted[] = []
  const call = async (_: string, { body }: { readonly body: Wanted | { readonly keys: Wanted } }) => {
    const { after = 0, ...answer } = answerOf(asked.length)
    asked.push(isList(body) ? body : body.keys)
    for (let turn = 0; turn < after; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    return [answer]
  }
  const found = await recomputeKeys([{ ...OUTPUT, members }], {
    ...{ requestId: request('one'), earlier: () => [], senders: members },
    remote: { call, clockSkewMs: () => 0 } as unknown as Remote,
  })
  return { asked, found: found.get(0) }
}

it('keys are the same only where all of them are, with their mask', async () => {
  const [first, second] = OUTPUT.keys
  expect((await foundBy(() => OUTPUT)).found).toBe(true)
  for (const more of [{ keys: [hashOf(3), hashOf(4)] }, { keys: [second, first] }, { mask: hashOf('other') }])
    expect((await foundBy(() => ({ ...OUTPUT, ...more }) as Answer)).found).toBe(false)
})

it('what one rule gives stays found, whatever another one is answered after it', async () => {
  const { found } = await foundBy((at) => (at === 2 ? OUTPUT : { ...OTHER, after: at === 1 ? 5 : 0 }))
  expect(found).toBe(true)
})

it('the keys of several are asked for in the order of their ids', async () => {
  const sorted = [...OUTPUT.members].sort()
  for (const members of [sorted, [...sorted].reverse()]) {
    const { asked } = await foundBy(() => OUTPUT, members)
    expect(asked.map(([key]) => key?.receivers)).toEqual([sorted])
  }
})
