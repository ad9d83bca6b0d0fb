import {
  addScalars,
  deriveGhostPublicKey,
  encodePayload,
  encodeScript,
  OUTPUT,
  parseAmount,
  publicKeyFromScalar,
  publicKeyFromSeed,
  scalarFromSeed,
  scalarFromUniform,
  sha3Hash,
  sha512Hash,
  type Transaction,
  viewScalar,
} from '#protocol'

const hexOf = (text: string): string => Buffer.from(text, 'utf8').toString('hex')

export function aHash(name: string): string {
  return sha3Hash(hexOf(name))
}

/** A scalar that follows from a name. */
export function aScalar(name: string): string {
  return scalarFromUniform(sha512Hash(hexOf(name)))
}

/** A person with the keys that the person and the service hold. The same name gives the same keys. */
export function aHolder(name: string) {
  const seed = aHash(`spend seed of ${name}`)
  const viewPrivateKey = aScalar(`view key of ${name}`)
  return {
    seed,
    spendPrivateKey: scalarFromSeed(seed),
    spendPublicKey: publicKeyFromSeed(seed),
    viewPrivateKey,
    viewPublicKey: publicKeyFromScalar(viewPrivateKey),
  }
}

export type Holder = Readonly<ReturnType<typeof aHolder>>
export type Coin = Readonly<ReturnType<typeof aCoin>>

export const ASSET = aHash('an asset')

/** An unspent output of some holders, with the view scalar of each. */
export function aCoin(name: string, holders: readonly Holder[], { threshold = 1, amount = '1', asset = ASSET } = {}) {
  const r = aScalar(`r of ${name}`)
  const mask = publicKeyFromScalar(r)
  const index = name.length % 3
  return {
    hash: aHash(name),
    index,
    asset,
    amount: parseAmount(amount),
    keys: holders.map(({ viewPublicKey, spendPublicKey }) =>
      deriveGhostPublicKey(r, viewPublicKey, spendPublicKey, index),
    ),
    mask,
    script: encodeScript(threshold),
    views: holders.map(({ viewPrivateKey }) => viewScalar(mask, viewPrivateKey, index)),
  }
}

/** `count` coins of one holder, made the cheap way: the key follows from the view scalar. */
export function manyCoins(count: number, holder: Holder): Coin[] {
  const mask = publicKeyFromScalar(aScalar('one mask for all'))
  return Array.from({ length: count }, (_, at) => {
    const view = aScalar(`view scalar ${at}`)
    return {
      hash: aHash(`coin ${at}`),
      index: at % 8,
      asset: ASSET,
      amount: parseAmount('1'),
      keys: [publicKeyFromScalar(addScalars(view, holder.spendPrivateKey))],
      mask,
      script: encodeScript(1),
      views: [view],
    }
  })
}

/** Pays all the coins to one output, or as told. */
export function aPayment(coins: readonly Coin[], change: Partial<Transaction> = {}): Transaction {
  const total = coins.reduce((sum, { amount }) => sum + amount, 0n)
  const r = aScalar('r of a payment')
  const payee = aHolder('payee')
  return {
    version: 5,
    asset: coins[0]?.asset ?? ASSET,
    inputs: coins.map(({ hash, index }) => ({ hash, index })),
    outputs: [
      {
        type: OUTPUT.script,
        amount: total as Coin['amount'],
        keys: [deriveGhostPublicKey(r, payee.viewPublicKey, payee.spendPublicKey, 0)],
        mask: publicKeyFromScalar(r),
        script: encodeScript(1),
      },
    ],
    references: [],
    extra: '',
    ...change,
  }
}

export function aRawPayment(coins: readonly Coin[], change: Partial<Transaction> = {}): string {
  return encodePayload(aPayment(coins, change))
}
