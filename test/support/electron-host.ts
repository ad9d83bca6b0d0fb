import { EventEmitter } from 'node:events'
import type { Calls, EventName, PaymentReview } from '#contract/ipc'
import { parseAmount } from '#protocol/text'
import type { CheckedFile } from '#updates'
import type { WebAppPage } from '#wallet'
import { said } from '#words'
import type { HostedWallet } from '../../src/main/binder.ts'
import { startElectronHost } from '../../src/main/electron/host.ts'
import type { ScreenPicker } from '../../src/main/electron/screen-rule.ts'
import { loadPages } from '../../src/main/pages.ts'
import { manualClock } from './clock.ts'
import { asset } from './fake-data.ts'
import { fakeElectron } from './fake-electron.ts'
import { keepLog, someCalls } from './host.ts'
import { builtPages } from './loopback.ts'
import { seededRandom } from './random.ts'
import { newFolder } from './scratch.ts'

/* The Electron host, run with the fake of Electron. */

type HostDoors = Parameters<Parameters<typeof startElectronHost>[1]['openWallet']>[0]

const ID = '11111111-2222-4333-8444-555555555555'
export const DIGEST = 'ab'.repeat(32)

export const someReview = (digest = DIGEST): PaymentReview =>
  ({
    ...{ paymentId: ID, digest, title: said('title.payment'), verb: said('title.payment'), verdict: 'ok', checks: [] },
    ...{ asset: asset('BTC', 'Bitcoin'), amount: parseAmount('1.5'), fiat: null, payees: [], coins: 1, change: [] },
    ...{ memoHex: '', memoText: null, fee: null, transactions: [], approval: 'window', returnTo: null, left: null },
    // The brands of the ids are the only thing a literal lacks.
  }) as unknown as PaymentReview

/** Starts the host and answers what stands around it. */
export async function startHost(
  given: {
    switches?: string[]
    first?: boolean
    argv?: string[]
    platform?: NodeJS.Platform
    screenPicker?: ScreenPicker
    calls?: Partial<Calls>
    appImage?: string
    electron?: ReturnType<typeof fakeElectron>
  } = {},
) {
  const electron = given.electron ?? fakeElectron(given)
  const clock = manualClock()
  const kept = keepLog()
  const dataDir = newFolder('electron')
  const events = new EventEmitter()
  const told: string[] = []
  const ran: string[] = []
  let doors: HostDoors | undefined
  const wallet: HostedWallet = {
    calls: someCalls({ 'session.touch': async () => null, ...given.calls }),
    subscribe(name, listener) {
      events.on(name, listener)
      return () => events.off(name, listener)
    },
    lock: () => void told.push('lock'),
    close: async () => void told.push('close'),
  }
  await startElectronHost(electron.module, {
    argv: given.argv ?? ['coffer'],
    platform: given.platform ?? 'linux',
    screenPicker: given.screenPicker ?? 'none',
    dataDir,
    preload: '/app/out/preload/index.cjs',
    webPreload: '/app/out/preload/web-app.cjs',
    pages: loadPages(builtPages()),
    clock,
    random: seededRandom('electron'),
    log: kept.log,
    appImage: given.appImage ?? null,
    run: (path) => void ran.push(path),
    openWallet: async (opened) => {
      doors = opened
      return wallet
    },
  })
  const main = electron.windows[0]
  /** What the host gave its wallet. */
  const toWallet = (): HostDoors => {
    if (doors === undefined) throw new Error('no wallet was opened')
    return doors
  }
  return {
    electron,
    clock,
    dataDir,
    told,
    lines: kept.lines,
    main: () => {
      if (main === undefined) throw new Error('no window was opened')
      return main
    },
    ask: (review: PaymentReview) => toWallet().askInWindow(review),
    openOutside: (url: string) => toWallet().openOutside(url),
    openWebApp: (page: WebAppPage) => toWallet().openWebApp(page),
    savePdf: (fileName: string) => toWallet().savePdf(fileName),
    installUpdate: (file: CheckedFile) => toWallet().installUpdate(file),
    /** Programs that were started to outlive this one. */
    ran,
    emit: (name: EventName, payload: unknown) => events.emit(name, payload),
  }
}
