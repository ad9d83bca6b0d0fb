import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMoved } from '../../src/renderer/state/moved.ts'

const ME = 'f3bd6b73-9d0a-4d6b-a3a1-7a3c04a8d2b1'
const OTHER = '0b4f49dc-8fb4-4539-9a89-fb3afc613747'
const MOVED = { account: ME, topics: ['balances'] } as const
/** Long after all that it waits for. */
const LONG_MS = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function reviewed() {
  let read = 0
  const moved = createMoved(ME, () => {
    read += 1
  })
  const told = ({
    account,
    topics,
  }: {
    account: string | null
    topics: readonly ('balances' | 'drafts' | 'contacts')[]
  }) => moved.heard({ account, topics: [...topics] })
  return { ...moved, told, read: () => read }
}

describe('a review that is open', () => {
  it('is read again once after several changes that come together', () => {
    const { told, read } = reviewed()
    for (let times = 0; times < 5; times += 1) told(MOVED)
    vi.advanceTimersByTime(LONG_MS)
    expect(read()).toBe(1)
  })

  it('is read again where money of all accounts may have moved, or whom it pays may be known otherwise', () => {
    const { told, read } = reviewed()
    told({ account: null, topics: ['balances'] })
    vi.advanceTimersByTime(LONG_MS)
    told({ account: ME, topics: ['contacts'] })
    vi.advanceTimersByTime(LONG_MS)
    expect(read()).toBe(2)
  })

  it('stays for what is of another account, and for what no payment is made of', () => {
    const { told, read } = reviewed()
    told({ account: OTHER, topics: ['balances'] })
    told({ account: ME, topics: ['drafts'] })
    vi.advanceTimersByTime(LONG_MS)
    expect(read()).toBe(0)
  })

  it('is not read while it is held, and is once it is not any more', () => {
    const { told, hold, read } = reviewed()
    hold(true)
    told(MOVED)
    vi.advanceTimersByTime(LONG_MS)
    expect(read()).toBe(0)
    hold(false)
    expect(read()).toBe(1)
  })

  it('is read seldom while its account never rests, and for the last change as well', () => {
    const { told, read } = reviewed()
    for (let passed = 0; passed < LONG_MS; passed += 100) {
      told(MOVED)
      vi.advanceTimersByTime(100)
    }
    const busy = read()
    expect(busy).toBeLessThanOrEqual(LONG_MS / 2_000 + 1)
    told(MOVED)
    vi.advanceTimersByTime(LONG_MS)
    expect(read()).toBe(busy + 1)
  })

  it('is not read any more once it is left, and is where it is come back to at once', () => {
    const { told, end, hold, read } = reviewed()
    told(MOVED)
    end()
    vi.advanceTimersByTime(LONG_MS)
    expect(read()).toBe(0)
    hold(false)
    expect(read()).toBe(1)
  })
})
