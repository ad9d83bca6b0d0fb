import { EventEmitter } from 'node:events'
import type { Calls, EventName, WindowAsk } from '#contract/ipc'
import { parseAmount } from '#protocol/text'
import { said } from '#words'
import { startElectronHost } from '../../src/main/electron/host.ts'
import { loadPages } from '../../src/main/pages.ts'
import { asset } from '../renderer/fake-data.ts'
import { manualClock } from '../support/clock.ts'
import { keepLog, someCalls } from '../support/host.ts'
import { builtPages } from '../support/loopback.ts'
import { seededRandom } from '../support/random.ts'
import { newFolder } from '../support/scratch.ts'
import { type FakeOptions, fakeElectron } from './fake-electron.ts'

/* The Electron host, run with the fake of Electron. */

type Deps = Parameters<typeof startElectronHost>[1]
/** What the host gives its wallet. */
type Doors = Parameters<Deps['openWallet']>[0]

type AskedPayment = Exclude<WindowAsk, { act: unknown }>

export const DIGEST = 'ab'.repeat(32)

export const someReview = (digest = DIGEST): AskedPayment =>
  ({
    ...{ account: '99999999-2222-4333-8444-555555555555' },
    ...{ paymentId: '11111111-2222-4333-8444-555555555555', digest, approval: 'window', verdict: 'ok', checks: [] },
    ...{
      title: said('title.payment'),
      verb: said('title.payment'),
      asset: asset('BTC', 'Bitcoin'),
      fiat: null,
      payees: [],
    },
    ...{ amount: parseAmount('1.5'), coins: 1, change: [], memoHex: '', memoText: null, fee: null, transactions: [] },
    ...{ returnTo: null, left: null },
    // The brands of the ids are the only thing a literal lacks.
  }) as unknown as AskedPayment

type Given = Partial<Pick<Deps, 'argv' | 'platform' | 'screenPicker' | 'appImage'>> &
  FakeOptions & {
    readonly calls?: Partial<Calls>
    readonly electron?: ReturnType<typeof fakeElectron>
    /** What the wallet does once it is open. */
    readonly wallet?: (doors: Doors) => void | Promise<void>
    readonly clock?: ReturnType<typeof manualClock>
    /** What the wallet is told. */
    readonly told?: string[]
    /** What becomes of its end. */
    readonly closing?: () => void
    /** Who listens to what the wallet tells. */
    readonly events?: EventEmitter
  }

/** Starts the host and answers what stands around it. */
export async function startHost({
  calls = {},
  wallet = () => undefined,
  clock = manualClock(),
  closing = () => undefined,
  told = [],
  events = new EventEmitter(),
  ...given
}: Given = {}) {
  const electron = given.electron ?? fakeElectron(given)
  const { log, lines } = keepLog()
  const dataDir = newFolder('electron')
  const ran: string[] = []
  let doors = {} as Doors // where no wallet is opened, nothing is asked of them
  await startElectronHost(electron.module, {
    ...{ argv: ['coffer'], platform: 'linux', screenPicker: 'none', appImage: null, ...given },
    ...{ dataDir, clock, log, random: seededRandom('electron'), pages: loadPages(builtPages()) },
    ...{ preload: '/app/out/preload/index.cjs', webPreload: '/app/out/preload/web-app.cjs' },
    ...{ run: (path) => void ran.push(path), kill: () => void electron.exits.push('kill') },
    async openWallet(opened) {
      doors = opened
      await wallet(doors)
      return {
        calls: someCalls({ 'session.touch': async () => null, ...calls }),
        subscribe(name, listener) {
          events.on(name, listener)
          return () => events.off(name, listener)
        },
        lock: () => void told.push('lock'),
        async close() {
          told.push('close')
          closing()
        },
        markEnded: () => void told.push('ended'),
      }
    },
  })
  const [main] = electron.windows
  return {
    ...{ electron, clock, dataDir, told, lines },
    main() {
      if (main === undefined) throw new Error('no window was opened')
      return main
    },
    ask: doors.askInWindow,
    ...{ openOutside: doors.openOutside, openWebApp: doors.openWebApp, onProxy: doors.onProxy },
    ...{ savePdf: doors.savePdf, installUpdate: doors.installUpdate, startAnew: doors.startAnew },
    /** Programs that were started to outlive this one. */
    ran,
    emit: (name: EventName, payload: unknown) => events.emit(name, payload),
  }
}
