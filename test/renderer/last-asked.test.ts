import { describe, expect, it } from 'vitest'
import { lastAsked } from '../../src/renderer/lib/last-asked.ts'

function open() {
  const once = lastAsked()
  const asked: {
    readonly what: string
    readonly end: (value: string) => void
    readonly fail: (error: Error) => void
  }[] = []
  const ask = (what: string) =>
    once({ what }, () => new Promise<string>((end, fail) => void asked.push({ what, end, fail })))
  return { ask, asked }
}

describe('a deed', () => {
  it('is done once while it is under way, however often it is asked for, and is answered each time', async () => {
    const { ask, asked } = open()
    const answers = [ask('a'), ask('a'), ask('a')]
    expect(asked).toHaveLength(1)
    asked[0]?.end('done')
    expect(await Promise.all(answers)).toEqual(['done', 'done', 'done'])
  })

  it('is done again once it was done or has failed', async () => {
    const { ask, asked } = open()
    const first = ask('a')
    asked[0]?.end('done')
    await first
    const second = ask('a')
    asked[1]?.fail(new Error('refused'))
    await expect(second).rejects.toThrow('refused')
    const third = ask('a')
    asked[2]?.end('done again')
    expect(await third).toBe('done again')
  })

  it('is done again where something else was asked for since, so that the last word counts', () => {
    const { ask, asked } = open()
    for (const what of ['a', 'b', 'a', 'a']) void ask(what)
    expect(asked.map(({ what }) => what)).toEqual(['a', 'b', 'a'])
  })
})
