import { readFileSync, statSync } from 'node:fs'
import { cleanText } from '#contract/domain'
import { installHostCurve } from '#platform'
import { checkStatement, type StatementVerdict } from '#wallet'
import { said, say, wording } from '#words'
import { asksForHelp, readArguments } from './arguments.ts'
import { languagesOf, speakAs } from './language.ts'
import { openOutlet } from './mishaps.ts'
import { UsageError } from './start-error.ts'

/* npm run verify-statement -- FILE [--key HEX]: checks a signed statement without wallet and network. 0 unchanged and by that key, 1 not, 2 not asked rightly. */

/** More than any statement has; what is larger is none. */
const BYTES_MAX = 200_000_000

const [tell, warn] = [openOutlet(process.stdout), openOutlet(process.stderr)]
const print = (line: string): void => tell(`${line}\n`)

/** What is wrong with how it was asked is no answer, which may go to a file. */
const complain = (line: string): void => warn(`${line}\n`)

/** Of an asset as the file names it, which writes no lines of its own here. */
const named = (text: string): string => cleanText(text, NAME_MAX)
const NAME_MAX = 60

function printPart({ only, isChoice }: Extract<StatementVerdict, { readonly kind: 'signed' | 'unsigned' }>): void {
  if (only !== undefined) print(say('main.statement.only', { symbol: named(only.symbol), id: named(only.id) }))
  if (isChoice) print(say('main.statement.choice'))
}

const printDigest = ({ digest }: { readonly digest: string }): void => print(say('main.statement.digest', { digest }))

/** Throws `UsageError` where there is nothing to read; what is too long is no statement. */
function textOf(file: string): string {
  try {
    return statSync(file).size > BYTES_MAX ? '' : readFileSync(file, 'utf8')
  } catch {
    throw new UsageError(said('main.statement.no-file', { file }))
  }
}

function verdict(text: string, wanted: string | undefined): number {
  const found = checkStatement(text)
  switch (found.kind) {
    case 'unreadable':
      print(say('main.statement.unreadable'))
      return 1
    case 'changed':
      print(say('main.statement.changed'))
      return 1
    case 'sums':
      print(say('main.statement.sums-differ', { symbol: named(found.symbol) }))
      return 1
    case 'unsigned':
      printPart(found)
      print(say('main.statement.unsigned'))
      printDigest(found)
      return 1
    case 'signed':
      printPart(found)
      if (found.isDoubted) print(say('main.statement.doubted'))
      if (wanted === undefined) print(say('main.statement.unchanged', { key: found.key }))
      else if (wanted.toLowerCase() === found.key.toLowerCase())
        print(say('main.statement.by-that-key', { key: found.key }))
      else print(say('main.statement.by-another-key', { key: found.key }))
      printDigest(found)
      return wanted === undefined || wanted.toLowerCase() === found.key.toLowerCase() ? 0 : 1
  }
}

async function run(): Promise<number> {
  await speakAs(languagesOf(process.env))
  await installHostCurve()
  const usage = say('main.statement.usage')
  if (asksForHelp(process.argv.slice(2))) {
    print(`${usage}\n\n${say('main.statement.help')}`)
    return 0
  }
  try {
    const { values, positionals } = readArguments(process.argv.slice(2), { key: { type: 'string' } }, 1)
    const [file] = positionals
    if (file === undefined) complain(`${say('main.statement.file-missing')}\n${usage}`)
    else if (values.key !== undefined && !/^[0-9a-f]{64}$/i.test(values.key)) complain(say('main.statement.no-key'))
    else return verdict(textOf(file), values.key)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    complain(`${wording(error.why)}\n${usage}`)
  }
  return 2
}

process.exitCode = await run()
