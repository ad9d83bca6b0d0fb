import type { Attack, World } from './stage.ts'

/** Rows that wait for each other's blocks and answers leave a core idle. */
const AT_ONCE = 3

/** In the world that rows share, or in one of its own. */
async function playIn(shared: World, attack: Attack, open: () => Promise<World>): Promise<string | null> {
  if (attack.alone !== true) return shared.play(attack)
  const world = await open()
  try {
    return await world.play(attack)
  } finally {
    await world.close()
  }
}

/** Whether one of the words is in its name, or its point. */
export const isNamed = ({ name, point }: Attack, words: readonly string[]): boolean =>
  words.some((word) => name.includes(word) || point === word)

/**
 * Plays every attack, or those whose name or point contains one of the words, and says what broke. 0 only if all held.
 */
export async function runAll(
  open: () => Promise<World>,
  all: readonly Attack[],
  words: readonly string[],
): Promise<number> {
  const chosen = words.length === 0 ? all : all.filter((attack) => isNamed(attack, words))
  const twice = all.map(({ name }) => name).filter((name, at, names) => names.indexOf(name) !== at)
  if (twice.length > 0) throw new Error(`the same row twice: ${twice.join(', ')}`)
  const world = await open()
  const broken: { readonly attack: Attack; readonly why: string }[] = []
  const waiting = chosen.filter(({ measures }) => measures !== true)
  let held = 0
  async function work(): Promise<void> {
    for (let attack = waiting.shift(); attack !== undefined; attack = waiting.shift()) {
      const began = performance.now()
      const why = await playIn(world, attack, open)
      if (why === null) held += 1
      else broken.push({ attack, why })
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      console.log(
        `${why === null ? 'held  ' : 'BROKEN'}  ${attack.point.padEnd(4)} ${attack.name} (${seconds} s)${why === null ? '' : `\n        ${why}`}`,
      )
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    waiting.push(...chosen.filter(({ measures }) => measures === true))
    await work()
  } finally {
    await world.close()
  }
  if (broken.length > 0) console.log('')
  for (const { attack, why } of broken) console.log(`broken: ${attack.point} | ${attack.name} | ${why}`)
  console.log(`${held} held, ${broken.length} broken`)
  return broken.length === 0 ? 0 : 1
}
