import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { errorFacts } from '#contract/errors'
import { wording } from '#words'
import { MESSAGE_MAX } from '../../src/main/binder.ts'
import { createSocketBridge, FRAME_MAX, type LinkState, type Wire } from '../../src/renderer/state/socket.ts'

const STATE = { ok: true, value: { version: '1' } }

/** A bridge over a wire that the test holds the other end of. */
function connected() {
  const sent: string[] = []
  const timers: (() => void)[] = []
  const states: LinkState[] = []
  const wires: Wire[] = []
  const bridge = createSocketBridge({
    secret: 'token',
    open: () => {
      const wire: Wire = {
        send: (text) => sent.push(text),
        close: () => wire.onclose?.({ code: 1005 }),
        ...{ onopen: null, onmessage: null, onclose: null },
      }
      wires.push(wire)
      return wire
    },
    onState: (state) => states.push(state),
    later: (run) => timers.push(run),
  })
  const receive = (frame: unknown) => wires.at(-1)?.onmessage?.({ data: JSON.stringify(frame) })
  const calls = () => sent.map((text): unknown => JSON.parse(text)).filter((frame) => 'id' in Object(frame))
  const welcome = (answers?: unknown, wallet = 0) => {
    if (wires.length === 1) wires[0]?.onopen?.()
    receive({ welcome: { resume: 'next', wallet, ...(answers === undefined ? {} : { answers }) } })
  }
  const tokens = () => sent.flatMap((text) => (JSON.parse(text) as { token?: string }).token ?? [])
  /** The line is there again; the other end knows this secret. */
  const again = async (secret = 'next') => {
    const known = tokens().length
    const [wire] = wires.slice(-1)
    let isClosed = false
    const { onclose } = wire ?? {}
    if (wire !== undefined)
      wire.onclose = (event) => {
        isClosed = true
        onclose?.(event)
      }
    wire?.onopen?.()
    const { nonce = '' } = JSON.parse(sent.at(-1) ?? '') as { nonce?: string }
    const digest = createHash('sha256').update(secret).digest()
    receive({ proofs: ['f'.repeat(64), createHmac('sha256', digest).update(nonce).digest('hex')] })
    await expect.poll(() => isClosed || tokens().length > known).toBe(true)
  }
  const beats = () => sent.filter((text) => text === '{"beat":true}').length
  /** Lets all time pass for which something waits, once. */
  const pass = () => {
    for (const run of timers.splice(0)) run()
  }
  return { bridge, sent, wires, timers, states, receive, calls, welcome, tokens, again, beats, pass }
}

const answer = (name: string, input: unknown = null) => ({ name, input, reply: STATE })

describe('answers that come with the welcome', () => {
  it('settle what was asked before it, and each only once', async () => {
    const { bridge, welcome, calls } = connected()
    const asked = bridge.invoke('app.state', null)
    welcome([answer('app.state')])
    expect(await asked).toEqual(STATE)
    expect(calls()).toEqual([])
    void bridge.invoke('app.state', null)
    expect(calls()).toEqual([{ id: 2, name: 'app.state', input: null }])
  })

  it('settle what is asked soon after, by method and input', async () => {
    const { bridge, welcome, calls } = connected()
    welcome([answer('groups.list', { account: 'a' })])
    void bridge.invoke('groups.list', { account: 'b' })
    expect(calls()).toHaveLength(1)
    expect(await bridge.invoke('groups.list', { account: 'a' })).toEqual(STATE)
    expect(calls()).toHaveLength(1)
  })

  it.each([
    [
      'something was announced',
      ({ receive }: ReturnType<typeof connected>) => receive({ event: 'data.changed', payload: {} }),
    ],
    ['time has passed', ({ timers }: ReturnType<typeof connected>) => timers.at(-1)?.()],
    ['the line broke', ({ wires }: ReturnType<typeof connected>) => wires[0]?.onclose?.({ code: 1006 })],
  ])('are forgotten once %s', async (_why, happen) => {
    const all = connected()
    all.welcome([answer('home.read', { account: 'a', holder: null })])
    happen(all)
    if (all.wires[0]?.onclose !== null && _why === 'the line broke') {
      all.timers.at(-1)?.()
      await all.again()
      all.welcome()
    }
    void all.bridge.invoke('home.read', { account: 'a', holder: null })
    expect(all.calls()).toHaveLength(1)
  })

  it.each([[undefined], ['nothing'], [[null, 1, { name: 'app.state', input: null }]]])(
    'are not needed, and what is none is ignored (%j)',
    (answers) => {
      const { bridge, welcome, calls } = connected()
      void bridge.invoke('app.state', null)
      welcome(answers)
      expect(calls()).toHaveLength(1)
    },
  )
})

describe('a call whose line breaks', () => {
  it('was perhaps carried out, and nothing is claimed of the money', async () => {
    const { bridge, wires, welcome } = connected()
    welcome()
    const asked = bridge.invoke('payments.approve', { paymentId: 'a' })
    wires[0]?.onclose?.({ code: 1006 })
    expect(await asked).toMatchObject({ ok: false, error: { code: 'host.lost' } })
    const { money, todo } = errorFacts('host.lost')
    expect(money === null ? '' : wording(money)).toMatch(/may have done .* or not/)
    expect(wording(todo)).toMatch(/before you do it again/)
  })

  it('was not carried out if it never went over it', async () => {
    const { bridge, wires, welcome } = connected()
    welcome()
    wires[0]?.onclose?.({ code: 1006 })
    const asked = bridge.invoke('payments.approve', { paymentId: 'a' })
    wires[0]?.onclose?.({ code: 4410 })
    expect(await asked).toMatchObject({ ok: false, error: { code: 'host.refused' } })
    expect(await bridge.invoke('payments.approve', { paymentId: 'b' })).toMatchObject({
      error: { code: 'host.refused' },
    })
  })
})

describe('a line that comes back', () => {
  it.each([
    [0, 0],
    [1, 1],
  ])('has the page loaded anew where another wallet is served since: %i', async (wallet, reloads) => {
    const { bridge, wires, pass, again, welcome, calls } = connected()
    let told = 0
    bridge.subscribe('page.reload', () => {
      told += 1
    })
    welcome()
    wires.at(-1)?.onclose?.({ code: 1006 })
    void bridge.invoke('home.read', null)
    pass()
    await again()
    welcome([], wallet)
    // What was asked of the one before is asked of no other.
    expect([told, calls().length]).toEqual([reloads, 1 - reloads])
  })
})

describe('a first line that breaks before its welcome', () => {
  it('is opened again, with the same secret, which is not spent', () => {
    const { wires, pass, states, tokens, welcome } = connected()
    wires[0]?.onopen?.()
    wires[0]?.onclose?.({ code: 1006 })
    pass()
    wires[1]?.onopen?.()
    welcome()
    expect([tokens(), states]).toEqual([
      ['token', 'token'],
      ['lost', 'open'],
    ])
  })

  it('is given up when Coffer is gone', () => {
    const { wires, pass, states } = connected()
    for (let times = 0; times < 9; times += 1) {
      wires.at(-1)?.onclose?.({ code: 1006 })
      pass()
    }
    expect(states.at(-1)).toBe('closed')
    expect(wires.length).toBeLessThan(5)
  })

  it('leaves the secret for a reload of its tab, until that was refused', () => {
    const { bridge, wires } = connected()
    wires[0]?.onopen?.()
    expect(bridge.resume()).toBe('token')
    wires[0]?.onclose?.({ code: 4409 })
    expect(bridge.resume()).toBe('token')
    bridge.retry()
    wires[1]?.onclose?.({ code: 4401 })
    expect(bridge.resume()).toBe('')
  })
})

describe('a welcome', () => {
  it('is answered before anything is asked', () => {
    const { bridge, sent, welcome } = connected()
    void bridge.invoke('app.state', null)
    welcome()
    expect(sent[1]).toBe('{"welcomed":true}')
    expect(JSON.parse(sent[2] ?? '')).toMatchObject({ name: 'app.state' })
  })
})

describe('a host that hangs and keeps its line', () => {
  it('is asked for a sign of life, and told as silent when none comes', () => {
    const { states, welcome, receive, beats, pass } = connected()
    welcome()
    pass()
    expect(beats()).toBe(1)
    receive({ beat: true })
    pass()
    expect([beats(), states]).toEqual([2, ['open']])
    pass()
    expect([beats(), states]).toEqual([2, ['open', 'silent']])
    pass()
    expect([beats(), states]).toEqual([2, ['open', 'silent']])
  })

  it.each([{ beat: true }, { event: 'data.changed', payload: null }, { id: 1, reply: STATE }])(
    'is back with whatever it says: %j',
    (said) => {
      const { states, welcome, receive, beats, pass } = connected()
      welcome()
      for (let times = 0; times < 3; times += 1) pass()
      receive(said)
      expect(states).toEqual(['open', 'silent', 'open'])
      pass()
      expect(beats()).toBe(2)
    },
  )

  it('gets what is asked meanwhile only once it is back, so that until then it is known not to be carried out', async () => {
    const all = connected()
    all.welcome()
    for (let times = 0; times < 2; times += 1) all.pass()
    const asked = all.bridge.invoke('payments.approve', { paymentId: 'a' })
    expect(all.calls()).toEqual([])
    all.receive({ beat: true })
    expect(all.calls()).toHaveLength(1)
    all.receive({ id: 1, reply: STATE })
    expect(await asked).toEqual(STATE)
  })

  it('and is gone after all is told as gone, and the next one is asked anew', async () => {
    const { states, wires, welcome, again, beats, pass } = connected()
    welcome()
    for (let times = 0; times < 2; times += 1) pass()
    wires[0]?.onclose?.({ code: 1006 })
    expect(states).toEqual(['open', 'silent', 'lost'])
    pass()
    await again()
    welcome()
    pass()
    expect([beats(), states.at(-1)]).toEqual([2, 'open'])
  })
})

describe('a line that is back', () => {
  const broken = () => {
    const all = connected()
    all.welcome()
    all.wires[0]?.onclose?.({ code: 1006 })
    all.pass()
    return all
  }

  it('gets the secret of this page once its host has shown that it gave it', async () => {
    const { again, welcome, tokens, states } = broken()
    await again()
    expect(tokens()).toEqual(['token', 'next'])
    welcome()
    expect(states).toEqual(['open', 'lost', 'open'])
  })

  it('gets nothing from this page where another program answers on it, and tells it nothing', async () => {
    const { again, bridge, calls, receive, tokens, states } = broken()
    void bridge.invoke('keys.reveal', { passphrase: 'a' })
    await again('another')
    receive({ welcome: { resume: 'theirs', answers: [answer('app.state')] } })
    expect([tokens(), calls(), states]).toEqual([['token'], [], ['open', 'lost', 'lost']])
  })

  it.each([true, false])('tells of a lock of which nobody heard meanwhile, and of no other (%s)', async (locked) => {
    const { again, bridge, welcome } = broken()
    const heard: unknown[] = []
    bridge.subscribe('session.changed', (payload) => heard.push(payload))
    await again()
    welcome([{ name: 'app.state', input: null, reply: { ok: true, value: { vault: { locked } } } }])
    expect(heard).toEqual(locked ? [{ locked: true }] : [])
  })

  it('is not believed before that, whatever it says first', async () => {
    const { wires, receive, calls, tokens, states } = broken()
    wires[1]?.onopen?.()
    receive({ welcome: { resume: 'theirs', answers: [] } })
    await expect.poll(() => states).toEqual(['open', 'lost', 'lost'])
    expect([tokens(), calls()]).toEqual([['token'], []])
  })
})

describe('a line that was closed', () => {
  it('welcomes nobody any more, whatever still comes of it', async () => {
    const { wires, welcome, states, bridge, calls } = connected()
    welcome()
    wires[0]?.onclose?.({ code: 4410 })
    wires[0]?.onmessage?.({ data: JSON.stringify({ welcome: { resume: 'late', answers: [answer('app.state')] } }) })
    expect(states).toEqual(['open', 'replaced'])
    expect(bridge.resume()).toBe('next')
    expect(await bridge.invoke('app.state', null)).toMatchObject({ ok: false, error: { code: 'host.refused' } })
    expect(calls()).toEqual([])
  })
})

describe('what is too long for the host', () => {
  it('is refused here, and ends nobody’s line', async () => {
    const { bridge, welcome, calls, receive } = connected()
    welcome()
    const other = bridge.invoke('payments.approve', null)
    const reply = await bridge.invoke('runs.save', { rows: '長'.repeat(FRAME_MAX / 3) })
    expect(reply).toMatchObject({ ok: false, error: { code: 'host.refused', details: { reason: 'too_large' } } })
    expect(calls()).toHaveLength(1)
    receive({ id: 1, reply: STATE })
    expect(await other).toEqual(STATE)
    expect(wording(errorFacts('host.refused', { reason: 'too_large' }).todo)).toMatch(/Split it/)
  })

  it('is what the host itself would not take', () => {
    expect(FRAME_MAX).toBe(MESSAGE_MAX)
  })
})
