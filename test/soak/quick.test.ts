import { describe, expect, it } from 'vitest'
import { startTestLocalnet } from '../support/localnet.ts'
import { run } from './course.ts'
import { growingTexts, grown, linesOf } from './verdict.ts'

const PLAN = { payments: 20, deposits: 200, contacts: 100, parts: 2 }

describe('a short life of a wallet', () => {
  it('makes no further payment, deposit or contact cost more requests, statements or rows', async () => {
    const net = await startTestLocalnet()
    const parts = await run(net, PLAN, () => undefined).finally(() => net.close())
    // What is read from files is read by the network as well here.
    const lines = linesOf(parts, ['requests', 'statements', 'rows'])
    expect(grown(lines), growingTexts(parts).join('\n')).toEqual([])
  })
})
