import type { Vault } from '#vault'

/** Something that a wallet waits for, kept back until it is its turn. */
interface Kept {
  readonly what: string
  readonly go: () => void
}

export type Mixer = ReturnType<typeof mixer>

/** What payments and requests ask on their way; what sync reads goes on by itself. */
const STEPS =
  /^\/safe\/(?:me|keys|transactions?|transaction\/requests|multisigs|ghosts)\b|^\/safe\/outputs\/(?!withdrawal)|^\/assets\/|^\/safe\/assets\//
const VERBS = ['sign', 'prove', 'hints', 'kernelKeys'] as const

/** Puts what several calls of a wallet wait for into an order of our own: answers of the network, verbs of the signer, windows. */
export function mixer() {
  const kept: Kept[] = []
  let holding: RegExp | null = null
  /** Keeps back one more thing than the wallet itself waits for. */
  const wait = (what: string): Promise<void> => {
    if (holding?.test(what) !== true) return Promise.resolve()
    return new Promise((resolve) => {
      kept.push({ what, go: resolve })
    })
  }
  const fetched: typeof fetch = async (target, init) => {
    const { pathname } = new URL(String(target))
    const isStep = STEPS.test(pathname)
    if (isStep) await wait(`before ${init?.method ?? 'GET'} ${pathname}`)
    const response = await fetch(target, init)
    if (isStep) await wait(`after ${init?.method ?? 'GET'} ${pathname}`)
    return response
  }
  return {
    fetch: fetched,
    /** What is kept back, oldest first. */
    kept,
    wait,
    wrap: (vault: Vault): Vault => ({
      ...vault,
      signer: (account) => {
        const signer = vault.signer(account)
        const late = Object.fromEntries(
          VERBS.map((verb) => [
            verb,
            async (input: never) => {
              await wait(`before ${verb}`)
              const done: unknown = await (signer[verb] as (given: never) => Promise<unknown>)(input)
              await wait(`after ${verb}`)
              return done
            },
          ]),
        )
        return { ...signer, ...late }
      },
    }),
    /** Lets the one at this place go on, counted around; nothing where nothing is kept. */
    release(at: number) {
      if (kept.length > 0) kept.splice(at % kept.length, 1)[0]?.go()
    },
    /** From now on what is called so is kept back; everything, where nothing is named. */
    hold(what = /./) {
      holding = what
    },
    /** Lets all go on, and keeps nothing back from now on. */
    letGo() {
      holding = null
      for (const each of kept.splice(0)) each.go()
    },
  }
}
