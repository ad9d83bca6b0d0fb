import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CofferError,
  encodeInvoice,
  encodeMainnetAddress,
  encodeMixAddress,
  formatPaymentLink,
  mixAddressOf,
  parseAmount,
  parseLink,
  resolveExternalAmount,
} from '#protocol'
import { aHash, aHolder } from '../support/coins.ts'
import { cpuMsAtBestOf } from './timing.ts'

const USER = '16c2c92e-620d-4046-8a43-7dacf53e0be9'
const OTHER = '26c2c92e-620d-4046-8a43-7dacf53e0be9'
const ASSET = 'c94ac88f-4671-3976-b60a-09064f1811e8'
const TRACE = '769b753c-d593-4324-afe5-03dc2f826c69'
const HASH = aHash('an inscription')
const XIN = encodeMainnetAddress(aHolder('receiver'))
const PAY = `https://mixin.one/pay/${USER}`

const refused = expect.objectContaining({ code: 'protocol.link' })

describe('parseLink', () => {
  it('gives back what formatPaymentLink was told, whatever the memo holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (memo) => {
        const link = formatPaymentLink({ destination: USER, asset: ASSET, amount: '1.5', memo, trace: TRACE })
        expect(parseLink(link)).toEqual({
          kind: 'payment',
          destination: { kind: 'user', user_id: USER },
          request: 'prefilled',
          asset: ASSET,
          amount: '1.5',
          trace: TRACE,
          ...(memo !== '' && { memo }),
        })
      }),
    )
  })

  it('survives any text', () => {
    const pieces = fc.constantFrom(
      'https://mixin.one/',
      'mixin://',
      'pay/',
      'bitcoin:',
      'ethereum:',
      USER,
      XIN,
      '?',
      '&',
      '=',
      '%',
      '#',
      '@1',
      '/transfer',
      'amount=1',
      'asset=',
      '\ud800',
      '://',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 }))).map((parts) => parts.join('')),
        ),
        (text) => {
          try {
            parseLink(text)
          } catch (error) {
            expect(error).toBeInstanceOf(CofferError)
            expect(error).toMatchObject({ code: 'protocol.link' })
          }
        },
      ),
      { numRuns: 5000 },
    )
  })

  it('takes every spelling of one payment', () => {
    const query = `asset=${ASSET}&amount=1`
    const [first, ...others] = [
      `https://mixin.one/pay/${USER}?${query}`,
      `HTTPS://MIXIN.ONE/pay/${USER}?${query}`,
      `mixin://mixin.one/pay/${USER}?${query}`,
      `mixin://pay/${USER}?${query}`,
      `  https://mixin.one/pay/${USER}?${query}\n`,
      `https://mixin.one/pay/${USER}?${query}#top`,
      `https://mixin.one/pay/${encodeMixAddress(mixAddressOf([USER], 1))}?${query}`,
    ].map(parseLink)
    for (const other of others) expect(other).toEqual(first)
  })

  it('takes bare ids, addresses and invoices', () => {
    const group = encodeMixAddress(mixAddressOf([USER, OTHER], 2))
    const invoice = encodeInvoice({
      recipient: mixAddressOf([USER], 1),
      entries: [{ traceId: TRACE, assetId: ASSET, amount: parseAmount('1'), extra: '', references: [] }],
    })
    expect(parseLink(USER)).toEqual({ kind: 'user', id: USER })
    expect(parseLink(XIN)).toMatchObject({
      request: 'receive',
      destination: { kind: 'mainnet', threshold: 1, address: XIN },
    })
    expect(parseLink(group)).toMatchObject({
      request: 'receive',
      destination: { kind: 'multisig', members: [USER, OTHER] },
    })
    expect(parseLink(invoice)).toMatchObject({ request: 'invoice', destination: { invoice } })
  })

  it('tells one kernel account with a threshold from several', () => {
    const two = [XIN, encodeMainnetAddress(aHolder('second'))]
    expect(parseLink(encodeMixAddress(mixAddressOf([XIN], 64)))).toMatchObject({
      destination: { kind: 'mainnet', threshold: 64, address: XIN },
    })
    expect(parseLink(encodeMixAddress(mixAddressOf(two, 2)))).toMatchObject({
      destination: { kind: 'mainnet_group', threshold: 2, members: two },
    })
  })

  it.each([
    ['another host', `https://mixin.one.evil.example/pay/${USER}`],
    ['another host behind a user name', `https://mixin.one@evil.example/pay/${USER}`],
    ['a host with a port', `https://mixin.one:444/pay/${USER}`],
    ['a host with a backslash', `https://mixin.one\\@evil.example/pay/${USER}`],
    ['a subdomain', `https://www.mixin.one/pay/${USER}`],
    ['no transport security', `http://mixin.one/pay/${USER}`],
    ['no host', `https:mixin.one/pay/${USER}`],
    ['no slashes', `mixin:pay/${USER}`],
    ['another scheme', `mixin2://pay/${USER}`],
    ['a script', 'javascript:alert(1)'],
    ['an unknown path', 'https://mixin.one/download'],
    ['no path', 'https://mixin.one'],
    ['a path in upper case', `https://mixin.one/PAY/${USER}`],
    ['an id in upper case', `https://mixin.one/users/${USER.toUpperCase()}`],
    ['a path that goes on', `${PAY}/more`],
    ['a slash at the end', `${PAY}/`],
    ['an encoded slash', `https://mixin.one/pay%2F${USER}`],
    ['two amounts', `${PAY}?asset=${ASSET}&amount=1&amount=100`],
    ['two assets', `${PAY}?asset=${ASSET}&asset=${TRACE}`],
    ['an empty asset', `${PAY}?asset=`],
    ['an empty trace', `${PAY}?trace=`],
    ['an amount with exponent', `${PAY}?asset=${ASSET}&amount=1e3`],
    ['an amount with sign', `${PAY}?asset=${ASSET}&amount=%2B1`],
    ['broken percent encoding', `${PAY}?memo=%zz`],
    ['percent encoding of no text', `${PAY}?memo=%ff`],
    ['nothing', ''],
    ['words', 'send me money'],
    ['a bare address of a chain', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ])('refuses %s', (_name, text) => {
    expect(() => parseLink(text)).toThrow(refused)
  })

  it('leaves out a place to return to that is no place', () => {
    const returning = (to: string) => parseLink(`${PAY}?return_to=${encodeURIComponent(to)}`)
    expect(returning('https://example.com/a?b=1')).toMatchObject({ return_to: 'https://example.com/a?b=1' })
    for (const to of [
      'javascript:alert(1)',
      'data:text/html,x',
      'FILE:///etc/passwd',
      'not a url',
      '',
      'https://a b',
    ]) {
      expect(returning(to)).not.toHaveProperty('return_to')
    }
  })

  it('keeps names of parameters from reaching prototypes', () => {
    const parsed = parseLink(`mixin://apps/${USER}?action=open&__proto__=x&constructor=y`)
    expect(parsed).toMatchObject({ kind: 'app', action: 'open' })
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype)
    expect(Object.getOwnPropertyNames('params' in parsed ? parsed.params : {}).sort()).toEqual([
      '__proto__',
      'constructor',
    ])
  })

  it('names what only the messenger or Lightning understands', () => {
    for (const [text, what] of [
      ['lnbc20m1pvjluez', 'lightning'],
      ['LIGHTNING:lnbc20m1pvjluez', 'lightning'],
      ['lnurl1dp68gurn8ghj7', 'lightning'],
      ['bitcoin:BC1QA7A84SQ2NNKPXUA5DLY6FG553D5V06NSL608SS?amount=1&lightning=lnbc1', 'lightning'],
      ['mixin://send?category=text&data=aGk', 'send'],
      ['mixin://device/auth?id=1&pub_key=2', 'device'],
      ['https://mixin.one/wc?uri=wc:1', 'wc'],
      ['mixin://tip/sign?x=1', 'tip'],
    ]) {
      expect(parseLink(text ?? '')).toEqual({ kind: 'unsupported', what })
    }
  })

  it('reads addresses to add and to delete, and withdrawals', () => {
    expect(parseLink(`mixin://address?asset=${ASSET}&action=delete&address=${USER}`)).toEqual({
      kind: 'address_delete',
      asset: ASSET,
      address: USER,
    })
    expect(parseLink(`mixin://withdrawal?address=${USER}&asset=${ASSET}&amount=1&trace=${TRACE}&memo=m`)).toEqual({
      kind: 'withdrawal',
      address: USER,
      asset: ASSET,
      amount: '1',
      trace: TRACE,
      memo: 'm',
    })
    expect(() => parseLink(`mixin://address?asset=${ASSET}&label=L`)).toThrow(refused)
    expect(() => parseLink(`mixin://withdrawal?address=${USER}&asset=${ASSET}&amount=1`)).toThrow(refused)
  })

  it('looks at no more than a million characters', () => {
    const cost = cpuMsAtBestOf(() => {
      for (const text of [`mixin://${'a'.repeat(2_000_000)}`, `https://mixin.one/pay/MIX${'z'.repeat(900_000)}`]) {
        expect(() => parseLink(text)).toThrow(refused)
      }
    }, 50)
    expect(cost).toBeLessThan(50)
  })
})

describe('a memo', () => {
  it.each([
    ['order+12', 'order+12', true],
    ['order%2B12', 'order+12', undefined],
    ['order%2012', 'order 12', undefined],
  ])('with a plus sign that may stand for a space says so: %s', (written, memo, unclear) => {
    for (const link of [
      `${PAY}?memo=${written}`,
      `mixin://pay?recipient=${USER}&asset=${ASSET}&amount=1&memo=${written}`,
    ]) {
      const found = parseLink(link)
      if (found.kind !== 'payment') throw new Error('payment')
      expect([found.memo, found.memo_unclear]).toEqual([memo, unclear])
    }
  })
})

describe('formatPaymentLink', () => {
  it('orders its parameters and encodes all of them', () => {
    const link = formatPaymentLink({
      destination: USER,
      inscription: HASH,
      reference: HASH,
      returnTo: 'https://a.b/?c=d&e',
      trace: TRACE,
      memo: 'a&b=c #1 é',
      amount: '1',
      asset: ASSET,
    })
    expect(link).toBe(
      `${PAY}?asset=${ASSET}&amount=1&memo=a%26b%3Dc%20%231%20%C3%A9&trace=${TRACE}` +
        `&return_to=https%3A%2F%2Fa.b%2F%3Fc%3Dd%26e&reference=${HASH}&inscription=${HASH}`,
    )
  })

  it.each([
    ['no destination', { destination: '' }],
    ['a destination that is no recipient', { destination: 'bob' }],
    ['a destination with more in it', { destination: `${USER}?amount=1` }],
    ['an amount without asset', { destination: USER, amount: '1' }],
    ['a negative amount', { destination: USER, asset: ASSET, amount: '-1' }],
    ['a memo that is no text', { destination: USER, memo: '\ud800' }],
  ])('refuses %s', (_name, parts) => {
    expect(() => formatPaymentLink(parts)).toThrow(refused)
  })
})

describe('links of other chains', () => {
  const TOKEN = '0xdac17f958d2ee523a2206206994597c13d831ec7'
  const TO = '0x00d02d4a148bccc66c6de20c4eb1cbab4298cdcc'

  it('leave units of a token as they are until its precision is known', () => {
    const link = parseLink(`ethereum:${TOKEN}@1/transfer?address=${TO}&uint256=123456789`)
    if (link.kind !== 'external') throw new Error('external')
    expect(link).toMatchObject({ units: '123456789', asset_key: TOKEN })
    expect(link).not.toHaveProperty('amount')
    expect(resolveExternalAmount(link, 6)).toMatchObject({ amount: '123.456789' })
    expect(resolveExternalAmount(link, 0)).toMatchObject({ amount: '123456789' })
    expect(resolveExternalAmount(link, 18)).toMatchObject({ amount: '0.000000000123456789' })
    expect(resolveExternalAmount(link, 6)).not.toHaveProperty('units')
  })

  it('agree with themselves about any amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 40n }), fc.nat(30), (units, precision) => {
        const link = parseLink(`ethereum:${TOKEN}/transfer?address=${TO}&uint256=${units}`)
        if (link.kind !== 'external') throw new Error('external')
        const { amount = '' } = resolveExternalAmount(link, precision)
        const [whole = '', fraction = ''] = amount.split('.')
        expect(BigInt(whole + fraction.padEnd(precision, '0'))).toBe(units)
        expect(amount).not.toMatch(/\.$|\.\d*0$/)
      }),
    )
  })

  it.each([
    ['half a unit', `ethereum:${TO}?value=1.5`],
    ['a unit with too small an exponent', `ethereum:${TO}?value=1.25e1`],
    ['no amount at all', `ethereum:${TO}?value=0`],
    ['an exponent that fills memory', `ethereum:${TO}?value=1e999`],
    ['a name instead of an address', 'ethereum:vitalik.eth?value=1'],
    ['two tokens', `ethereum:${TOKEN}/transfer?address=${TO}&uint256=1&req-asset=${TOKEN}`],
    ['a value of nobody knows what', `ethereum:${TO}?value=1&req-asset=${TOKEN}`],
    ['two values', `ethereum:${TO}?value=1&value=2`],
    ['slashes', `ethereum://${TO}?value=1`],
    ['a required parameter of Ethereum that is unknown', `ethereum:${TO}?value=1&req-x=1`],
    ['a required parameter of a token that is unknown', `ethereum:${TOKEN}/transfer?address=${TO}&uint256=1&req-x=1`],
    ['a required parameter that is unknown', 'bitcoin:BC1QA7A84SQ2NNKPXUA5DLY6FG553D5V06NSL608SS?req-x=1'],
    [
      'a payment id, without which nobody knows whose money it is',
      'monero:44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A?tx_amount=1&tx_payment_id=0123456789abcdef',
    ],
    ['a call of a contract along with the money', `ethereum:${TO}?value=1&data=0xa9059cbb`],
    [
      'a receiver of a token and no transfer of it, where the coin would go to the contract',
      `ethereum:${TOKEN}?address=${TO}`,
    ],
    ['units of a token and no transfer of it', `ethereum:${TOKEN}?uint256=1`],
    ...['', '&reference=mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'].map((more) => [
      `a mark by which alone the receiver finds the money${more === '' ? '' : ', twice'}`,
      `solana:mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN?amount=1&reference=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v${more}`,
    ]),
    ['no address', 'bitcoin:?amount=1'],
    ['a web address', 'solana:https%3A%2F%2Fexample.com'],
    ['a zero amount', 'litecoin:M858ae3a297623a5d?amount=0.0'],
  ])('are refused with %s', (_name, text) => {
    expect(() => parseLink(text)).toThrow(refused)
  })

  it('are refused where the amount has more digits than the token', () => {
    const link = parseLink(`ethereum:${TO}?amount=1.1234567&req-asset=${TOKEN}`)
    if (link.kind !== 'external') throw new Error('external')
    expect(() => resolveExternalAmount(link, 6)).toThrow(refused)
    expect(resolveExternalAmount(link, 7)).toEqual(link)
    expect(() => resolveExternalAmount(link, -1)).toThrow(refused)
  })

  it('name a token on Solana in its own case', () => {
    const token = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
    expect(
      parseLink(`solana:mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN?amount=0.01&spl-token=${token}`),
    ).toMatchObject({
      asset_key: token,
      amount: '0.01',
    })
  })
})

describe('what stands in a link beside', () => {
  it('says nothing of a memo, however it is written', () => {
    const found = parseLink(`${PAY}?memo=order%2012&note=a+b`)
    expect(found).toMatchObject({ memo: 'order 12' })
    expect(found).not.toHaveProperty('memo_unclear')
  })

  it('is a mark on Solana alone', () => {
    expect(parseLink('litecoin:M858ae3a297623a5d?amount=1&reference=order')).toMatchObject({ amount: '1' })
  })
})
