import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isolated } from '#words'
import { initialsOf } from '../../src/renderer/lib/hue.ts'

const SOURCE = fileURLToPath(new URL('../../src/renderer/', import.meta.url))

describe('isolated', () => {
  it.each(['עלי', 'محمد 100', 'Ana עלי', '\u{1e900}'])('keeps %s apart from what stands beside it', (name) => {
    expect(isolated(name)).toBe(`\u2068${name}\u2069`)
  })

  it.each(['Ana', '李雷', 'Überweisung', '', '😀'])('leaves %j as it is', (name) => {
    expect(isolated(name)).toBe(name)
  })

  it('does not hide the first letter of a name', () => {
    expect(initialsOf(isolated('עלי'))).toBe('ע')
  })

  it('is used for every name that stands inside a sentence', () => {
    const bare = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) =>
        [
          ...readFileSync(join(SOURCE, name), 'utf8').matchAll(
            /\$\{(?:\w+\.)+(?:name|symbol|label|chainName|collectionName)\}/g,
          ),
        ].map(([text]) => `${name}: ${text}`),
      )
    expect(bare).toEqual([])
  })

  it('is what the style sheet does for elements', () => {
    const styles = readFileSync(join(SOURCE, 'styles.css'), 'utf8')
    expect(styles).toMatch(/:where\([^)]*\bspan\b[^)]*\) \{\s*unicode-bidi: isolate;/)
  })
})
