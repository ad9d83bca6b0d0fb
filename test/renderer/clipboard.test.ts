import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type CopyOutcome, copyAndWatch } from '../../src/renderer/lib/clipboard.ts'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const OTHER = '0x00000000098527886E0F7030069857D2E4169EE7'
let said: (CopyOutcome | null)[]
let written: () => void

beforeEach(() => {
  vi.useFakeTimers()
  said = []
  vi.stubGlobal('document', { hasFocus: () => true })
  vi.stubGlobal('navigator', {
    clipboard: {
      writeText: () =>
        new Promise<void>((resolve) => {
          written = resolve
        }),
      readText: async () => OTHER,
    },
    permissions: { query: async () => ({ state: 'granted' }) },
  })
})

afterEach(() => {
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
