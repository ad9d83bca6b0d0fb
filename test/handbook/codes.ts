import { ERRORS, type ErrorCode, type ErrorDetails, errorFacts, inOneLine, isErrorCode } from '#contract/errors'
import { type Language, speak, withoutMarks, wording } from '#words'

/* The table of error codes that each language's page on troubleshooting ends with, as the catalogues word it. */

const HEADS: Readonly<Record<Language, readonly [string, string, string]>> = {
  en: ['code', 'what happened', 'what to do'],
  'zh-CN': ['代码', '发生了什么', '该怎么做'],
  ja: ['コード', '何が起きたか', 'すること'],
}

/** Stands for what a sentence would name in a case at hand. */
const NAMED = '…'

const NAMES = [
  ...['text', 'field', 'fields', 'name', 'label', 'available', 'needed', 'fits', 'fee', 'input', 'code'],
  ...['least', 'number', 'before'],
]
const named = Object.fromEntries(NAMES.map((name) => [name, NAMED]))

/** Figures that are always the same, and what elsewhere chooses a sentence. */
const OWN: Readonly<Partial<Record<ErrorCode, ErrorDetails>>> = {
  'input.too_many_rows': { count: 100_001, most: 100_000 },
  'wallet.look_again': { minutes: 5 },
  'wallet.keys_refused': { reason: NAMED },
  'wallet.no_chain': { symbol: NAMED },
}

/** Without what a case at hand would say, and as a cell of a table. */
const tidy = (text: string): string =>
  withoutMarks(text)
    .replaceAll(/ +(?=[ ;,]|\.(?!\w))/g, '')
    .replaceAll(/[|*]/g, (sign) => `\\${sign}`)

function row(code: ErrorCode): string {
  const { what, money, todo } = errorFacts(code, { ...named, ...OWN[code] })
  const cells = [`\`${code}\``, wording(money === null ? what : inOneLine({ what, todo: money })), wording(todo)]
  return `| ${cells.map((cell) => tidy(cell)).join(' | ')} |`
}

export async function codesIn(language: Language): Promise<string> {
  await speak(language)
  const rows = Object.keys(ERRORS).filter(isErrorCode).map(row)
  await speak('en')
  return [`| ${HEADS[language].join(' | ')} |`, '|---|---|---|', ...rows, ''].join('\n')
}
