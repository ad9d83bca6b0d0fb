import { beforeAll, describe, expect, it } from 'vitest'
import type { Dialect, Nanos } from '#contract/domain'
import {
  encryptPin,
  montgomeryKey,
  publicKeyFromSeed,
  registrationRequest,
  sha256Hash,
  signTip,
  signWithSeed,
  tipPinUpdate,
  tipVerifyBody,
} from '#protocol'
import { manualClock } from '../support/clock.ts'
import {
  BTC,
  clientOf,
  freshBytes,
  freshSeed,
  newcomer,
  type Person,
  personOf,
  pinFor,
  refusalOf,
  register,
  startTestLocalnet,
  type TestLocalnet,
} from '../support/localnet.ts'

describe('registration', () => {
  const clock = manualClock()
  let net: TestLocalnet
  beforeAll(async () => {
    net = await startTestLocalnet({ clock })
  })

  const untouched = (name = 'Newcomer') => newcomer(net, name, { unregistered: true })

  async function withTip(): Promise<Person> {
    const person = await untouched()
    await setTip(person, publicKeyFromSeed(person.spendSeed), 1n)
    return person
  }

  const setTip = (person: Person, key: string, counter: bigint) =>
    person.remote.call('pin.update', {
      body: { old_pin_base64: '', pin_base64: pinFor(person.keystore, tipPinUpdate(key, counter), net.clock) },
    })

  interface Change {
    readonly dialect?: Dialect
    readonly public_key?: string
    readonly signature?: string
    readonly tipSignature?: string
    readonly pin_base64?: string
  }

  function registering(person: Person, { dialect = 'interface', tipSignature, ...body }: Change = {}) {
    const { id: userId, spendSeed } = person
    const made = registrationRequest({ dialect, userId, spendSeed, tipSeed: spendSeed })
    return person.remote.call('me.register', {
      body: {
        public_key: made.publicKey,
        signature: made.signature,
        pin_base64: pinFor(person.keystore, tipSignature ?? made.tipSignature, net.clock),
        ...body,
      },
    })
  }

  async function expectUnregistered(person: Person): Promise<void> {
    expect(await person.remote.call('me.read')).toMatchObject({ has_safe: false, spend_public_key: null })
    expect(await refusalOf(person.remote.call('outputs.list'))).toBe(10404)
  }

  it.each(['interface', 'upstream'] as const)('takes the form of the dialect %s at either address', async (dialect) => {
    for (const spoken of ['interface', 'upstream'] as const) {
      const person = await withTip()
      const there = personOf(net, person.keystore, person.spendSeed, spoken)
      await registering(there, { dialect })
      expect((await there.remote.call('me.read')).spend_public_key).toBe(publicKeyFromSeed(person.spendSeed))
    }
  })

  it('answers the same to the same key again', async () => {
    const person = await withTip()
    const first = await registering(person)
    expect(await registering(person)).toEqual(first)
  })

  it('is for ever: another key is refused', async () => {
    const person = await withTip()
    await registering(person)
    const other = personOf(net, person.keystore, freshSeed())
    expect(await refusalOf(registering(other))).toBe(403)
    expect((await person.remote.call('me.read')).spend_public_key).toBe(publicKeyFromSeed(person.spendSeed))
  })

  it('refuses a signature of another key, over another user, or in neither form', async () => {
    const person = await withTip()
    const { signature: ofOther } = registrationRequest({
      dialect: 'interface',
      userId: person.id,
      spendSeed: freshSeed(),
      tipSeed: person.spendSeed,
    })
    const { signature: overOther } = registrationRequest({
      dialect: 'interface',
      userId: (await untouched()).id,
      spendSeed: person.spendSeed,
      tipSeed: person.spendSeed,
    })
    const upstream = registrationRequest({
      dialect: 'upstream',
      userId: person.id,
      spendSeed: person.spendSeed,
      tipSeed: person.spendSeed,
    })
    const bytes = Buffer.from(upstream.signature, 'base64url')
    const asHex = bytes.toString('hex')
    bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40)
    for (const signature of [ofOther, overOther, asHex, 'ab'.repeat(60), bytes.toString('base64url')]) {
      expect(await refusalOf(registering(person, { signature }))).toBe(10002)
    }
    await expectUnregistered(person)
  })

  it('refuses keys that are no points of the group, and one that somebody else has', async () => {
    const person = await withTip()
    for (const public_key of ['00'.repeat(32), `01${'00'.repeat(31)}`, 'ff'.repeat(32)]) {
      expect(await refusalOf(registering(person, { public_key }))).toBe(10002)
    }
    const owner = await newcomer(net, 'Owner')
    const thief = personOf(net, (await withTip()).keystore, owner.spendSeed)
    expect(await refusalOf(registering(thief))).toBe(10002)
    await expectUnregistered(person)
    await expectUnregistered(thief)
  })

  it('needs a TIP PIN first', async () => {
    const person = await untouched()
    expect(await refusalOf(registering(person))).toBe(20118)
    await expectUnregistered(person)
  })

  it('decrypts the PIN: it must be the TIP key over this registration', async () => {
    const person = await withTip()
    const { tipSignature } = registrationRequest({
      dialect: 'interface',
      userId: person.id,
      spendSeed: person.spendSeed,
      tipSeed: freshSeed(),
    })
    expect(await refusalOf(registering(person, { tipSignature }))).toBe(20119)
    expect(await refusalOf(registering(person, { tipSignature: signTip(person.spendSeed, 'ab'.repeat(32)) }))).toBe(
      20119,
    )
    expect(await refusalOf(registering(person, { tipSignature: '313233343536' }))).toBe(20118)
    await expectUnregistered(person)
  })

  it('refuses a PIN that is garbage, encrypted for another service, or by another session', async () => {
    const person = await withTip()
    const { tipSignature } = registrationRequest({
      dialect: 'interface',
      userId: person.id,
      spendSeed: person.spendSeed,
      tipSeed: person.spendSeed,
    })
    const other = await untouched()
    const elsewhere = { ...person.keystore, server_public_key: publicKeyFromSeed(freshSeed()) }
    for (const pin_base64 of [
      Buffer.from(freshBytes(96)).toString('base64url'),
      'AAAA',
      pinFor(elsewhere, tipSignature, net.clock),
      pinFor(other.keystore, tipSignature, net.clock),
    ]) {
      expect(await refusalOf(registering(person, { pin_base64 }))).toBe(20118)
    }
    await expectUnregistered(person)
  })

  it('refuses a PIN that was used before or is old', async () => {
    const person = await untouched()
    const pin = (seconds: number, iterator: bigint) =>
      encryptPin({
        pin: tipPinUpdate(publicKeyFromSeed(person.spendSeed), 1n),
        time: Number(clock.now() / 1_000_000_000n) + seconds,
        iterator,
        sessionPrivateKey: person.keystore.session_private_key,
        pinPublicKey: montgomeryKey(person.keystore.server_public_key),
        iv: freshBytes(16),
      })
    const update = (pin_base64: string) =>
      person.remote.call('pin.update', { body: { old_pin_base64: '', pin_base64 } })
    expect(await refusalOf(update(pin(-700, 5n)))).toBe(20118)
    expect(await refusalOf(update(pin(700, 5n)))).toBe(20118)
    const good = pin(0, 5n)
    await update(good)
    const verify = (seconds: number, iterator: bigint, timestamp: number) =>
      person.remote.call('pin.verify', {
        body: {
          timestamp,
          pin_base64: encryptPin({
            pin: signTip(person.spendSeed, tipVerifyBody(BigInt(timestamp))),
            time: Number(clock.now() / 1_000_000_000n) + seconds,
            iterator,
            sessionPrivateKey: person.keystore.session_private_key,
            pinPublicKey: montgomeryKey(person.keystore.server_public_key),
            iv: freshBytes(16),
          }),
        },
      })
    expect(await refusalOf(verify(0, 5n, 17))).toBe(20118)
    expect(await refusalOf(verify(0, 6n, 17))).toBe('no refusal')
    expect(await refusalOf(verify(0, 6n, 17))).toBe(20118)
  })

  it('sets a TIP PIN once, with the next counter and a usable key', async () => {
    const person = await untouched()
    const key = publicKeyFromSeed(person.spendSeed)
    expect(await refusalOf(setTip(person, key, 2n))).toBe(20118)
    expect(await refusalOf(setTip(person, '00'.repeat(32), 1n))).toBe(20118)
    expect((await person.remote.call('me.read')).tip_counter).toBe(0)
    await setTip(person, key, 1n)
    expect(await refusalOf(setTip(person, publicKeyFromSeed(freshSeed()), 2n))).toBe(403)
  })

  it('lets digits be replaced by a TIP PIN only by whoever knows them', async () => {
    const person = await untouched()
    const digits = (pin: string) => pinFor(person.keystore, Buffer.from(pin).toString('hex'), net.clock)
    const tip = () => pinFor(person.keystore, tipPinUpdate(publicKeyFromSeed(person.spendSeed), 1n), net.clock)
    const update = (old_pin_base64: string, pin_base64: string) =>
      person.remote.call('pin.update', { body: { old_pin_base64, pin_base64 } })
    await update('', digits('123456'))
    expect(await refusalOf(update('', tip()))).toBe(20119)
    expect(await refusalOf(update(digits('654321'), tip()))).toBe(20119)
    expect(await refusalOf(update(digits('123456'), tip()))).toBe('no refusal')
  })

  it('leaves money calls refused with 10404 until it is done', async () => {
    const person = await withTip()
    await expectUnregistered(person)
    expect(await refusalOf(person.remote.call('snapshots.list'))).toBe(10404)
    expect(await refusalOf(person.remote.call('deposits.entries', { body: { chain_id: BTC } }))).toBe(10404)
    await register(net, await untouched())
    await registering(person)
    expect(await person.outputs()).toEqual([])
  })

  it('gives a new session to whoever proves to hold a registered key, and to nobody else', async () => {
    const person = await newcomer(net, 'Owner')
    const prove = (seed: string, publicKey: string, time: Nanos) => {
      const timestamp = Number(time / 1_000_000_000n)
      const digest = sha256Hash(Buffer.from(`LOCALNET:SESSION:${publicKey}${timestamp}`).toString('hex'))
      return net.control.call('local.session', {
        body: { public_key: publicKey, timestamp, signature: signWithSeed(seed, digest) },
      })
    }
    const key = publicKeyFromSeed(person.spendSeed)
    const keystore = await prove(person.spendSeed, key, clock.now())
    expect((await clientOf(net.url, clock, { keystore }).call('me.read')).user_id).toBe(person.id)
    expect((await person.remote.call('me.read')).user_id).toBe(person.id)
    expect(await refusalOf(prove(freshSeed(), key, clock.now()))).toBe(401)
    expect(await refusalOf(prove(person.spendSeed, key, (clock.now() - 301_000_000_000n) as Nanos))).toBe(401)
    const stranger = freshSeed()
    expect(await refusalOf(prove(stranger, publicKeyFromSeed(stranger), clock.now()))).toBe(404)
  })
})
