function wallMsOf(action: () => unknown): number {
  const began = performance.now()
  action()
  return performance.now() - began
}

/** Milliseconds of an action, the best of three runs if the first was slow: a pause of the machine is not its own. */
export function msOf(action: () => unknown, slowMs: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3 && best > slowMs; run++) best = Math.min(best, wallMsOf(action))
  return best
}

/**
 * How many times as much the large action costs as the small one, where it does `factor` times the work. Each round takes
 * one large run beside `factor` small ones, so that both meet the same disturbance; the middle of the rounds counts.
 */
export function growthOf(factor: number, small: () => unknown, large: () => unknown): number {
  const ratios: number[] = []
  for (let round = 0; round < 10; round++) {
    const few = wallMsOf(() => {
      for (let time = 0; time < factor; time++) small()
    })
    const many = wallMsOf(large)
    // The first round compiles and fills caches.
    if (round > 0) ratios.push((many / few) * factor)
  }
  return ratios.sort((a, b) => a - b)[4] ?? Number.POSITIVE_INFINITY
}
