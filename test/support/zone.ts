/** Runs something on a clock of another zone, where days may have 23 or 25 hours. */
export function inZone(zone: string, run: () => void): void {
  const { TZ: before } = process.env
  process.env['TZ'] = zone
  try {
    run()
  } finally {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  }
}
