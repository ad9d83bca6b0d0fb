/** The kernel counts a thread's time in ticks of a few milliseconds: what is compared has to last many of them. */
const MANY_TICKS_MS = 40

/** Milliseconds that this thread was at work on an action, whoever else had the processor meanwhile. */
function cpuMsOf(action: () => unknown): number {
  const before = process.threadCpuUsage()
  action()
  const after = process.threadCpuUsage()
  return (after.user - before.user + after.system - before.system) / 1000
}

function cpuMsOfMany(times: number, action: () => unknown): number {
  return cpuMsOf(() => {
    for (let time = 0; time < times; time++) action()
  })
}

/** Processor milliseconds of an action, the best of three runs if the first was slow: a collection of garbage is not its own. */
export function cpuMsAtBestOf(action: () => unknown, slowMs: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3 && best > slowMs; run++) best = Math.min(best, cpuMsOf(action))
  return best
}

/**
 * How many times as much the large action costs as the small one, where it does `factor` times the work. Each round takes
 * `factor` small runs beside each large one, so that both meet the same disturbance; the middle of the rounds counts.
 */
export function cpuGrowthOf(factor: number, small: () => unknown, large: () => unknown): number {
  let times = 1
  while (cpuMsOfMany(times, large) < MANY_TICKS_MS) times *= 2
  const ratios: number[] = []
  for (let round = 0; round < 10; round++) {
    const few = cpuMsOfMany(times * factor, small)
    const many = cpuMsOfMany(times, large)
    // The first round compiles and fills caches.
    if (round > 0) ratios.push((many / few) * factor)
  }
  return ratios.sort((a, b) => a - b)[4] ?? Number.POSITIVE_INFINITY
}
