import { parseArgs } from 'node:util'
import { type Said, said } from '#words'
import { UsageError } from './start-error.ts'

type Table = Readonly<
  Record<string, { readonly type: 'string' | 'boolean'; readonly default?: string | boolean | undefined }>
>

/** What is wrong with arguments, or null. Node says it too, but in English. */
function mistakeIn(args: readonly string[], options: Table, places: number): Said | null {
  const { tokens } = parseArgs({ args: [...args], strict: false, tokens: true, options })
  const seen = new Set<string>()
  let words = 0
  for (const token of tokens) {
    if (token.kind === 'positional') {
      words += 1
      if (words > places) return said('main.option.text', { text: token.value })
    }
    if (token.kind !== 'option') continue
    const { name, rawName: option, value } = token
    const type = Object.hasOwn(options, name) ? options[name]?.type : undefined
    if (type === undefined) return said('main.option.unknown', { option })
    // What looks like the next option is not taken for a value, unless it is bound to this one.
    const isMissing = value === undefined || value === '' || (token.inlineValue === false && /^-./.test(value))
    if (type === 'string' && isMissing) return said('main.option.value-missing', { option })
    if (type === 'boolean' && value !== undefined) return said('main.option.no-value', { option })
    if (seen.has(name)) return said('main.option.twice', { option })
    seen.add(name)
  }
  return null
}

/** Whether somebody asks how a program is asked. */
export const asksForHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h')

/** What a program was asked with; `places` words may stand without dashes. Throws `UsageError`. */
export function readArguments<const Options extends Table>(args: readonly string[], options: Options, places = 0) {
  const why = mistakeIn(args, options, places)
  if (why !== null) throw new UsageError(why)
  try {
    return parseArgs({ args: [...args], strict: true, allowPositionals: places > 0, options })
  } catch {
    throw new UsageError(said('main.option.unreadable'))
  }
}
