import { describe, expect, it } from 'vitest'
import type { Hash, Output, OutputId, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { Remote } from '#remote'
import { said } from '#words'
import { needFreeCoins } from '../../src/wallet/approvals/fresh-coins.ts'
import { anOutput, hashOf } from '../support/store.ts'
import { coded } from '../support/wallet.ts'

/* The service tells of many coins in one answer. Whatever that answer says or leaves out, no coin is signed for unread. */

const MANY = 300
const OWN = hashOf('own transaction') as Hash
const coins = Array.from({ length: MANY }, (_, at) => anOutput(`coin ${at}`))
const known = coins.map(({ output_id, amount, mask, keys }) => ({ outputId: output_id, amount, mask, keys }))

interface Service {
  readonly together?: (ids: readonly OutputId[]) => readonly Output[]
  readonly alone?: (id: OutputId) => Output
}

const coinOf = (id: OutputId): Output => {
  const found = coins.find(({ output_id }) => output_id === id)
  if (found === undefined) throw failure('remote.not_found', 'no such output')
  return found
}

/** A service with all coins, and what was asked of it. */
function service({ together = (ids) => ids.map(coinOf), alone = coinOf }: Service = {}) {
  const asked: string[] = []
  const answer = (name: string, options: { body?: { ids: OutputId[] }; params?: { id: OutputId } }) => {
    const { body, params } = options
    asked.push(body === undefined ? name : `${name} ${body.ids.length}`)
    return body === undefined ? alone(params?.id ?? ('' as OutputId)) : [...together(body.ids)]
  }
  const call = (async (name: string, options: Parameters<typeof answer>[1]) => answer(name, options)) as Remote['call']
  const remote = { call } as Remote
  return {
    asked,
    needs: (of = known) =>
      needFreeCoins(of, [OWN], {
        account: 'ana' as UserId,
        remote,
        holderOf: async () => ({ title: said('shared.unknown-asset'), by: 'Ben', requestId: 'x' as never }),
      }),
  }
}

const only = (change: (coin: Output) => Output | undefined) => (ids: readonly OutputId[]) =>
  ids.map(coinOf).flatMap((coin, at) => (at === 7 ? (change(coin) ?? []) : coin))

const changed = coded('wallet.review_changed')

describe('coins just before they are signed for', () => {
  it('are asked for together, as many at a time as the service gives', async () => {
    const { asked, needs } = service()
    await needs()
    expect(asked).toEqual(['outputs.fetch 256', 'outputs.fetch 44'])
  })

  it('are asked for one by one where they are few', async () => {
    const { asked, needs } = service()
    await needs(known.slice(0, 8))
    expect(asked).toEqual(Array.from({ length: 8 }, () => 'outputs.read'))
  })

  it('are read alone where the answer leaves them out, says something of others, or is refused', async () => {
    const missing = service({ together: only(() => undefined) })
    await missing.needs()
    expect(missing.asked.filter((name) => name === 'outputs.read')).toHaveLength(2)

    const others = service({ together: (ids) => ids.map((id) => anOutput(`not ${id}`)) })
    await others.needs()
    expect(others.asked.filter((name) => name === 'outputs.read')).toHaveLength(MANY)

    const refused = service({
      together: () => {
        throw failure('remote.forbidden', 'not for you')
      },
    })
    await refused.needs()
    expect(refused.asked.filter((name) => name === 'outputs.read')).toHaveLength(MANY)
  })

  it('are not asked for one by one where the line is down', async () => {
    const { asked, needs } = service({
      together: () => {
        throw failure('remote.unreachable', 'no line')
      },
    })
    await expect(needs()).rejects.toThrow(coded('remote.unreachable'))
    expect(asked).toEqual(['outputs.fetch 256'])
  })

  it.each([
    ['amount', (coin: Output): Output => ({ ...coin, amount: (coin.amount + 1n) as Output['amount'] })],
    ['mask', (coin: Output): Output => ({ ...coin, mask: hashOf('another mask') })],
    ['keys', (coin: Output): Output => ({ ...coin, keys: [hashOf('another key')] })],
  ])('are refused when one has another %s than before', async (_, change) => {
    const { needs } = service({ together: only(change) })
    await expect(needs()).rejects.toThrow(changed)
  })

  it('are refused when one is neither in the answer nor known alone', async () => {
    const { needs } = service({
      together: only(() => undefined),
      alone: () => {
        throw failure('remote.not_found', 'no such output')
      },
    })
    await expect(needs()).rejects.toThrow(changed)
  })

  it('are not signed for where one of few is not answered, or another one is', async () => {
    const fails = (alone: (id: OutputId) => Output) => expect(service({ alone }).needs(known.slice(0, 2))).rejects
    const away = () => {
      throw failure('remote.unreachable', 'no line')
    }
    await fails(away).toThrow(coded('remote.unreachable'))
    await fails((id) => ({ ...coinOf(id), output_id: coins[9]?.output_id ?? id })).toThrow(changed)
  })

  it.each(['signed', 'spent'] as const)('are refused when one is %s for another transaction', async (state) => {
    const other = service({ together: only((coin) => ({ ...coin, state, signed_by: hashOf('other') as Hash })) })
    await expect(other.needs()).rejects.toMatchObject({
      ...{ code: 'wallet.coin_taken', details: { by: 'Ben', requestId: 'x', spentBy: hashOf('other'), state } },
    })
    const own = service({ together: only((coin) => ({ ...coin, state, signed_by: OWN })) })
    await own.needs()
  })
})
