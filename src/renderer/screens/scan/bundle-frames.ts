import { createStore } from 'zustand/vanilla'
import { whenLocked } from '../../state/forget-on-lock.ts'

/*
 * A bundle that is too long for one code comes as several, shown one after the other:
 * `coffer:bundle/<id>/<index>/<count>/<base64url chunk>`. They arrive in any order and more than once.
 */

const FRAME = /^coffer:bundle\/([\w-]{1,64})\/(\d{1,4})\/(\d{1,4})\/([\w-]+)={0,2}$/i
const PARTS_MAX = 2000
export const KEPT_MS = 5 * 60_000

export interface Frame {
  readonly id: string
  readonly index: number
  readonly count: number
  readonly chunk: string
}

export function frameOf(text: string): Frame | null {
  const match = FRAME.exec(text.trim())
  if (match === null) return null
  const [, id = '', index = '', count = '', chunk = ''] = match
  const frame = { id, index: Number(index), count: Number(count), chunk }
  return frame.count >= 1 && frame.count <= PARTS_MAX && frame.index < frame.count ? frame : null
}

/** The frames of a text that consists of nothing else, as when several were pasted together. */
export function framesIn(text: string): Frame[] {
  const found = text.trim().split(/\s+/).map(frameOf)
  return found.every((frame) => frame !== null) ? found : []
}

export interface Parts {
  readonly id: string
  readonly count: number
  readonly chunks: ReadonlyMap<number, string>
  readonly at: number
}

/** Adds a part. Parts of another bundle, a part that is not what it was before, or five minutes begin anew. */
export function addPart(before: Parts | null, frame: Frame, now: number): Parts {
  const known = before?.chunks.get(frame.index)
  const same =
    before !== null &&
    before.id === frame.id &&
    before.count === frame.count &&
    now - before.at < KEPT_MS &&
    (known === undefined || known === frame.chunk)
  const chunks = new Map(same ? before.chunks : [])
  chunks.set(frame.index, frame.chunk)
  return { id: frame.id, count: frame.count, chunks, at: now }
}

const isWhole = (parts: Parts): boolean => parts.chunks.size >= parts.count

/** Whether each part is there, in order. */
export function presence(parts: Parts): boolean[] {
  return Array.from({ length: parts.count }, (_, at) => parts.chunks.has(at))
}

/** All parts in order, as the wallet takes them: one code per line. */
function joinParts(parts: Parts): string {
  return [...parts.chunks]
    .sort(([a], [b]) => a - b)
    .map(([index, chunk]) => `coffer:bundle/${parts.id}/${index}/${parts.count}/${chunk}`)
    .join('\n')
}

/** Bundles whose codes may come mixed. */
const BUNDLES_MAX = 8

/** Parts outlive the dialog for five minutes, so that closing it by mistake costs nothing. What came last stands first. */
export const collected = createStore<{ readonly parts: readonly Parts[] }>(() => ({ parts: [] }))

export const forgetParts = (): void => collected.setState({ parts: [] })

whenLocked(forgetParts)

/** Takes every frame among the texts. Answers the whole text once the last part has come. */
export function collect(
  texts: readonly string[],
  now: number,
): { readonly frames: number; readonly whole: string | null } {
  const frames = texts.flatMap(framesIn)
  for (const frame of frames) {
    const { parts } = collected.getState()
    const added = addPart(parts.find(({ id }) => id === frame.id) ?? null, frame, now)
    collected.setState({ parts: [added, ...parts.filter(({ id }) => id !== frame.id)].slice(0, BUNDLES_MAX) })
  }
  const { parts } = collected.getState()
  const whole = parts.find(isWhole)
  if (frames.length === 0 || whole === undefined) return { frames: frames.length, whole: null }
  collected.setState({ parts: parts.filter((each) => !isWhole(each)) })
  return { frames: frames.length, whole: joinParts(whole) }
}
