import { inParallel, openWorkshop } from './benches.ts'
import { CELLS, playCell } from './cells.ts'
import { FILES, type FileName, makeOriginal, playDamage } from './files.ts'
import { killsOf, playKill, pointsOf } from './kills.ts'
import { KINDS } from './kinds.ts'
import { count, lineOf, newTally, type Tally, type Verdict, WRONGS } from './verdict.ts'

/* npm run faults [-- matrix | kills | files] [-- WORD ...]: all of it, or a part of it, or what is named by all of the words. */

const HANDS = 3
const COPIES = 200
const PARTS = ['matrix', 'kills', 'files'] as const
type Part = (typeof PARTS)[number]

const thrown = (error: unknown): Verdict => ({
  wrong: 'wrong',
  why: error instanceof Error ? `${error.message} ${error.stack?.split('\n')[1]?.trim() ?? ''}` : String(error),
})
const says = (name: string, verdict: Verdict): void =>
  console.log(`${verdict.wrong.toUpperCase()} ${name}: ${verdict.why}`)
const seconds = (began: number): string => `${((performance.now() - began) / 1000).toFixed(0)} s`

/** Every cell of the matrix, each kind of payment with a wallet of its own, which is replaced when something went wrong with it. */
async function matrix(tally: Tally, isNamed: (name: string) => boolean): Promise<string> {
  const shop = await openWorkshop()
  let wishes = 0
  await inParallel(KINDS, HANDS, async (kind) => {
    const cells = CELLS.filter((cell) => cell.kind === kind && isNamed(cell.name))
    if (cells.length === 0) return
    const began = performance.now()
    let desk = await shop.desk(kind)
    for (const cell of cells) {
      wishes += 1
      const verdict = await playCell(desk, cell, wishes).catch(thrown)
      count(tally, cell.name, verdict)
      if (verdict === null) continue
      says(cell.name, verdict)
      await desk.victim.close()
      desk = await shop.desk(kind)
    }
    await desk.victim.close()
    console.log(`${kind.name}: ${cells.length} faults (${seconds(began)})`)
  })
  await shop.close()
  return `${wishes} faults`
}

/** A real program is killed at every point of every kind of payment. */
async function kills(tally: Tally, isNamed: (name: string) => boolean): Promise<string> {
  const shop = await openWorkshop()
  let [wishes, dead] = [0, 0]
  await inParallel(KINDS, HANDS, async (kind) => {
    const began = performance.now()
    const all = killsOf(kind, await pointsOf(shop, kind)).filter(({ name }) => isNamed(name))
    if (all.length === 0) return
    let desk = await shop.desk(kind)
    for (const kill of all) {
      wishes += 1
      const { killed, verdict } = await playKill(desk, kill, wishes).catch((error: unknown) => ({
        ...{ killed: false, verdict: thrown(error) },
      }))
      // Where two threads of the program crossed, a point may not be passed again: then nobody died there, and nothing is counted.
      if (killed) dead += 1
      if (killed || verdict !== null) count(tally, kill.name, verdict)
      if (verdict === null) continue
      says(kill.name, verdict)
      await desk.victim.close()
      desk = await shop.desk(kind)
    }
    await desk.victim.close()
    console.log(`${kind.name}: ${all.length} kills (${seconds(began)})`)
  })
  await shop.close()
  return `${dead} kills`
}

/** Copies of each file with a damage of their own. */
async function files(tally: Tally, isNamed: (name: string) => boolean): Promise<string> {
  const shop = await openWorkshop()
  const original = await makeOriginal(shop)
  let played = 0
  await inParallel(Object.keys(FILES) as FileName[], HANDS, async (file) => {
    if (!isNamed(file)) return
    const began = performance.now()
    for (let number = 0; number < COPIES; number += 1) {
      const { name, verdict } = await playDamage(shop, original, file, number)
      played += 1
      count(tally, name, verdict)
      if (verdict !== null) says(name, verdict)
    }
    console.log(`${file}: ${COPIES} copies (${seconds(began)})`)
  })
  await original.close()
  await shop.close()
  return `${played} damaged files`
}

const given = process.argv.slice(2)
const chosen = PARTS.filter((part) => given.includes(part))
const words = given.filter((word) => !PARTS.some((part) => part === word))
const isNamed = (name: string): boolean => words.every((word) => name.includes(word))
const tally = newTally()
const work: Record<Part, typeof matrix> = { matrix, kills, files }
const counts: string[] = []
for (const part of chosen.length === 0 ? PARTS : chosen) counts.push(await work[part](tally, isNamed))
console.log(`\n${counts.join(', ')}`)
console.log(lineOf(tally))
process.exitCode = WRONGS.some((wrong) => tally.found[wrong].length > 0) ? 1 : 0
