import { inParallel, openWorkshop } from './benches.ts'
import { CELLS, playCell } from './cells.ts'
import { KINDS } from './kinds.ts'
import { count, lineOf, newTally, type Tally, WRONGS } from './verdict.ts'

/** Every cell of the matrix, each kind of payment with a wallet of its own, which is replaced when something went wrong with it. */
async function matrix(tally: Tally, words: readonly string[]): Promise<void> {
  const shop = await openWorkshop()
  let wishes = 0
  await inParallel(KINDS, 3, async (kind) => {
    const cells = CELLS.filter((cell) => cell.kind === kind && words.every((word) => cell.name.includes(word)))
    if (cells.length === 0) return
    let desk = await shop.desk(kind)
    const began = performance.now()
    for (const cell of cells) {
      wishes += 1
      const verdict = await playCell(desk, cell, wishes).catch((error: unknown) => ({
        wrong: 'wrong' as const,
        why: error instanceof Error ? `${error.message} ${error.stack?.split('\n')[1]?.trim()}` : String(error),
      }))
      count(tally, cell.name, verdict)
      if (verdict === null) continue
      console.log(`${verdict.wrong.toUpperCase()} ${cell.name}: ${verdict.why}`)
      await desk.victim.close()
      desk = await shop.desk(kind)
    }
    await desk.victim.close()
    console.log(`${kind.name}: ${cells.length} cells (${((performance.now() - began) / 1000).toFixed(0)} s)`)
  })
  await shop.close()
}

const tally = newTally()
await matrix(tally, process.argv.slice(2))
console.log(lineOf(tally))
process.exitCode = WRONGS.some((wrong) => tally.found[wrong].length > 0) ? 1 : 0
