import { readFileSync, writeFileSync } from 'node:fs'
import type * as Electron from 'electron'

export interface WindowBounds {
  readonly width: number
  readonly height: number
  readonly x?: number
  readonly y?: number
  readonly minWidth: number
  readonly minHeight: number
}

/** Where nothing is remembered, and the least; on a screen that has less room, all of it. */
const [DEFAULT, LEAST] = [
  { width: 1200, height: 800 },
  { width: 1024, height: 640 },
]

function parseBounds(text: string): Electron.Rectangle | null {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) return null
  const { x, y, width, height } = value as Partial<Record<keyof Electron.Rectangle, unknown>>
  const whole = (part: unknown): part is number => Number.isInteger(part)
  return whole(x) && whole(y) && whole(width) && whole(height) ? { x, y, width, height } : null
}

/** Where the window was last, if that is still on a screen; otherwise a default that the system places. It fits on each screen. */
export function readWindowState(file: string, screens: readonly Electron.Rectangle[]): WindowBounds {
  const [widths, heights] = [screens.map(({ width }) => width), screens.map(({ height }) => height)]
  const least = { minWidth: Math.min(LEAST.width, ...widths), minHeight: Math.min(LEAST.height, ...heights) }
  const usual = { width: Math.min(DEFAULT.width, ...widths), height: Math.min(DEFAULT.height, ...heights) }
  return { ...(lastBounds(file, screens) ?? usual), ...least }
}

function lastBounds(file: string, screens: readonly Electron.Rectangle[]): Electron.Rectangle | null {
  try {
    const bounds = parseBounds(readFileSync(file, 'utf8'))
    if (bounds === null) return null
    const visible = screens.some(
      (screen) =>
        bounds.x >= screen.x &&
        bounds.y >= screen.y &&
        bounds.x + bounds.width <= screen.x + screen.width &&
        bounds.y + bounds.height <= screen.y + screen.height,
    )
    return visible ? bounds : null
  } catch {
    return null
  }
}

/** Remembers where the window is whenever it closes, and when it is told to. A disk that refuses costs no more than the memory. */
export function keepWindowState(window: Electron.BrowserWindow, file: string): () => void {
  const keep = (): void => {
    if (window.isDestroyed()) return
    try {
      writeFileSync(file, JSON.stringify(window.getNormalBounds()), { mode: 0o600 })
    } catch {
      // The window opens at its default place next time.
    }
  }
  window.on('close', keep)
  return keep
}
