import { fork } from 'node:child_process'
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { askedFor } from '../support/asked.ts'
import { runFolder } from '../support/run-folder.ts'
import type { Done, Job } from './jobs.ts'
import { PARTS, type Part } from './parts.ts'

/*
 * npm run faults [-- matrix | kills | files | onboarding] [-- WORD ...]: all of it, or a part of it, or what is named by all of the words. Each job is a
 * program of its own with a network of its own, so that all cores work and no job waits for another's.
 */

/** What a program of one job is started with; which job it is, it is told. */
const JOB = '--job'

/** More than there are cores: much of the time is spent waiting for blocks. */
const HANDS = availableParallelism() + 3

function played(job: Job, folder: string): Promise<Done> {
  return new Promise((resolve, reject) => {
    const child = fork(import.meta.filename, [JOB], {
      env: { ...process.env, TMPDIR: folder, NODE_COMPILE_CACHE: join(folder, 'compiled') },
    })
    child.once('message', (done) => resolve(done as Done)) // said by `playJob` below
    child.once('exit', (code, signal) => reject(new Error(`${job.part} ${job.name} ended by ${signal ?? code}`)))
    child.send(job)
  })
}

async function playAll(given: readonly string[]): Promise<void> {
  const { inParallel } = await import('./benches.ts')
  const { JOBS } = await import('./jobs.ts')
  const { add, lineOf, newTally, WRONGS } = await import('./verdict.ts')
  const chosen = PARTS.filter((part) => given.includes(part))
  const words = given.filter((word) => !PARTS.some((part) => part === word))
  const jobs = JOBS.filter(({ part }) => chosen.length === 0 || chosen.includes(part))
  const tally = newTally()
  const counts = new Map<string, number>()
  // A kill of a program takes nothing from the memory of the system, so files that need no disk are as good, and quicker.
  const folder = runFolder('faults')
  // Read as they are written, the programs would take longer to start than to pay.
  await (await import('../support/programs.ts')).setup()
  try {
    await inParallel(jobs, HANDS, async (job) => {
      const done = await played({ ...job, words }, folder)
      add(tally, done.tally)
      counts.set(job.part, (counts.get(job.part) ?? 0) + done.played)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const isNothing = [...counts.values()].every((count) => count === 0)
  if (isNothing) console.error(`Nothing is named by ${words.map((word) => `“${word}”`).join(' and ')}.`)
  console.log(`\n${[...counts].map(([part, count]) => `${count} ${NOUNS[part as Part]}`).join(', ')}`)
  console.log(lineOf(tally))
  process.exitCode = isNothing ? 2 : WRONGS.some((wrong) => tally.found[wrong].length > 0) ? 1 : 0
}

const NOUNS: Readonly<Record<Part, string>> = {
  matrix: 'faults',
  kills: 'kills',
  files: 'damaged files',
  onboarding: 'arrivals cut short',
}

if (process.argv[2] !== JOB) {
  const usage = `npm run faults [-- ${PARTS.join(' | ')}] [-- WORD ...]`
  await playAll(askedFor({ usage, wrong: () => null }).words)
} else {
  process.once('message', async (job) => {
    const { playJob } = await import('./jobs.ts')
    playJob(job as Job).then(
      (done) => process.send?.(done, () => process.exit(0)),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  })
}
