import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { seeded } from '../support/random.ts'

/* What happens to a file on a disk: each damage follows from its number, so that it can be looked at again. */

const PAGE = 4096

type Next = (below: number) => number
type Damage = (path: string, next: Next, older: string) => void

function change(path: string, work: (bytes: Buffer) => Buffer | undefined): void {
  const bytes = readFileSync(path)
  const changed = work(bytes)
  writeFileSync(path, changed ?? bytes)
}

const flip = (bytes: Buffer, at: number, bit: number): void => {
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
}
const pages = (bytes: Buffer): number => Math.max(1, Math.ceil(bytes.length / PAGE))

const flips =
  (times: number): Damage =>
  (path, next) =>
    change(path, (bytes) => {
      for (let at = 0; at < times && bytes.length > 0; at += 1) flip(bytes, next(bytes.length), next(8))
      return undefined
    })

/** Named, in the order in which numbers meet them; the first come most often, since they do on disks. */
const DAMAGES: readonly (readonly [string, Damage])[] = [
  ['one bit turned', flips(1)],
  ['one bit turned', flips(1)],
  ['one bit turned', flips(1)],
  ['three bits turned', flips(3)],
  ['forty bits turned', flips(40)],
  [
    'a bit of its beginning turned',
    (path, next) => change(path, (bytes) => void flip(bytes, next(Math.min(100, bytes.length)), next(8))),
  ],
  ['cut off', (path, next) => truncateSync(path, next(readFileSync(path).length))],
  [
    'the last piece cut off',
    (path, next) => truncateSync(path, Math.max(0, readFileSync(path).length - 1 - next(Math.min(PAGE, 200)))),
  ],
  [
    'a page of zeros',
    (path, next) =>
      change(path, (bytes) => {
        const page = next(pages(bytes))
        return bytes.fill(0, page * PAGE, Math.min(bytes.length, (page + 1) * PAGE))
      }),
  ],
  [
    'a page of noise',
    (path, next) =>
      change(path, (bytes) => {
        const from = next(pages(bytes)) * PAGE
        for (let at = from; at < Math.min(bytes.length, from + PAGE); at += 1) bytes[at] = next(256)
        return undefined
      }),
  ],
  [
    'two pages that changed places',
    (path, next) =>
      change(path, (bytes) => {
        const [a, b] = [next(pages(bytes)) * PAGE, next(pages(bytes)) * PAGE]
        const kept = Buffer.from(bytes.subarray(a, a + PAGE))
        bytes.copy(bytes, a, b, b + PAGE)
        kept.copy(bytes, b)
        return undefined
      }),
  ],
  [
    'a page written twice',
    (path, next) =>
      change(path, (bytes) => {
        const page = next(pages(bytes)) * PAGE
        bytes.copyWithin(next(pages(bytes)) * PAGE, page, page + PAGE)
        return undefined
      }),
  ],
  [
    'more behind its end',
    (path, next) => change(path, (bytes) => Buffer.concat([bytes, Buffer.alloc(1 + next(PAGE), next(256))])),
  ],
  ['all zeros', (path) => change(path, (bytes) => bytes.fill(0))],
  ['empty', (path) => writeFileSync(path, '')],
  ['missing', (path) => rmSync(path)],
  [
    'an older copy',
    (path, _, older) => void (existsSync(older) ? writeFileSync(path, readFileSync(older)) : rmSync(path)),
  ],
]

/** Does to the file what the number says, and names it. `older` is where an earlier state of it lies. */
export function damage(path: string, number: number, older: string): string {
  const [name, work] = DAMAGES[number % DAMAGES.length] ?? ['', () => undefined]
  work(path, seeded(number * 7919 + path.length), older)
  return name
}
