import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startCountdown } from '../../src/renderer/lib/countdown.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

it('counts each second, and is over after the last', () => {
  const left = startCountdown(4)
  expect(left()).toBe(4)
  for (const expected of [3, 2, 1, 0, 0]) {
    vi.advanceTimersByTime(1000)
    expect(left()).toBe(expected)
  }
})

it('takes no timer that comes a moment early for a second more', () => {
  const left = startCountdown(2)
  vi.advanceTimersByTime(990)
  expect(left()).toBe(1)
  vi.advanceTimersByTime(990)
  expect(left()).toBe(0)
})

it('is no longer because nobody asked it in a window that was not seen', () => {
  const left = startCountdown(300)
  vi.advanceTimersByTime(600_000)
  expect(left()).toBe(0)
})

it('is over after a sleep through which the clock that only grows stood still, and no longer where the clock is set back', () => {
  const slept = startCountdown(300)
  vi.setSystemTime(Date.now() + 300_000)
  expect(slept()).toBe(0)
  const set = startCountdown(300)
  vi.setSystemTime(Date.now() - 86_400_000)
  vi.advanceTimersByTime(300_000)
  expect(set()).toBe(0)
})
