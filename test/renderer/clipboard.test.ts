import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CopyOutcome, copyAndWatch } from '../../src/renderer/lib/clipboard.ts'
import { forgetAll } from '../../src/renderer/state/forget-on-lock.ts'
import { heedCopies, notePasted, swappedAmong, unfollow, werePasted } from '../../src/renderer/state/pasted.ts'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const OTHER = '0x00000000098527886E0F7030069857D2E4169EE7'
let said: (CopyOutcome | null)[]
let written: () => void
let held: string
let permission: string

beforeEach(() => {
  vi.useFakeTimers()
  said = []
  held = OTHER
  permission = 'granted'
  vi.stubGlobal('document', { hasFocus: () => true })
  vi.stubGlobal('navigator', {
    clipboard: {
      writeText: () =>
        new Promise<void>((resolve) => {
          written = resolve
        }),
      readText: async () => held,
    },
    permissions: { query: async () => ({ state: permission }) },
  })
})

afterEach(() => {
  forgetAll()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('says that another address came in place of the one that was copied', async () => {
  copyAndWatch(ADDRESS, (outcome) => said.push(outcome))
  written()
  await vi.advanceTimersByTimeAsync(1_500)
  expect(said).toEqual(['copied', 'changed'])
})

it('says nothing any more once it was stopped, also before the clipboard had taken the text', async () => {
  const stop = copyAndWatch(ADDRESS, (outcome) => said.push(outcome))
  stop()
  written()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(said).toEqual([])
})

describe('what is pasted', () => {
  const TIMES = 100
  const hex = (seed: number) =>
    `0x${(BigInt(seed) * 0x9e3779b97f4a7c15f39cc0605cedc834n).toString(16).padStart(40, '0').slice(-40)}`
  /** Coffer puts it on the clipboard, where it stays. */
  async function copy(text: string): Promise<void> {
    copyAndWatch(text, () => undefined)
    written()
    await vi.advanceTimersByTimeAsync(1)
  }

  it('is told from what Coffer had copied, 100 times of 100', async () => {
    for (let time = 1; time <= TIMES; time += 1) {
      const [meant, found] = [hex(time), hex(time + TIMES)]
      await copy(meant)
      held = found
      notePasted(`${found}\n`)
      expect(await swappedAmong([found])).toEqual([{ when: 'pasted', meant, found }])
    }
  })

  it('is told from what the clipboard holds by the time of the review, 100 times of 100', async () => {
    for (let time = 1; time <= TIMES; time += 1) {
      const [meant, found] = [hex(time), hex(time + TIMES)]
      held = meant
      notePasted(meant)
      expect(await swappedAmong([meant])).toEqual([])
      held = found
      expect(await swappedAmong([meant])).toEqual([{ when: 'since', meant, found }])
      forgetAll()
    }
  })

  it('raises nothing where it is of another kind than what was copied or lies there now', async () => {
    await copy('1b0c2d5e-7a3f-4f6a-9a52-0b1c2d3e4f5a')
    notePasted(ADDRESS)
    held = 'a note about lunch'
    expect(await swappedAmong([ADDRESS])).toEqual([])
    held = '7000104'
    expect(await swappedAmong([ADDRESS])).toEqual([])
    notePasted('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')
    held = 'a-Passphrase!of.its*own(choice)'
    expect(await swappedAmong(['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'])).toEqual([])
  })

  it('is no matter of the clipboard any more once something else was pasted, as a passphrase is', async () => {
    notePasted(ADDRESS)
    unfollow()
    expect(await swappedAmong([ADDRESS])).toEqual([])
  })

  it('raises nothing where the person copied by hand or pasted for another recipient since', async () => {
    const page = new EventTarget()
    const stop = heedCopies(page as Window) // nothing but events is heard there
    await copy(ADDRESS)
    page.dispatchEvent(new Event('copy'))
    notePasted(OTHER)
    stop()
    notePasted(ADDRESS)
    held = OTHER
    expect(await swappedAmong([ADDRESS, OTHER])).toEqual([])
  })

  it.each([
    ['', 0],
    [', also where the clock was set back since', -86_400_000],
  ])('raises nothing where what Coffer copied is long ago%s', async (_, byMs) => {
    await copy(ADDRESS)
    vi.setSystemTime(Date.now() + byMs)
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    notePasted(OTHER)
    expect(await swappedAmong([OTHER])).toEqual([])
  })

  it('is not looked for on a clipboard that the host lets nobody read', async () => {
    permission = 'prompt'
    notePasted(ADDRESS)
    expect(await swappedAmong([ADDRESS])).toEqual([])
  })

  it('is forgotten with the lock', () => {
    notePasted(ADDRESS)
    expect(werePasted([ADDRESS])).toBe(true)
    forgetAll()
    expect(werePasted([ADDRESS])).toBe(false)
  })
})
