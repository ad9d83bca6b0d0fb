import { language } from '#words'
import type { HelpTopic } from '../../state/help.ts'
import { TOPICS } from '../../state/help.ts'
import { type HelpPage, type Place, readPage, sameHeading } from './model.ts'

/* The pages of a language come in one file. Each is made out when it is opened; a search makes out those of its language. */

const FILES = import.meta.glob<string>('#handbook/*/*.md', { query: '?raw', import: 'default' })
const nameOf = (path: string): string => /([\w-]+\/[\w-]+)\.md$/.exec(path)?.[1] ?? path
const READERS = new Map(Object.entries(FILES).map(([path, read]) => [nameOf(path), read]))
const kept = new Map<string, HelpPage>()

export async function pageOf(name: string): Promise<HelpPage> {
  const known = kept.get(name)
  if (known !== undefined) return known
  const page = readPage((await READERS.get(name)?.()) ?? '')
  kept.set(name, page)
  return page
}

/** Has the files of the pages that this window may open read, for when nobody is there any more who serves them. */
export async function readPages(): Promise<void> {
  const spoken = [...READERS].filter(([name]) => name.startsWith('en/') || name.startsWith(`${language()}/`))
  for (const [, read] of spoken) await read()
}

/** The first page of the language that the window speaks. */
export const firstPage = (): string => `${language()}/README`

/** Whether a page is there in the window's language; what is for developers is there in English alone. */
const inLanguage = (name: string): string =>
  READERS.has(`${language()}/${name}`) ? `${language()}/${name}` : `en/${name}`

export async function placeOfTopic(topic: HelpTopic): Promise<Place> {
  const [name = '', english = null] = TOPICS[topic].split('#')
  const page = inLanguage(name)
  if (english === null || page.startsWith('en/')) return { page, anchor: english }
  return { page, anchor: sameHeading(await pageOf(`en/${name}`), await pageOf(page), english) }
}
