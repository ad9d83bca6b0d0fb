import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { FirstSync } from './first-sync.ts'
import { type BenchOptions, type BenchRow, limit, temporaryFolder } from './measure.ts'

/** Of how many outputs one is unspent. */
const UNSPENT_OF = 10

const started = (file: string, args: readonly string[]): ChildProcess =>
  fork(fileURLToPath(new URL(file, import.meta.url)), args)

/** What a program says first. Fails when it ends without a word. */
async function wordOf(program: ChildProcess): Promise<unknown> {
  const ended = once(program, 'exit').then(([code]) => {
    throw new Error(`it ended with ${code}`)
  })
  const [word] = await Promise.race([once(program, 'message'), ended])
  return word
}

/** A first sync of so many outputs and as much history, from a service in another process, onto a disk. */
async function firstSync(count: number): Promise<FirstSync> {
  const folder = temporaryFolder(tmpdir())
  const service = started('./service.ts', [`${count}`, `${count}`, `${UNSPENT_OF}`])
  try {
    const url = await wordOf(service)
    return (await wordOf(started('./first-sync.ts', [`${url}`, folder.path]))) as FirstSync // what that program sends
  } finally {
    service.kill()
    folder.remove()
  }
}

/** Of a list in ascending order, what all but so many of a hundred are below. */
const most = (values: readonly number[], of100: number): number =>
  values[Math.floor((values.length * (100 - of100)) / 100)] ?? Number.NaN

const shown = (count: number): string => (count >= 1_000_000 ? `${count / 1_000_000} M` : `${count / 1000} k`)

/** The first sync at growing sizes and what an idle wallet of each costs. */
export async function benchSync({ quick, full }: BenchOptions): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const count of quick ? [2_000, 5_000] : [10_000, 50_000, 200_000, ...(full ? [1_000_000] : [])]) {
    const { cpu, first, calls, memory, idle } = await firstSync(count)
    const name = `first sync of ${shown(count)} outputs and ${shown(count)} movements`
    rows.push(
      limit({
        ...{ name: `${name}, processor`, ours: cpu, unit: 's', max: 3 + (count * 87) / 1_000_000 },
        curve: { name: 'First sync, processor', size: count },
      }),
      limit({ name: `${name}, until something is shown`, ours: first, unit: 's', max: 2 }),
      limit({ name: `${name}, a call meanwhile, 95 of 100`, ours: most(calls, 5), unit: 'ms', max: 20 }),
      limit({ name: `${name}, memory at most`, ours: memory, unit: 'MB', max: 400 }),
      limit({
        name: `idle with ${shown(count / UNSPENT_OF)} unspent, of a core`,
        ours: idle.cpu * 100,
        unit: '%',
        max: 1,
      }),
      limit({
        name: `idle with ${shown(count / UNSPENT_OF)} unspent, read`,
        ours: idle.bytes / 1000,
        unit: 'kB/s',
        max: 10,
      }),
    )
  }
  return rows
}
