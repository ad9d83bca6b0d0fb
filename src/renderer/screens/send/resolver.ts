import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { say } from '#words'
import { useSettled } from '../../lib/hooks.ts'
import { call, reportOf } from '../../state/bridge.ts'
import { useQuery } from '../../state/query.ts'
import type { Owner, PayeeView } from '../../state/types.ts'
import { isPassing, type Resolution, resolutionOf } from './model.ts'
import { OFFERED_FOR, suggest } from './suggestions.ts'

type Ask = (text: string, assetId: string | null) => Promise<PayeeView>
/** Whether a text stands in the name of somebody known. */
type IsBegun = (text: string, assetId: string | null) => Promise<boolean>

/** What a text was resolved to before the form was opened. */
export interface Known {
  readonly text: string
  readonly assetId: string | null
  readonly view: PayeeView
}

export interface Resolver {
  readonly store: StoreApi<{ readonly known: Readonly<Record<string, Resolution>> }>
  want(texts: readonly string[], assetId: string | null): void
  keyOf(text: string, assetId: string | null): string
}

const AT_ONCE = 4

/** Asks who texts name: each once, a few at a time, so that a pasted list of 255 does not flood the wallet. */
export function createResolver(ask: Ask, given: Known | null = null, isBegun: IsBegun = async () => false): Resolver {
  const keyOf = (text: string, assetId: string | null): string => `${assetId ?? ''} ${text.trim()}`
  const store: Resolver['store'] = createStore(() => ({
    known: given === null ? {} : { [keyOf(given.text, given.assetId)]: resolutionOf(given.view) },
  }))
  const waiting: { key: string; text: string; assetId: string | null }[] = []
  let running = 0

  const put = (key: string, resolution: Resolution): void =>
    store.setState((state) => ({ known: { ...state.known, [key]: resolution } }))

  async function run(): Promise<void> {
    running += 1
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { key, text, assetId } = next
      try {
        const found = withHint(resolutionOf(await ask(text, assetId)), text, assetId)
        const mayBegin = found.kind === 'problem' && found.party === null && text.length <= OFFERED_FOR
        put(key, mayBegin && (await isBegun(text, assetId)) ? { ...found, isBegun: true } : found)
      } catch (error) {
        put(key, { kind: 'problem', error: reportOf(error), party: null })
      }
    }
    running -= 1
  }

  return {
    store,
    keyOf,
    want(texts, assetId) {
      for (const text of new Set(texts.map((one) => one.trim()))) {
        const key = keyOf(text, assetId)
        const known = store.getState().known[key]
        // A failure of the line is asked again the next time somebody wants it; an answer is an answer.
        if (text === '' || (known !== undefined && !isPassing(known))) continue
        put(key, { kind: 'asking' })
        waiting.push({ key, text, assetId })
      }
      while (running < Math.min(AT_ONCE, waiting.length)) void run()
    },
  }
}

const ADDRESS_LIKE = /^[A-Za-z0-9:_-]{20,}$/

/** Which chain an address belongs to follows from the asset, so without one no address can be understood. */
function withHint(resolution: Resolution, text: string, assetId: string | null): Resolution {
  const helps = resolution.kind === 'problem' && resolution.error.code === 'input.payee'
  return helps && resolution.fits === undefined && assetId === null && ADDRESS_LIKE.test(text.trim())
    ? { ...resolution, hint: say('send.if-it-is-an-address-of') }
    : resolution
}

/** A text that is still being written names nobody yet, which says nothing of whom it will name. */
export const whileWritten = (resolution: Resolution, isWritten: boolean): Resolution =>
  isWritten || resolution.kind !== 'problem' ? resolution : { kind: 'asking' }

/** Longer than anybody pauses within a name. */
const WRITTEN_MS = 1000

/** What each text of the form was understood as, asked once typing has paused; that it names nobody, once typing is over. */
export function useResolutions(
  texts: readonly string[],
  assetId: string | null,
  owner: Owner,
  given: Known | null,
): Resolution[] {
  const resolver = useMemo(
    () =>
      createResolver(
        (text, of) => call('payees.resolve', { ...owner, text, assetId: of }),
        given,
        async (text, of) => (await suggest(owner, text, of)).length > 0,
      ),
    [owner, given],
  )
  const all = JSON.stringify(texts)
  const joined = useSettled(all, 280)
  const written = useSettled(all, WRITTEN_MS)
  const isLive = useQuery('app.connection', { account: owner.account }).value?.state === 'live'
  useEffect(() => resolver.want(JSON.parse(joined) as string[], assetId), [joined, assetId, resolver])
  // Who was not found for want of a line is looked up once there is one: nobody would think of typing it anew.
  useEffect(() => {
    if (isLive) resolver.want(JSON.parse(joined) as string[], assetId)
  }, [isLive, joined, assetId, resolver])
  const known = useStore(resolver.store, (state) => state.known)
  const before: readonly string[] = written === all ? texts : JSON.parse(written)
  return texts.map((text, at) =>
    text.trim() === ''
      ? { kind: 'empty' }
      : whileWritten(known[resolver.keyOf(text, assetId)] ?? { kind: 'asking' }, text === before[at]),
  )
}
