import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type FirstLook, withLook } from './first-look.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
}

export interface Page {
  readonly type: string
  readonly body: Uint8Array<ArrayBuffer>
}

/** Paths as they stand in a URL (`/index.html`, `/assets/x.js`) to what is served there. */
export type Pages = ReadonlyMap<string, Page>

/**
 * Reads the built page into memory. Serving is a look-up of an exact path, so there is no path to climb out of, no link
 * to follow, and nothing that changes on disk while Coffer runs. Files of other kinds, and links, are left out.
 */
export function loadPages(directory: string): Pages {
  const pages = new Map<string, Page>()
  function visit(folder: string, prefix: string): void {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = `${prefix}/${entry.name}`
      const type = TYPES[extname(entry.name)]
      if (entry.isDirectory()) visit(join(folder, entry.name), path)
      else if (entry.isFile() && type !== undefined) {
        pages.set(path, { type, body: new Uint8Array(readFileSync(join(folder, entry.name))) })
      }
    }
  }
  visit(directory, '')
  return pages
}

const FRONT = '/index.html'
const APPROVAL = '/approval.html'

function pathOf(target: string): string {
  const path = target.split(/[?#]/, 1)[0] ?? ''
  return path === '/' ? FRONT : path
}

/** Hashes of the styles that stand in pages themselves, as the policy names them. */
export function styleHashes(pages: Pages): readonly string[] {
  const html = [...pages]
    .filter(([path]) => path.endsWith('.html'))
    .map(([, { body }]) => new TextDecoder().decode(body))
  const styles = html.flatMap((text) => [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => style))
  return [...new Set(styles)].map((style) => createHash('sha256').update(style).digest('base64'))
}

/** The page at the path of a request target, whatever its query; undefined if there is none. */
export function findPage(pages: Pages, target: string): Page | undefined {
  return pages.get(pathOf(target))
}

/** Whether the target is a window's own page: the main one's, or the approval's, which looks and speaks the same. */
export const isFront = (target: string): boolean => [FRONT, APPROVAL].includes(pathOf(target))

/** Whether it is the page in which somebody agrees. */
export const isApproval = (target: string): boolean => pathOf(target) === APPROVAL

/** The same page as it begins with that look. */
export function dressed(page: Page, look: FirstLook | null): Page {
  if (look === null) return page
  return { type: page.type, body: new TextEncoder().encode(withLook(new TextDecoder().decode(page.body), look)) }
}
