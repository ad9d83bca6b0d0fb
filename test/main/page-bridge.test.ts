import { describe, expect, it } from 'vitest'
import { createPageBridge, type PageContext } from '../../src/preload/page-bridge.ts'

const CONTEXT: PageContext = {
  app_version: '1',
  immersive: false,
  appearance: 'dark',
  currency: 'USD',
  locale: 'en-GB',
  platform: 'Desktop',
  conversation_id: '',
}

function bridge(answer: () => Promise<string> = async () => '[{"asset_id":"x","balance":"1"}]') {
  const asked: unknown[] = []
  const delivered: [string, string][] = []
  const made = createPageBridge({
    context: CONTEXT,
    request(ids) {
      asked.push(ids)
      return answer()
    },
    deliver: (name, text) => delivered.push([name, text]),
  })
  return { ...made, asked, delivered }
}

describe('the functions of a bot’s page', () => {
  it('tell the context as JSON text at once', () => {
    expect(JSON.parse(bridge().getContext())).toEqual(CONTEXT)
  })

  it('hand the answer to the callback of that name, once', async () => {
    const { getAssets, asked, delivered } = bridge()
    getAssets(['a', 'b'], 'assetsCallback_1')
    await expect.poll(() => delivered).toEqual([['assetsCallback_1', '[{"asset_id":"x","balance":"1"}]']])
    expect(asked).toEqual([['a', 'b']])
  })

  it('ask nothing for a callback that is no name', () => {
    const { getAssets, asked } = bridge()
    for (const name of ['', 'a.b', 'alert(1)', 'x;y', '1a', 'a b', null, 7, 'x'.repeat(200)]) getAssets([], name)
    expect(asked).toEqual([])
  })

  it('hand over an empty list when the host is gone', async () => {
    const { getAssets, delivered } = bridge(() => Promise.reject(new Error('gone')))
    getAssets([], 'done')
    await expect.poll(() => delivered).toEqual([['done', '[]']])
  })
})
