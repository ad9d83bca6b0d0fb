import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

const PAGE = 4096
const PIECE = 8 * 1024 * 1024
const OVERLAP = 256

/** Which of the things are found in the memory of another program of ours: names of `wanted`, Linux only. */
export function foundInMemory(pid: number, wanted: Readonly<Record<string, Uint8Array>>): string[] {
  const found = new Set<string>()
  const [memory, pages] = [openSync(`/proc/${pid}/mem`, 'r'), openSync(`/proc/${pid}/pagemap`, 'r')]
  const piece = Buffer.alloc(PIECE + OVERLAP)
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, first, last] = /^([0-9a-f]+)-([0-9a-f]+) r/.exec(line) ?? []
      if (first === undefined || last === undefined || /\[v(var|syscall|dso)/.test(line)) continue
      for (const { from, end } of writtenIn(pages, Number.parseInt(first, 16), Number.parseInt(last, 16))) {
        for (let at = from; at < end; at += PIECE) {
          const length = readPiece(memory, piece, at, Math.min(PIECE + OVERLAP, end - at))
          const bytes = piece.subarray(0, length)
          for (const [name, needle] of Object.entries(wanted)) if (bytes.indexOf(needle) !== -1) found.add(name)
        }
      }
    }
  } finally {
    closeSync(memory)
    closeSync(pages)
  }
  return [...found].sort()
}

/** The parts that are in memory or swapped out; the rest, most of what V8 sets apart for code, was never written to. */
function writtenIn(pages: number, first: number, last: number): { from: number; end: number }[] {
  const entries = Buffer.alloc(((last - first) / PAGE) * 8)
  readSync(pages, entries, 0, entries.length, (first / PAGE) * 8)
  const parts: { from: number; end: number }[] = []
  for (let at = first; at < last; at += PAGE) {
    // The two highest of the 64 bits: there, or swapped.
    if ((entries[((at - first) / PAGE) * 8 + 7] ?? 0) < 0x40) continue
    const before = parts.at(-1)
    if (before?.end === at) before.end = at + PAGE
    else parts.push({ from: at, end: at + PAGE })
  }
  return parts
}

/** Pages that were given back to the system meanwhile hold nothing. */
function readPiece(memory: number, piece: Buffer, at: number, length: number): number {
  try {
    return readSync(memory, piece, 0, length, at)
  } catch {
    return 0
  }
}
