export interface Held<Thing> {
  /** Keeps it until a page listens; a later one takes its place, nothing leaves what is there. */
  put(thing: Thing | null): void
  /** The page has made its first call, so it listens. */
  pageListens(): void
  pageGone(): void
}

/** What waits for the main window's page to listen, and is then sent to it once. */
export function heldForPage<Thing>(send: (thing: Thing) => void): Held<Thing> {
  let held: Thing | null = null
  let listening = false
  const flush = (): void => {
    if (!listening || held === null) return
    send(held)
    held = null
  }
  return {
    put(thing) {
      held = thing ?? held
      flush()
    },
    pageListens() {
      listening = true
      flush()
    },
    pageGone() {
      listening = false
    },
  }
}
