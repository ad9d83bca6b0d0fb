import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

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

interface Page {
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

/** The page at the path of a request target, whatever its query; undefined if there is none. */
export function findPage(pages: Pages, target: string): Page | undefined {
  const path = target.split(/[?#]/, 1)[0] ?? ''
  return pages.get(path === '/' ? '/index.html' : path)
}
