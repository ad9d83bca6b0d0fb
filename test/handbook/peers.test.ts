import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Tokens } from 'marked'
import { describe, expect, it } from 'vitest'
import { plainText, readPage } from '../../src/renderer/screens/help/model.ts'
import features from './features.json' with { type: 'json' }

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** At most so many may be missing, each with a reason. */
const MISSING_MAX = 6

interface Row {
  readonly feature: string
  readonly verdict: string
  readonly says: string
  readonly shownBy: string
}

const page = readPage(readFileSync(join(ROOT, 'resources/handbook/en/peers.md'), 'utf8'))
const rows = page.tokens
  .filter((token): token is Tokens.Table => token.type === 'table')
  .flatMap((table) => table.rows)
  .map((cells): Row => {
    const texts = cells.map((cell) => plainText(cell.tokens).trim())
    const [verdict = '', says = ''] = /^(\S+) ?(.*)$/.exec(texts.at(-2) ?? '')?.slice(1) ?? []
    return { feature: texts[0] ?? '', verdict, says, shownBy: texts.at(-1) ?? '' }
  })

describe('the table of other wallets', () => {
  it('has every feature, in its order', () => {
    expect(rows.map(({ feature }) => feature)).toEqual(features)
  })

  it('calls at most six missing, and says of each why', () => {
    const missing = rows.filter(({ verdict }) => verdict === 'N')
    expect(missing.length).toBeLessThanOrEqual(MISSING_MAX)
    expect(missing.filter(({ says }) => says.length < 15)).toEqual([])
  })

  it('says of what is there only in part what is lacking', () => {
    expect(rows.filter(({ verdict, says }) => verdict === 'P' && says.length < 10)).toEqual([])
  })

  it.each(rows.filter(({ verdict }) => verdict !== 'N'))('shows “$feature” by a test that there is', (row) => {
    expect(['Y', 'P']).toContain(row.verdict)
    const [file = '', name = ''] = row.shownBy.split(/: (.*)/s)
    expect(existsSync(join(ROOT, file))).toBe(true)
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(`'${name}'`)
  })
})
