import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whenDue } from '../../src/renderer/lib/when-due.ts'

const MINUTE = 60_000
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What is due in so many minutes, and how often it was run. */
function due(minutes: number) {
  const times: number[] = []
  const stop = whenDue(new Date(Date.now() + minutes * MINUTE).toISOString(), () => times.push(Date.now()))
  return { times, stop }
}

it('comes once it is due, not before, and no more once it was stopped', () => {
  const { times, stop } = due(60)
  vi.advanceTimersByTime(60 * MINUTE - 1)
  expect(times).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(times).toHaveLength(1)
  stop()
  vi.advanceTimersByTime(60 * MINUTE)
  expect(times).toHaveLength(1)
})

it('comes also where it is long due, and longer from now than a timer can be set for', () => {
  const { times } = due(-5)
  expect(times).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(times).toHaveLength(1)
  const far = due(60 * 24 * 30)
  vi.advanceTimersByTime(60 * 24 * 29 * MINUTE)
  expect(far.times).toEqual([])
})

it('comes soon after a sleep through which timers stood still', () => {
  const { times } = due(60)
  vi.setSystemTime(Date.now() + 61 * MINUTE)
  vi.advanceTimersByTime(MINUTE)
  expect(times.length).toBeGreaterThan(0)
})

it('comes at its time also where the clock had been ahead, and again where it was due by that clock alone', () => {
  const { times } = due(60)
  vi.setSystemTime(Date.now() + 61 * MINUTE)
  vi.advanceTimersByTime(MINUTE)
  const before = times.length
  vi.setSystemTime(Date.now() - 62 * MINUTE)
  vi.advanceTimersByTime(59 * MINUTE)
  expect(times).toHaveLength(before)
  vi.advanceTimersByTime(2 * MINUTE)
  expect(times.length).toBeGreaterThan(before)
})
