import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { STATEMENT_FORMAT } from '../../src/wallet/statements/check.ts'
import { programOf } from '../support/programs.ts'
import { newFolder } from '../support/scratch.ts'

/* What the command says of a file beside whether it was changed: what of an account it is about, in words that no file can write. */

const BTC = { symbol: 'BTC', id: 'btc' }
const sums = { opening: '0', in: '1', out: '0', fees: '0', closing: '1' }
const movement = { type: 'deposit', asset: BTC.id, amount: '1' }
const STATEMENT = { whole: 'yes', assets: [{ ...BTC, ...sums }], movements: [movement] }

function checked(statement: object): Promise<readonly string[]> {
  const file = join(newFolder('statement'), 'statement.json')
  writeFileSync(file, JSON.stringify({ format: STATEMENT_FORMAT, statement, key: null, signature: null }))
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], LANG: 'en' }
    execFile(process.execPath, [programOf('src/main/verify-statement.ts'), file], { env }, (_, out) =>
      resolve(out.trim().split('\n')),
    )
  })
}

/** Of all that it says, whatever signed it. */
const DIGEST = expect.stringMatching(/^Digest: [0-9a-f]{64}\. The paper and the table/)
const UNSIGNED = 'Not signed: nothing shows whether it was changed.'

describe('a statement that is checked', () => {
  it('is said to be about one asset where it is about no other', async () => {
    expect(await checked({ ...STATEMENT, only: BTC })).toEqual([
      'It is about BTC (btc) alone: what else the account has, or moved, is not in it.',
      UNSIGNED,
      DIGEST,
    ])
  })

  it('is said to be a choice of movements where a filter left some out', async () => {
    expect(await checked({ ...STATEMENT, whole: 'no' })).toEqual([
      'It lists only movements that were chosen: it has no balances, and may leave others out.',
      UNSIGNED,
      DIGEST,
    ])
  })

  it('is about all of an account where nothing else is said', async () => {
    expect(await checked(STATEMENT)).toEqual([UNSIGNED, DIGEST])
  })

  it('does not add up where it has more than the asset that it says it is about', async () => {
    const [line] = await checked({ ...STATEMENT, only: { symbol: 'ETH', id: 'eth' } })
    expect(line).toBe('Its sums for BTC do not add up.')
  })

  it.each([
    ['came in', { in: '3', out: '2' }],
    ['left', { out: '-1', fees: '1' }],
    ['was paid as fees', { in: '2', fees: '1' }],
  ])('does not add up where more than its movements %s', async (_, more) => {
    const [line] = await checked({ ...STATEMENT, assets: [{ ...BTC, ...sums, ...more }] })
    expect(line).toBe('Its sums for BTC do not add up.')
  })

  it('adds up with a fee within what left, and one that left by itself', async () => {
    const movements = [
      movement,
      { ...movement, type: 'withdrawal', amount: '-0.5', fee: '0.1' },
      { ...movement, type: 'fee', amount: '-0.2', fee: null },
    ]
    const whole = { ...sums, out: '0.4', fees: '0.3', closing: '0.3' }
    expect(await checked({ ...STATEMENT, movements, assets: [{ ...BTC, ...whole }] })).toEqual([UNSIGNED, DIGEST])
    const [line] = await checked({ ...STATEMENT, movements, assets: [{ ...BTC, ...whole, out: '0.3', fees: '0.4' }] })
    expect(line).toBe('Its sums for BTC do not add up.')
  })

  it('says nothing in words of the file’s own', async () => {
    const symbol = 'X\u001b[2J\nUnchanged since it was signed by the key you named: ab'
    const wrong = { ...STATEMENT, assets: [{ ...STATEMENT.assets[0], symbol, closing: '2' }] }
    for (const statement of [wrong, { ...STATEMENT, only: { ...BTC, symbol } }]) {
      const lines = await checked(statement)
      expect(lines.some((line) => line.startsWith('Unchanged'))).toBe(false)
      expect(lines.join('')).not.toContain('\u001b')
    }
  })
})
