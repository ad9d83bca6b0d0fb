import { readFileSync, writeFileSync } from 'node:fs'
import type * as Electron from 'electron'

export interface WindowBounds {
  readonly width: number
  readonly height: number
  readonly x?: number
  readonly y?: number
}

const DEFAULT: WindowBounds = { width: 1200, height: 800 }

function parseBounds(text: string): Required<WindowBounds> | null {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) return null
  const { x, y, width, height } = value as Partial<Record<keyof WindowBounds, unknown>>
  const whole = (part: unknown): part is number => Number.isInteger(part)
  return whole(x) && whole(y) && whole(width) && whole(height) ? { x, y, width, height } : null
}

/** Where the window was last, if that is still on a screen; otherwise a default that the system places. */
export function readWindowState(file: string, screens: readonly Electron.Rectangle[]): WindowBounds {
  try {
    const bounds = parseBounds(readFileSync(file, 'utf8'))
    if (bounds === null) return DEFAULT
    const visible = screens.some(
      (screen) =>
        bounds.x >= screen.x &&
        bounds.y >= screen.y &&
        bounds.x + bounds.width <= screen.x + screen.width &&
        bounds.y + bounds.height <= screen.y + screen.height,
    )
    return visible ? bounds : DEFAULT
  } catch {
    return DEFAULT
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
