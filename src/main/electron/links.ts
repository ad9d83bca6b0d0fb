import { cleanText } from '#contract/domain'
import { type Held, heldForPage } from './held-for-page.ts'

/** The most that fits into a QR code, which is where links come from. */
const LINK_MAX = 2953
const LINK = /^(?:coffer:|mixin:|https:\/\/mixin\.one\/)/i

/** Whether somebody meant the text to be a link of ours, which it may be too long or too odd for. */
export const beginsAsLink = (text: string): boolean => LINK.test(text)

/** The text as a link of ours, or null. Whether it makes sense is for the wallet to find out; it is never acted on here. */
export function asLink(text: string): string | null {
  return beginsAsLink(text) && text.length <= LINK_MAX && cleanText(text, LINK_MAX) === text ? text : null
}

/**
 * The link that another start of Coffer was given. Exactly one argument may be a link; switches and everything else are
 * ignored, so that nothing on that command line can change how the running program behaves.
 */
export function linkFromArguments(args: readonly string[]): string | null {
  const links = args.slice(1).filter((text) => asLink(text) !== null)
  return links.length === 1 ? (links[0] ?? null) : null
}

export interface Links extends Pick<Held<string>, 'pageListens' | 'pageGone'> {
  /** Keeps the link until a page listens; a later one replaces it. */
  take(text: string | null): void
  /** Hears of every link, and first of those that were taken before anybody listened. */
  onTaken(listener: (text: string) => void): void
}

export function createLinks(send: (text: string) => void): Links {
  const { put, ...page } = heldForPage(send)
  let early: string[] = []
  let taken = (text: string): void => void early.push(text)
  return {
    ...page,
    take(text) {
      const link = text === null ? null : asLink(text)
      if (link !== null) taken(link)
      put(link)
    },
    onTaken(listener) {
      taken = listener
      for (const text of early) listener(text)
      early = []
    },
  }
}
