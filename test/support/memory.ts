import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

/** Which of the things are found in the memory of another program of ours: names of `wanted`, Linux only. */
export function foundInMemory(pid: number, wanted: Readonly<Record<string, Uint8Array>>): string[] {
  const found = new Set<string>()
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  const PIECE = 8 * 1024 * 1024
  const OVERLAP = 256
  const piece = Buffer.alloc(PIECE + OVERLAP)
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) r/.exec(line) ?? []
      if (from === undefined || to === undefined || /\[v(var|syscall|dso)/.test(line)) continue
      const end = Number.parseInt(to, 16)
      for (let at = Number.parseInt(from, 16); at < end; at += PIECE) {
        const length = readPiece(memory, piece, at, Math.min(PIECE + OVERLAP, end - at))
        const bytes = piece.subarray(0, length)
        for (const [name, needle] of Object.entries(wanted)) if (bytes.indexOf(needle) !== -1) found.add(name)
      }
    }
  } finally {
    closeSync(memory)
  }
  return [...found].sort()
}

/** Pages that were given back to the system meanwhile hold nothing. */
function readPiece(memory: number, piece: Buffer, at: number, length: number): number {
  try {
    return readSync(memory, piece, 0, length, at)
  } catch {
    return 0
  }
}
