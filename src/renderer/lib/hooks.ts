import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { startCountdown } from './countdown.ts'
import { whenPainted } from './idle.ts'
import { pageFrame } from './page-frame.ts'

/** The present, renewed every so many milliseconds, for ages and countdowns. */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** Whether the window's first screen is painted: what shows only to somebody who points at it is not made before. */
export function useIsPainted(): boolean {
  const [painted, setPainted] = useState(() => pageFrame() === null)
  useEffect(() => (painted ? undefined : whenPainted(() => setPainted(true))), [painted])
  return painted
}

/** The value as it was once it had stayed the same for that long. */
export function useSettled<Value>(value: Value, delayMs: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}

/** What has been ticked of that, by its id, and how to tick one or take its tick away: of something else nothing is ticked. */
export function useTicked(of = ''): readonly [ReadonlySet<string>, (id: string, ticked: boolean) => void] {
  const [all, setAll] = useState<{ readonly of: string; readonly ids: ReadonlySet<string> }>({ of, ids: NONE })
  const ticks = all.of === of ? all.ids : NONE
  const tick = (id: string, ticked: boolean) =>
    setAll((before) => {
      const had = before.of === of ? before.ids : NONE
      return { of, ids: new Set(ticked ? [...had, id] : [...had].filter((one) => one !== id)) }
    })
  return [ticks, tick]
}

const NONE: ReadonlySet<string> = new Set()

/** The last value that there was of that: what is shown while the next one is on its way. */
export function useLast<Value>(value: Value | undefined, of = ''): Value | undefined {
  const last = useRef({ of, value })
  if (value !== undefined || last.current.of !== of) last.current = { of, value }
  return last.current.value
}

/** Whoever goes on while something is still asked for goes on once that is known, unless what they go on from is another by then. */
export function useOnceKnown<From>(from: From, isAsking: boolean, goOn: () => void) {
  const [waiting, setWaiting] = useState<{ readonly from: From } | null>(null)
  const next = useRef(goOn)
  next.current = goOn
  useEffect(() => {
    if (waiting === null || (waiting.from === from && isAsking)) return
    setWaiting(null)
    if (waiting.from === from) next.current()
  }, [waiting, from, isAsking])
  return { waiting: waiting !== null, wait: () => setWaiting({ from }) }
}

/** Seconds that a refused passphrase asks to wait, from the details of its error. */
export function waitOf(details: Readonly<Record<string, unknown>> | undefined): number {
  const seconds = details?.['waitSeconds']
  return typeof seconds === 'number' && seconds > 0 ? Math.ceil(seconds) : 0
}

/** Seconds left, counted down once a second; starts anew with every failure. */
export function useCountdown(seconds: number, cause: unknown): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    setLeft(seconds)
    if (seconds === 0 || cause === undefined) return
    const leftNow = startCountdown(seconds)
    const timer = setInterval(() => setLeft(leftNow()), 1000)
    return () => clearInterval(timer)
  }, [seconds, cause])
  return left
}

/** Whether the window is as a media query says, kept up with it. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}

/** Longer than anything fades that a press began. */
const FADED_MS = 250

/**
 * Gives the focus to what has just opened, unless something within has it. After a click of a screen reader react-aria waits for what
 * fades before it moves the focus, and waits for ever where that was taken off the screen meanwhile: keys would reach nothing.
 */
export function useFocusOnOpen(ref: RefObject<HTMLElement | null>, afterMs = FADED_MS): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const opened = ref.current
      if (opened !== null && !opened.contains(document.activeElement)) opened.focus({ preventScroll: true })
    }, afterMs)
    return () => clearTimeout(timer)
  }, [ref, afterMs])
}

const FOCUSABLE = 'button:not(:disabled),input:not(:disabled),textarea:not(:disabled)'

/**
 * Keeps the focus within a part of the screen: where what had it goes away with a press of its own, or takes none any more, the first control there takes it. Keys would
 * reach nothing, and whoever listens would be told nothing. For the component that draws what comes instead.
 */
export function useFocusKept<Box extends HTMLElement>(): RefObject<Box | null> {
  const box = useRef<Box>(null)
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      last.current = target instanceof Element && box.current?.contains(target) === true ? target : null
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    const had = last.current
    if (had === null || (had.isConnected && !had.matches(':disabled'))) return
    last.current = null
    // One that cannot be pressed any more has the focus until the browser draws.
    if (document.activeElement === document.body || document.activeElement === had)
      box.current?.querySelector<HTMLElement>(FOCUSABLE)?.focus()
  })
  return box
}

/**
 * The same of a list whose rows go away, each with a press on itself, from its menu or in what asks before: the same control of the row that comes in its place takes the focus,
 * and the screen's title where none is left.
 */
export function useFocusInRows<Box extends HTMLElement>(): RefObject<Box | null> {
  const box = useRef<Box>(null)
  const last = useRef<{ readonly had: Element; readonly at: number } | null>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('[role=menu],[role=alertdialog]') !== null) return
      const at = focusableIn(box.current).indexOf(target)
      last.current = at < 0 ? null : { had: target, at }
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    if (last.current === null || last.current.had.isConnected) return
    const { at } = last.current
    last.current = null
    if (document.activeElement !== document.body) return
    const left = focusableIn(box.current)
    const next = left[Math.min(at, left.length - 1)] ?? document.querySelector('#main h1')
    if (next instanceof HTMLElement) next.focus()
  })
  return box
}

const focusableIn = (box: HTMLElement | null): Element[] => [...(box?.querySelectorAll(FOCUSABLE) ?? [])]

/**
 * Gives the focus back to what had it before this came, or else to the screen's title, once this is gone and took the focus along. Whoever knows a
 * better place gives it the focus first.
 */
export function useFocusBack(): void {
  useLayoutEffect(() => {
    const before = document.activeElement
    return () => {
      // What is shown only without this is drawn by then, and react-aria, which looks a frame later, has done what it does.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (document.activeElement !== document.body) return
          const takes = before instanceof HTMLElement && before.isConnected && !before.matches('body,:disabled')
          const to = takes ? before : document.querySelector<HTMLElement>('#main h1')
          to?.focus({ preventScroll: !takes })
        }),
      )
    }
  }, [])
}

/** How far the keys of a list go; those at its ends stay there. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }

/** Makes a list of buttons one stop of Tab, at the one where the focus was or else at `first`; the arrows, Home and End go along it. */
export function useOneStop<Box extends HTMLElement>(first: string | undefined) {
  const box = useRef<Box>(null)
  const [last, setLast] = useState({ first, id: first })
  // What is current by now is where the next one begins who comes by Tab.
  const stop = last.first === first ? last.id : first
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const buttons = [...(box.current?.querySelectorAll('button') ?? [])]
    const to = buttons.indexOf(event.currentTarget) + step
    buttons[Math.min(buttons.length - 1, Math.max(0, to))]?.focus()
  }
  const item = (id: string) => ({
    ...{ tabIndex: id === stop ? 0 : -1, onKeyDown },
    onFocus: () => setLast({ first, id }),
  })
  return { box, item }
}

/** Escape closes what is open on top also while nothing has the focus: what had it may have been hidden, or be still to come. */
export function useEscape(dialog: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.target !== document.body) return
      const open = document.querySelectorAll('[role=dialog],[role=alertdialog]')
      if (open[open.length - 1] === dialog.current) close()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [dialog, close])
}
