import { formatAmountShort, parseAmount, toAmount } from '#protocol'
import { BTC, paying, toUser } from '../support/wallet.ts'
import { type Act, type Acts, agreeTo, attempt, coinsOf, type Desk, type Life, one } from './living.ts'
import { FREE } from './rules.ts'

/* Coins, the rules over them, and collectibles. */

const ownerOf = ({ holder }: Life, { account }: Desk, shared: boolean) => ({ account, holder: shared ? holder : null })

const withItem =
  (act: 'transfer' | 'release'): Act =>
  async (life, desk, choice) => {
    const owner = ownerOf(life, desk, choice.shared)
    const { calls } = desk.wallet
    const { items } = await calls['collectibles.list']({ ...owner, hidden: false })
    const mine = items.filter(({ holder }) => owner.holder === null || holder === owner.holder)
    const item = one(mine, choice.pick)
    const to = one(life.desks, choice.pick + choice.desk)
    if (item === undefined || to === undefined) return
    const { inscription } = item
    const payee = { kind: 'user', userId: to.account } as const
    const review = await attempt(life, () =>
      act === 'release'
        ? calls['collectibles.release']({ ...owner, inscription })
        : calls['collectibles.transfer']({ ...owner, inscription, payee }),
    )
    await agreeTo(life, desk, review, choice)
  }

const LOOKED_AT = parseAmount('0.5')
const KEPT_BACK = parseAmount('0.05')

const combine: Act = async (life, desk, choice) => {
  const { calls } = desk.wallet
  const { account } = desk
  const owner = ownerOf(life, desk, choice.shared)
  const begun = await attempt(life, () => calls['coins.combine']({ ...owner, assetId: BTC }))
  if (begun === undefined) return
  const { paymentId } = begun
  const review = await attempt(life, () => calls['payments.review']({ account, paymentId }))
  await agreeTo(life, desk, review, choice)
}

/** With coins that were chosen: to somebody, or of a group to itself, which combines them. */
const payWithCoins: Act = async (life, desk, choice) => {
  const { holder, ...owner } = ownerOf(life, desk, choice.shared)
  const { rows } = await desk.wallet.calls['coins.list']({ holder, ...owner, ...coinsOf(BTC) })
  const coins = rows.filter((_, at) => at % 3 === choice.pick % 3).slice(0, 4)
  const sum = coins.reduce((so, { amount }) => so + amount, 0n)
  const members = [...new Set(life.desks.map(({ account }) => account))]
  const itself = { payee: { kind: 'group', members, threshold: 2 } as const, amount: formatAmountShort(toAmount(sum)) }
  const somebody = toUser(one(life.payees, choice.pick) ?? owner.account, choice.amount)
  const row = holder !== null && choice.pick % 2 === 0 ? itself : somebody
  const chosen = { holder, coins: coins.map(({ outputId }) => outputId) }
  if (coins.length === 0) return
  const input = paying(owner.account, BTC, [row], chosen)
  const review = await attempt(life, () => desk.wallet.calls['payments.prepare'](input))
  await agreeTo(life, desk, review, choice)
}

export const COINS = {
  freeze: [
    2,
    async (life, desk, { pick, shared }) => {
      const owner = ownerOf(life, desk, shared)
      const { calls } = desk.wallet
      const { rows } = await calls['coins.list']({ ...owner, ...coinsOf(BTC) })
      const coin = one(rows, pick)
      if (coin === undefined) return
      const outputs = [coin.outputId]
      await attempt(life, () =>
        coin.state === 'frozen'
          ? calls['coins.unfreeze']({ ...owner, outputs })
          : calls['coins.freeze']({ ...owner, outputs, reason: 'kept' }),
      )
    },
  ],
  deposit: [
    2,
    async (life, desk, { amount, shared }) => {
      const { calls } = desk.wallet
      const coin = { chainId: BTC, assetId: BTC, amount: parseAmount(amount) }
      const made = await attempt(life, () => calls['local.deposit']({ ...ownerOf(life, desk, shared), ...coin }))
      if (made !== undefined) await attempt(life, () => calls['local.confirm']({ blocks: made.threshold }))
    },
  ],
  combine: [2, combine],
  payWithCoins: [3, payWithCoins],
  /** To another one of them, so that the money stays among them. Of many small coins not all of it can be paid before they are combined. */
  payNearlyAll: [
    2,
    async (life, desk, choice) => {
      const owner = ownerOf(life, desk, choice.shared)
      const { calls } = desk.wallet
      const { available } = await calls['balances.read']({ ...owner, assetId: BTC })
      const to = one(life.desks, choice.pick)
      if (to === undefined || available <= KEPT_BACK) return
      const row = toUser(to.account, formatAmountShort(toAmount(available - KEPT_BACK)))
      const input = paying(owner.account, BTC, [row], { holder: owner.holder })
      const review = await attempt(life, () => calls['payments.prepare'](input))
      if (review === undefined && life.refused.at(-1) === 'wallet.too_many_inputs') await combine(life, desk, choice)
      await agreeTo(life, desk, review, choice)
    },
  ],
  turnCombining: [
    2,
    async (life, desk, { pick, shared }) => {
      const { account, wallet } = desk
      const plan = await wallet.calls['coins.plan']({ ...ownerOf(life, desk, shared), assetId: BTC })
      const planId = plan?.planId
      if (planId == null) return
      const how = one(['coins.pause', 'coins.resume', 'coins.stop'] as const, pick) ?? 'coins.stop'
      await attempt(life, () => wallet.calls[how]({ account, planId }))
    },
  ],
  limit: [
    3,
    async (life, desk, { agree, amount, pick, shared }) => {
      const owner = ownerOf(life, desk, shared && pick % 3 === 0)
      const most = parseAmount(amount)
      const [waits, looks] = [pick % 4 === 1, pick % 4 === 2]
      const assets = [
        { assetId: BTC, day: waits ? null : most, waitAbove: waits ? most : null, lookAbove: looks ? LOOKED_AT : null },
      ]
      const wait = waits ? { hours: 1 + (pick % 6), newPayees: pick > 10 } : null
      const payees = pick === 3 ? ({ kind: 'saved', hours: 1 } as const) : FREE.payees
      const rules = agree ? { ...FREE, assets, wait, payees, changeHours: 1 + pick } : null
      await attempt(life, () => desk.wallet.calls['policies.set']({ ...owner, rules, passphrase: desk.passphrase }))
    },
  ],
  keepLimit: [
    1,
    (life, desk, { shared }) => attempt(life, () => desk.wallet.calls['policies.keep'](ownerOf(life, desk, shared))),
  ],
  sendItem: [4, withItem('transfer')],
  releaseItem: [2, withItem('release')],
  occupyItem: [
    3,
    async (life, desk, choice) => {
      const inscription = one(life.items, choice.pick)
      if (inscription === undefined) return
      const owner = ownerOf(life, desk, choice.shared)
      const review = await attempt(life, () => desk.wallet.calls['collectibles.occupy']({ ...owner, inscription }))
      await agreeTo(life, desk, review, choice)
    },
  ],
} as const satisfies Acts
