import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { installHostCurve } from '#platform'
import { checkStatement } from '#wallet'
import { say } from '#words'
import { languagesOf, speakAs } from './language.ts'

/* npm run verify-statement -- FILE [--key HEX]: checks a signed statement without wallet and network. 0 unchanged and by that key, 1 not, 2 not asked rightly. */

/** More than any statement has; what is larger is none. */
const BYTES_MAX = 200_000_000

const print = (line: string): void => void process.stdout.write(`${line}\n`)

function verdict(file: string, wanted: string | undefined): number {
  const text = readFileSync(file)
  const found = text.length > BYTES_MAX ? ({ kind: 'unreadable' } as const) : checkStatement(text.toString('utf8'))
  switch (found.kind) {
    case 'unreadable':
      print(say('main.statement.unreadable'))
      return 1
    case 'changed':
      print(say('main.statement.changed'))
      return 1
    case 'sums':
      print(say('main.statement.sums-differ', { symbol: found.symbol }))
      return 1
    case 'unsigned':
      print(say('main.statement.unsigned'))
      return 1
    case 'signed':
      if (wanted === undefined) print(say('main.statement.unchanged', { key: found.key }))
      else if (wanted.toLowerCase() === found.key.toLowerCase())
        print(say('main.statement.by-that-key', { key: found.key }))
      else print(say('main.statement.by-another-key', { key: found.key }))
      return wanted === undefined || wanted.toLowerCase() === found.key.toLowerCase() ? 0 : 1
  }
}

async function run(): Promise<number> {
  await speakAs(languagesOf(process.env))
  await installHostCurve()
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { key: { type: 'string' } } })
    const [file, ...more] = positionals
    if (file !== undefined && more.length === 0) return verdict(file, values.key)
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
  }
  print(say('main.statement.usage'))
  return 2
}

process.exitCode = await run()
