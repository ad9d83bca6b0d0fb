import { describe, expect, it } from 'vitest'
import { createTurns } from '../../src/wallet/shared/turns.ts'

describe('turns', () => {
  it('are taken one after the other for a key, whatever became of the one before', async () => {
    const turns = createTurns()
    const done: string[] = []
    const first = turns.take('a', async () => {
      await Promise.resolve()
      done.push('first')
      throw new Error('no')
    })
    const second = turns.take('a', async () => void done.push('second'))
    const other = turns.take('b', async () => void done.push('other'))
    await expect(first).rejects.toThrow('no')
    await Promise.all([second, other])
    expect(done).toEqual(['other', 'first', 'second'])
  })

  it('leave nothing behind once all of them are over', async () => {
    const turns = createTurns()
    const both = [turns.take('a', async () => 1), turns.take('a', () => Promise.reject(new Error('no')))]
    expect(turns.size()).toBe(1)
    await Promise.allSettled(both)
    expect(turns.size()).toBe(0)
  })
})
