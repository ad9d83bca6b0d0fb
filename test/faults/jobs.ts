import { openWorkshop, type Workshop } from './benches.ts'
import { CELLS, playCell } from './cells.ts'
import { FILES, type FileName, makeOriginal, playDamage } from './files.ts'
import { killsOf, playKill, pointsOf } from './kills.ts'
import { KINDS } from './kinds.ts'
import { leavesOf, openTown, playLeave, pointsOf as pointsOfWay, STORES } from './onboarding.ts'
import type { Part } from './parts.ts'
import { count, newTally, type Tally, type Verdict } from './verdict.ts'
import { WAYS, type Way } from './ways.ts'
import type { Kind } from './wishes.ts'

/* What is played one after the other on a network of its own: one kind of payment, one file, or one way in. */

const COPIES = 200

export interface Job {
  readonly part: Part
  /** Of a kind of payment, a file or a way in. */
  readonly name: string
  /** Only cells whose names hold all of them. */
  readonly words: readonly string[]
}

export interface Done {
  readonly tally: Tally
  /** Faults that were met, programs that were killed, files that were damaged. */
  readonly played: number
}

/** The shortest last, so that none is left over at the end. */
export const JOBS: readonly Job[] = [
  ...Object.keys(FILES).map((name): Job => ({ part: 'files', name, words: [] })),
  ...KINDS.map(({ name }): Job => ({ part: 'kills', name, words: [] })),
  ...WAYS.map(({ name }): Job => ({ part: 'onboarding', name, words: [] })),
  ...KINDS.map(({ name }): Job => ({ part: 'matrix', name, words: [] })),
]

const thrown = (error: unknown): Verdict => ({
  wrong: 'wrong',
  why: error instanceof Error ? `${error.message} ${error.stack?.split('\n')[1]?.trim() ?? ''}` : String(error),
})
const says = (name: string, verdict: Verdict): void =>
  console.log(`${verdict.wrong.toUpperCase()} ${name}: ${verdict.why}`)

export async function playJob({ part, name, words }: Job): Promise<Done> {
  const isNamed = (cell: string): boolean => words.every((word) => cell.includes(word))
  const began = performance.now()
  const shop = await openWorkshop()
  const done = await playPart(shop, { part, name }, isNamed)
  await shop.close()
  if (done.played > 0) {
    console.log(`${part}, ${name}: ${done.played} (${((performance.now() - began) / 1000).toFixed(0)} s)`)
  }
  return done
}

function playPart(
  shop: Workshop,
  { part, name }: Pick<Job, 'part' | 'name'>,
  isNamed: (name: string) => boolean,
): Promise<Done> {
  const [kind, way] = [KINDS.find((each) => each.name === name), WAYS.find((each) => each.name === name)]
  if (part === 'kills' && kind !== undefined) return kills(shop, kind, isNamed)
  if (part === 'matrix' && kind !== undefined) return matrix(shop, kind, isNamed)
  if (part === 'onboarding' && way !== undefined) return onboarding(shop, way, isNamed)
  return files(shop, name as FileName, isNamed) // the names of all other jobs are those of files
}

/** Every cell of one kind of payment, with a wallet that is replaced when something went wrong with it. */
async function matrix(shop: Workshop, kind: Kind, isNamed: (name: string) => boolean): Promise<Done> {
  const tally = newTally()
  const cells = CELLS.filter((cell) => cell.kind === kind && isNamed(cell.name))
  if (cells.length === 0) return { tally, played: 0 }
  let desk = await shop.desk(kind)
  for (const [at, cell] of cells.entries()) {
    const verdict = await playCell(desk, cell, at + 1).catch(thrown)
    count(tally, cell.name, verdict)
    if (verdict === null) continue
    says(cell.name, verdict)
    await desk.victim.close()
    desk = await shop.desk(kind)
  }
  await desk.victim.close()
  return { tally, played: cells.length }
}

/** A real program is killed at every point of one kind of payment. */
async function kills(shop: Workshop, kind: Kind, isNamed: (name: string) => boolean): Promise<Done> {
  const tally = newTally()
  const all = killsOf(kind, await pointsOf(shop, kind)).filter(({ name }) => isNamed(name))
  if (all.length === 0) return { tally, played: 0 }
  let dead = 0
  let desk = await shop.desk(kind)
  for (const [at, kill] of all.entries()) {
    const { killed, verdict } = await playKill(desk, kill, at + 1).catch((error: unknown) => ({
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
  return { tally, played: dead }
}

/** Copies of one file with a damage of their own. */
async function files(shop: Workshop, file: FileName, isNamed: (name: string) => boolean): Promise<Done> {
  const tally = newTally()
  if (!isNamed(file)) return { tally, played: 0 }
  const original = await makeOriginal(shop)
  for (let number = 0; number < COPIES; number += 1) {
    const { name, verdict } = await playDamage(shop, original, file, number)
    count(tally, name, verdict)
    if (verdict !== null) says(name, verdict)
  }
  await original.close()
  return { tally, played: COPIES }
}

/** A real program is killed at every point of one way on which an account comes in or leaves. */
async function onboarding(shop: Workshop, way: Way, isNamed: (name: string) => boolean): Promise<Done> {
  const tally = newTally()
  const town = await openTown(shop.net)
  let dead = 0
  for (const store of STORES) {
    for (const leave of leavesOf(way, store, await pointsOfWay(town, way, store))) {
      if (!isNamed(leave.name)) continue
      const { killed, verdict } = await playLeave(town, leave).catch((error: unknown) => ({
        ...{ killed: false, verdict: thrown(error) },
      }))
      if (killed) dead += 1
      if (killed || verdict !== null) count(tally, leave.name, verdict)
      if (verdict !== null) says(leave.name, verdict)
    }
  }
  return { tally, played: dead }
}
