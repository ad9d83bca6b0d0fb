import { beforeAll, describe, expect, it } from 'vitest'
import type { Dialect, UserId } from '#contract/domain'
import type { EndpointInput } from '#contract/http'
import { publicKeyFromSeed, registrationRequest, signTip, tipPinUpdate, tipVerifyBody } from '#protocol'
import { exchangeOf, legacyAccount, successorSeed } from '../support/legacy.ts'
import {
  BTC,
  callAs,
  freshId,
  freshSeed,
  newcomer,
  order,
  type Person,
  personOf,
  pinFor,
  refusalOf,
  startTestLocalnet,
  type TestLocalnet,
} from '../support/localnet.ts'

type Past = NonNullable<EndpointInput<'local.account'>['body']>

const inHex = (digits: string): string => Buffer.from(digits).toString('hex')
const inBase64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url')

let net: TestLocalnet
beforeAll(async () => {
  net = await startTestLocalnet()
})

const fresh = (kind: 'user' | 'bot' = 'bot') => newcomer(net, 'Till', { kind, unregistered: true })

/** An account that has been somewhere before; `spendSeed` is its own even where nothing is registered. */
async function withPast(past: Partial<Past>, spendSeed = freshSeed(), dialect: Dialect = 'interface'): Promise<Person> {
  const keystore = await net.control.call('local.account', { body: { full_name: 'Old Hand', ...past } })
  return personOf(net, keystore, spendSeed, dialect)
}

const signatureOf = (userId: UserId, spendSeed: string): string =>
  registrationRequest({ dialect: 'upstream', userId, spendSeed, tipSeed: spendSeed }).signature

function registering(by: Person, { id = by.id, seed = by.spendSeed }: { id?: UserId; seed?: string } = {}) {
  const body = { spend_public_key: publicKeyFromSeed(seed), signature_base64: signatureOf(id, seed) }
  return by.remote.call('apps.register', { params: { id }, body })
}

const rotating = (by: Person, id: UserId, seed: string) =>
  by.remote.call('apps.session', { params: { id }, body: { session_public_key: publicKeyFromSeed(seed) } })

async function verifies({ keystore, remote }: Person, tipSeed: string): Promise<unknown> {
  const timestamp = Math.floor(Number(net.clock.now() / 1_000_000_000n))
  const pin = signTip(tipSeed, tipVerifyBody(BigInt(timestamp)))
  return refusalOf(remote.call('pin.verify', { body: { pin_base64: pinFor(keystore, pin, net.clock), timestamp } }))
}

const verifiesDigits = ({ keystore, remote }: Person, digits: string) =>
  refusalOf(
    remote.call('pin.verify', { body: { pin_base64: pinFor(keystore, inHex(digits), net.clock), timestamp: 1 } }),
  )

/** A network user of a bot, with a session of its own. */
async function madeBy(bot: Person): Promise<Person> {
  const seed = freshSeed()
  const { user_id, session_id, server_public_key } = await bot.remote.call('networkUsers.create', {
    body: { session_secret: inBase64(publicKeyFromSeed(seed)), full_name: 'Counter 4' },
  })
  return personOf(
    net,
    {
      ...{ app_id: user_id, session_id, session_private_key: seed, spend_private_key: null },
      server_public_key: server_public_key ?? '',
    },
    freshSeed(),
  )
}

describe('an app registered as the dashboard does it', () => {
  it('has its spend key as TIP key too, without any PIN', async () => {
    const app = await fresh()
    expect(await registering(app)).toEqual({ spend_public_key: publicKeyFromSeed(app.spendSeed) })
    expect(await app.remote.call('me.read')).toMatchObject({
      ...{ has_safe: true, has_pin: true, tip_counter: 1 },
      spend_public_key: publicKeyFromSeed(app.spendSeed),
      tip_key_base64: inBase64(publicKeyFromSeed(app.spendSeed)),
    })
    expect(await verifies(app, app.spendSeed)).toBe('no refusal')
    expect((await app.fund(BTC, '1')).state).toBe('unspent')
  })

  it('keeps the TIP key that it has', async () => {
    const tip = freshSeed()
    const app = await withPast({ tip_public_key: publicKeyFromSeed(tip) })
    await registering(app)
    expect([await verifies(app, tip), await verifies(app, app.spendSeed)]).toEqual(['no refusal', 20119])
  })

  it('is answered the same when it comes again, and another key is refused for ever', async () => {
    const app = await fresh()
    const first = await registering(app)
    expect(await registering(app)).toEqual(first)
    expect(await refusalOf(registering(app, { seed: freshSeed() }))).toBe(403)
    expect((await app.remote.call('me.read')).spend_public_key).toBe(publicKeyFromSeed(app.spendSeed))
  })

  it('is refused with a signature of another key, over another app, or in another form', async () => {
    const app = await fresh()
    const other = await fresh()
    const own = signatureOf(app.id, app.spendSeed)
    for (const signature of [
      signatureOf(app.id, freshSeed()),
      signatureOf(other.id, app.spendSeed),
      Buffer.from(own, 'base64url').toString('hex'),
      `${own}==`,
    ]) {
      const body = JSON.stringify({ spend_public_key: publicKeyFromSeed(app.spendSeed), signature_base64: signature })
      const uri = `/safe/apps/${app.id}/register`
      expect(await refusalOf(callAs(net, app, { method: 'POST', uri, body }))).toBe(10002)
    }
    expect((await app.remote.call('me.read')).has_safe).toBe(false)
  })

  it('is refused with a key of somebody else, and with one that is none', async () => {
    const app = await fresh()
    const taken = await newcomer(net, 'Ana')
    expect(await refusalOf(registering(app, { seed: taken.spendSeed }))).toBe(10002)
    const body = { spend_public_key: '01'.padEnd(64, '0'), signature_base64: signatureOf(app.id, app.spendSeed) }
    expect(await refusalOf(app.remote.call('apps.register', { params: { id: app.id }, body }))).toBe(10002)
    expect((await app.remote.call('me.read')).has_safe).toBe(false)
  })
})

describe('who may do what the dashboard does', () => {
  const calls = {
    register: (by: Person, of: Person) => registering(by, { id: of.id, seed: of.spendSeed }),
    session: (by: Person, of: Person) => rotating(by, of.id, freshSeed()),
    billing: (by: Person, of: Person) => by.remote.call('apps.billing', { params: { id: of.id } }),
  }

  it.each(Object.entries(calls))(
    '%s: an app for itself, and a bot for a network user that it made',
    async (_, call) => {
      const bot = await fresh()
      const made = await madeBy(bot)
      expect(await refusalOf(call(bot, made))).toBe('no refusal')
      expect(await refusalOf(call(bot, bot))).toBe('no refusal')
    },
  )

  it.each(Object.entries(calls))('%s: nobody for anybody else', async (_, call) => {
    const [bot, stranger] = [await fresh(), await fresh()]
    const [made, person] = [await madeBy(bot), await fresh('user')]
    for (const [by, of, code] of [
      [stranger, bot, 403],
      [stranger, made, 403],
      [made, bot, 403],
      [person, bot, 403],
      [bot, person, 404],
      [person, person, 404],
      [bot, { ...bot, id: freshId() as UserId }, 404],
    ] as const) {
      expect(await refusalOf(call(by, of))).toBe(code)
    }
    for (const { remote } of [bot, made, person]) expect((await remote.call('me.read')).has_safe).toBe(false)
  })
})

describe('a session made anew', () => {
  it('ends all others, whose tokens are refused from then on, and signs and has PINs as they did', async () => {
    const app = await withPast({ spend_public_key: publicKeyFromSeed('7'.repeat(64)) }, '7'.repeat(64))
    await app.fund(BTC, '1')
    const seed = freshSeed()
    const { session_id } = await rotating(app, app.id, seed)
    expect(await refusalOf(app.remote.call('me.read'))).toBe(401)
    expect(await refusalOf(app.remote.call('outputs.list'))).toBe(401)
    const renewed = personOf(net, { ...app.keystore, session_id, session_private_key: seed }, app.spendSeed)
    expect(await renewed.balance(BTC)).toBe('1')
    expect(await verifies(renewed, app.spendSeed)).toBe('no refusal')
    expect(await renewed.remote.call('sessions.fetch', { body: [app.id] })).toMatchObject([{ session_id }])
  })

  it('is refused for what is no key, and then ends nothing', async () => {
    const app = await fresh()
    for (const session_public_key of ['00'.repeat(32), 'A'.repeat(43), 'A'.repeat(50)]) {
      const call = app.remote.call('apps.session', { params: { id: app.id }, body: { session_public_key } })
      expect(await refusalOf(call)).toBe(10002)
    }
    expect((await app.remote.call('me.read')).user_id).toBe(app.id)
  })
})

describe('an account that has been somewhere before', () => {
  const options = [true, false]
  const pasts = options.flatMap((pin) =>
    options.flatMap((tip) => options.flatMap((spend) => options.map((hides) => ({ pin, tip, spend, hides })))),
  )

  it.each(pasts)('can have any past: %j', async ({ pin, tip, spend, hides }) => {
    const [tipSeed, spendSeed] = [freshSeed(), freshSeed()]
    const person = await withPast(
      {
        ...(pin ? { pin: '271828' } : {}),
        ...(tip ? { tip_public_key: publicKeyFromSeed(tipSeed) } : {}),
        ...(spend ? { spend_public_key: publicKeyFromSeed(spendSeed) } : {}),
        hides_spend_key: hides,
      },
      spendSeed,
    )
    const tipKey = tip ? tipSeed : spend && !pin ? spendSeed : null
    for (const dialect of ['interface', 'upstream'] as const) {
      const me = await personOf(net, person.keystore, spendSeed, dialect).remote.call('me.read')
      expect(me).toMatchObject({
        ...{ has_safe: spend, has_pin: pin || tipKey !== null, tip_counter: tipKey === null ? 0 : 1 },
        tip_key_base64: tipKey === null ? '' : inBase64(publicKeyFromSeed(tipKey)),
        spend_public_key: spend && !hides ? publicKeyFromSeed(spendSeed) : null,
      })
    }
    if (tipKey !== null) expect(await verifies(person, tipKey)).toBe('no refusal')
    expect(await verifiesDigits(person, '271828')).toBe(
      pin && tipKey === null ? 'no refusal' : tipKey === null ? 20119 : 20118,
    )
    expect(await refusalOf(person.remote.call('outputs.list'))).toBe(spend ? 'no refusal' : 10404)
  })

  it('with six digits gets a TIP key by them, and by no others', async () => {
    const person = await withPast({ pin: '141421' })
    const { keystore, remote, spendSeed } = person
    const setting = (digits: string) =>
      remote.call('pin.update', {
        body: {
          old_pin_base64: pinFor(keystore, inHex(digits), net.clock),
          pin_base64: pinFor(keystore, tipPinUpdate(publicKeyFromSeed(spendSeed), 1n), net.clock),
        },
      })
    expect(await refusalOf(setting('141422'))).toBe(20119)
    expect((await remote.call('me.read')).tip_key_base64).toBe('')
    await setting('141421')
    expect(await verifies(person, spendSeed)).toBe('no refusal')
    expect(await verifiesDigits(person, '141421')).toBe(20118)
  })

  it('is refused with a key that is none or is registered already, and then not made', async () => {
    const before = (await net.control.call('local.state')).accounts
    const taken = await withPast({ spend_public_key: publicKeyFromSeed(freshSeed()) })
    const { spend_public_key: key } = await taken.remote.call('me.read')
    for (const past of [
      { spend_public_key: key ?? '' },
      { spend_public_key: '01'.padEnd(64, '0') },
      { tip_public_key: '01'.padEnd(64, '0') },
      { pin: '12345' },
    ]) {
      expect(await refusalOf(order(net, 'accounts', { full_name: 'Old Hand', ...past }))).toBe(10002)
    }
    expect((await net.control.call('local.state')).accounts).toBe(before + 1)
  })
})

describe('an account with an RSA session', () => {
  const exchange = (body: ReturnType<typeof exchangeOf>) => net.control.call('legacyUsers.create', { body })

  it('gets a session of today for the old key and its six digits, and goes on with them', async () => {
    const legacy = await legacyAccount(net, 'Old Bot', '314159')
    const { app_id, session_id, server_public_key } = await exchange(exchangeOf(legacy, '314159', net.clock))
    expect(app_id).toBe(legacy.clientId)
    const seed = successorSeed(legacy)
    const keystore = { app_id, session_id, server_public_key, session_private_key: seed, spend_private_key: null }
    const person = personOf(net, keystore, freshSeed())
    expect(await person.remote.call('me.read')).toMatchObject({ has_pin: true, has_safe: false, tip_counter: 0 })
    expect(await verifiesDigits(person, '314159')).toBe('no refusal')
  })

  it('is answered the same when it asks again, and is refused with another new key', async () => {
    const legacy = await legacyAccount(net, 'Old Bot', '314159')
    const first = await exchange(exchangeOf(legacy, '314159', net.clock))
    expect(await exchange(exchangeOf(legacy, '314159', net.clock))).toEqual(first)
    expect(await refusalOf(exchange(exchangeOf(legacy, '314159', net.clock, freshSeed())))).toBe(403)
  })

  it('is refused with other digits, another old key, another session, and what is no key', async () => {
    const [legacy, other] = [await legacyAccount(net, 'Old', '314159'), await legacyAccount(net, 'Other', '314159')]
    const body = exchangeOf(legacy, '314159', net.clock)
    const { session_secret_legacy } = exchangeOf(other, '314159', net.clock)
    for (const [over, code] of [
      [{ pin: exchangeOf(legacy, '314158', net.clock).pin }, 20119],
      [{ pin: exchangeOf(other, '314159', net.clock).pin }, 20118],
      [{ pin: 'AAAA' }, 20118],
      [{ session_secret_legacy }, 10002],
      [{ session_secret_legacy: 'AAAA' }, 10002],
      [{ session_secret: 'A'.repeat(43) }, 10002],
      [{ session_id: freshId() }, 404],
      [{ session_id: other.sessionId }, 10002],
    ] as const) {
      expect(await refusalOf(exchange({ ...body, ...over }))).toBe(code)
    }
    expect((await exchange(body)).app_id).toBe(legacy.clientId)
  })

  it('is ordered only with an RSA key', async () => {
    const answer = await fetch(`${net.url}/localnet/legacy-accounts`, {
      method: 'POST',
      body: JSON.stringify({ full_name: 'Old Bot', session_secret: 'AAAA', pin: '314159' }),
    })
    expect(await answer.json()).toMatchObject({ error: { code: 10002, extra: { field: 'session_secret' } } })
  })
})
