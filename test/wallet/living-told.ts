import type { TrueLedger } from '../support/true-ledger.ts'
import { ALL_MOVEMENTS } from '../support/wallet.ts'
import { attempt, type Life } from './living.ts'
import { needTrueBytes } from './living-bytes.ts'
import { needTrueCharts } from './living-charts.ts'
import { listed, needTrueBetween, needTrueLists, type Told } from './living-lists.ts'
import { needTrueFiles, needTrueTogether } from './living-reports.ts'

/* What is told of a life that is over, in lists, files and charts: each says the same. */

/** What strangers and oneself may write, and spreadsheets take for something else. */
const WORDS = [
  ...[
    '=HYPERLINK("x")',
    'rent; =1+1',
    '"Ana", Ltd',
    '\t@cmd',
    '-5',
    '1,5',
    '家賃 十一月',
    'a|+b',
    "O'Neil",
    '＝cmd',
    '1e5',
  ],
]

/** Calls some movements so. */
async function call(life: Life, told: Told): Promise<void> {
  const { account, wallet } = told.desk
  const rows = await listed(told, ALL_MOVEMENTS)
  for (const [at, label] of WORDS.entries()) {
    const id = rows[at * 2]?.id
    if (id === undefined) return
    await attempt(life, async () => {
      await wallet.calls['labels.set']({ account, id, label, note: WORDS[(at + 3) % WORDS.length] ?? '' })
      await wallet.calls['labels.setTags']({ account, id, tags: [WORDS[(at + 5) % WORDS.length] ?? '', 'kept'] })
    })
  }
}

/** All of it, of each computer. */
export async function needTrueTold(life: Life, ledger: TrueLedger): Promise<void> {
  for (const desk of life.desks) {
    for (const holder of [null, life.holder]) {
      const told = { desk, holder }
      const name = `what is told of ${desk.name} ${holder}`
      await call(life, told)
      await needTrueLists(told, name)
      if (holder === null) await needTrueBetween(told, name)
      await needTrueFiles(told, name)
      const at = (await listed(told, ALL_MOVEMENTS)).map((row) => row.at).toSorted((a, b) => Number(a - b))
      const [from = null, to = null] = [at[Math.floor(at.length / 3)], at[Math.floor((at.length * 2) / 3)]]
      await needTrueFiles(told, `${name} in part`, { ...ALL_MOVEMENTS, from, to })
      await needTrueCharts(told, name)
      await needTrueBytes(life, told, ledger, name)
    }
    await needTrueTogether(life, desk)
  }
}
