import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { personAt } from '../../src/main/terminal.ts'

/* Whoever is asked in a terminal: what they type, and what becomes of it where they would rather stop. */

const [CTRL_C, CTRL_D] = ['\x03', '\x04']

/** A terminal as Node has it: keys one by one, and whether the system itself shows them. */
function terminal() {
  const keys = Object.assign(new PassThrough(), { isTTY: true, isRaw: false, setRawMode: (raw: boolean) => raw })
  keys.setRawMode = (raw) => {
    keys.isRaw = raw
    return raw
  }
  const screen = Object.assign(new PassThrough(), { isTTY: true, columns: 200 })
  let shown = ''
  screen.on('data', (chunk) => {
    shown += String(chunk)
  })
  const person = personAt(keys, screen)
  if (person === null) throw new Error('nobody is there')
  return { person, keys, shown: () => shown }
}

describe.each(['ask', 'askHidden'] as const)('a question by %s', (how) => {
  it('is answered by a line', async () => {
    const { person, keys, shown } = terminal()
    const answer = person[how]('Well?')
    keys.write('correct horse\r')
    expect(await answer).toBe('correct horse')
    expect(shown()).toContain('Well? ')
  })

  it.each([
    ['Ctrl-C', CTRL_C],
    ['Ctrl-C in the middle of a line', `half${CTRL_C}`],
    ['Ctrl-D', CTRL_D],
  ])('is answered by nobody at %s', async (_what, typed) => {
    const { person, keys } = terminal()
    const answer = person[how]('Well?')
    keys.write(typed)
    expect(await answer).toBeNull()
  })

  it('is answered by nobody where the terminal goes away', async () => {
    const { person, keys } = terminal()
    const answer = person[how]('Well?')
    keys.end()
    expect(await answer).toBeNull()
  })

  it('leaves the terminal as it was, and another one can follow', async () => {
    const { person, keys } = terminal()
    for (const typed of ['one\r', 'two\r']) {
      const answer = person[how]('Well?')
      expect(keys.isRaw).toBe(true)
      keys.write(typed)
      expect(`${await answer}\r`).toBe(typed)
      expect(keys.isRaw).toBe(false)
    }
  })
})

describe('what is typed', () => {
  it('is shown in answer to a question, and not where it is secret', async () => {
    const { person, keys, shown } = terminal()
    for (const [how, typed] of [
      ['ask', 'seen'],
      ['askHidden', 'unseen'],
    ] as const) {
      const answer = person[how]('Well?')
      for (const key of `${typed}\r`) keys.write(key)
      await answer
    }
    expect(shown()).toContain('seen')
    expect(shown()).not.toContain('unseen')
  })
})

describe('a terminal', () => {
  it.each([
    [false, true],
    [true, false],
  ])('is none without keys or without a screen (%s, %s)', (hasKeys, hasScreen) => {
    const keys = Object.assign(new PassThrough(), { isTTY: hasKeys })
    expect(personAt(keys, Object.assign(new PassThrough(), { isTTY: hasScreen }))).toBeNull()
  })
})
