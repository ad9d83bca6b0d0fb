import { join } from 'node:path'
import { defined } from '#contract/defined'
import { type Clock, DAY, type Log, parseTime, type Random } from '#contract/domain'
import { CofferError, codeOf, type ErrorReport, failure } from '#contract/errors'
import type { UpdateCalls, UpdatesView } from '#contract/ipc'
import { type FileDeps, readWholeFile } from '#remote'
import { download, isThatFile, wasBrokenOff } from './download.ts'
import { type Kept, openKept } from './kept.ts'
import {
  fileFor,
  isLater,
  isOurTurn,
  type Manifest,
  type Release,
  type ReleaseFile,
  readRelease,
  type Target,
} from './release.ts'

/** Whom to ask, and under whose key. Both are part of the program. */
export interface UpdateService {
  readonly url: string
  /** Of the offline key, 64 hex characters. */
  readonly rootKey: string
}

/** A file that was checked in this process. Whoever runs it checks it again right before. */
export interface CheckedFile {
  readonly path: string
  readonly version: string
  readonly form: ReleaseFile['form']
  readonly size: number
  readonly sha512: string
}

type Installed = Awaited<ReturnType<UpdateCalls['updates.install']>>['done']

export interface UpdateDeps {
  /** `updates.json` and files that were brought lie in it. */
  readonly folder: string
  readonly service: UpdateService | null
  /** Where a person gets a version by hand. */
  readonly home: string | null
  readonly version: string
  readonly target: Target | null
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly changed: () => void
  /** Asks the person and hands the file to what installs it; absent where the host cannot. Throws `update.file`, `update.not_installed`. */
  readonly install?: (file: CheckedFile) => Promise<Installed>
}

export interface Updates {
  readonly calls: UpdateCalls
  stop(): Promise<void>
}

/** More than both texts of a release need. */
const TEXT_MAX = 256 * 1024
const TEXT_DEADLINE_MS = 30_000
/** How often it is looked whether a day is over: a computer sleeps, and its clock is set. */
const TICK_MS = 15 * 60_000
const DAY_MS = 24 * 60 * 60_000
/** Between two telling how far a download is. */
const TELL_MS = 500

interface House extends UpdateDeps {
  readonly kept: ReturnType<typeof openKept>
  readonly line: FileDeps
  readonly ended: AbortController
  state: {
    looking: Promise<void> | null
    bringing: { readonly done: Promise<void>; readonly stop: AbortController } | null
    got: number
    ready: CheckedFile | null
    problem: ErrorReport | null
    /** Files that could not be brought one after the other, and until when none is brought that nobody asked for. */
    failures: number
    restUntilMs: number
  }
}

/** New versions of the program: whether there is one, bringing it, checking it. Asks nobody before the person has said so. Throws `store.newer`, `store.disk`. */
export function openUpdates(deps: UpdateDeps): Updates {
  const house: House = {
    ...deps,
    kept: openKept(deps.folder, deps.random),
    line: { fetch: deps.fetch, clock: deps.clock },
    ended: new AbortController(),
    state: { looking: null, bringing: null, got: 0, ready: null, problem: null, failures: 0, restUntilMs: 0 },
  }
  noteRun(house)
  // Without a service nobody will ever be asked.
  const ticking = deps.service === null ? Promise.resolve() : tick(house)
  return {
    calls: callsOf(house),
    async stop() {
      house.ended.abort()
      const { looking, bringing } = house.state
      bringing?.stop.abort()
      await Promise.allSettled([ticking, looking, bringing?.done])
    },
  }
}

/** A version that comes after the one that ran last has come in by an update, and is told of once. */
function noteRun({ kept, version, log }: House): void {
  const { ran } = kept.read()
  if (ran === version) return
  try {
    kept.write({ ran: version, news: ran !== null && isLater(version, ran) ? version : null })
  } catch (error) {
    // It is no reason not to start.
    log('warn', 'update.not_kept', { code: codeOf(error) })
  }
}

function callsOf(house: House): UpdateCalls {
  const { kept, state, changed } = house
  const view = (): UpdatesView => viewOf(house)
  return {
    'updates.read': async () => view(),
    async 'updates.choose'({ choice }) {
      kept.write({ choice })
      if (choice !== 'install') state.bringing?.stop.abort()
      if (choice !== 'off') void whenDue(house)
      changed()
      return view()
    },
    async 'updates.look'() {
      await look(house)
      if (kept.read().choice === 'install') bring(house)
      return view()
    },
    async 'updates.fetch'() {
      if (offered(house) === null) throw failure('update.none', 'nothing to bring')
      state.failures = 0
      bring(house)
      return view()
    },
    async 'updates.seen'() {
      kept.write({ news: null })
      changed()
      return view()
    },
    async 'updates.install'() {
      const ready = readyFile(house)
      if (ready === null || house.install === undefined) throw failure('update.none', 'nothing to install')
      if (!(await isThatFile(ready.path, ready))) {
        state.ready = null
        changed()
        throw failure('update.file', 'changed since it was checked')
      }
      return { done: await house.install(ready) }
    },
  }
}

/** The release that was believed last, read anew: it is believed only as long as its signatures are. */
function releaseOf({ service, kept, log }: House): Release | null {
  const { texts } = kept.read()
  if (service === null || texts === null) return null
  try {
    return readRelease(texts, service.rootKey, null)
  } catch (error) {
    log('warn', 'update.not_believed', { code: codeOf(error) })
    return null
  }
}

type State = NonNullable<UpdatesView['release']>['state']

function stateOf({ version, kept, clock }: House, { manifest, until }: Release): State {
  if (clock.now() > until) return 'expired'
  if (!isLater(manifest.version, version)) return 'current'
  return isOurTurn(manifest, kept.read().lot) ? 'newer' : 'later'
}

/** What could be brought here and now. */
function offered(house: House): { readonly manifest: Manifest; readonly file: ReleaseFile } | null {
  const release = releaseOf(house)
  if (release === null || house.install === undefined || stateOf(house, release) !== 'newer') return null
  const file = fileFor(release.manifest, house.target)
  return file === null ? null : { manifest: release.manifest, file }
}

/** What was brought counts as long as it is what is offered: not once it was taken back, is out of time, or its key was replaced. */
function readyFile(house: House): CheckedFile | null {
  const { ready } = house.state
  const offer = ready === null ? null : offered(house)
  return offer?.file.sha512 === ready?.sha512 && offer?.manifest.version === ready?.version ? ready : null
}

function viewOf(house: House): UpdatesView {
  const { service, kept, state, target } = house
  const { choice, lookedAt, news } = kept.read()
  const release = releaseOf(house)
  return {
    updatedTo: news === house.version ? news : null,
    service: service === null ? null : new URL(service.url).host,
    choice,
    installs: house.install !== undefined && target !== null,
    home: house.home,
    looking: state.looking !== null,
    lookedAt,
    problem: state.problem,
    release: release === null ? null : shownRelease(house, release),
    download: {
      state: readyFile(house) !== null ? 'ready' : state.bringing !== null ? 'running' : 'none',
      got: state.got,
    },
  }
}

function shownRelease(house: House, release: Release): NonNullable<UpdatesView['release']> {
  const { version, notes, made } = release.manifest
  const { en, ja, 'zh-CN': chinese } = notes
  return {
    version,
    state: stateOf(house, release),
    notes: { en, ...defined({ 'zh-CN': chinese, ja }) },
    made: parseTime(made),
    until: release.until,
    size: fileFor(release.manifest, house.target)?.size ?? null,
  }
}

/** One look at a time; whoever asks meanwhile waits for it. Never throws: what failed is told in the view. */
function look(house: House): Promise<void> {
  const { state, changed } = house
  state.looking ??= ask(house)
    .then(
      () => {
        state.problem = null
      },
      (error: unknown) => note(house, error),
    )
    .finally(() => {
      state.looking = null
      changed()
    })
  changed()
  return state.looking
}

function note({ state, ended, log }: House, error: unknown): void {
  if (ended.signal.aborted) return
  log('info', 'update.failed', { code: codeOf(error) })
  state.problem = { code: codeOf(error), details: error instanceof CofferError ? error.details : {} }
}

async function ask({ service, kept, line, clock, ended }: House): Promise<void> {
  if (service === null) throw failure('update.none', 'this build has no update service')
  const read = async (name: string): Promise<string> => {
    const url = `${service.url}/${name}`
    const wish = { url, most: TEXT_MAX, deadlineMs: TEXT_DEADLINE_MS, signal: ended.signal }
    return Buffer.from(await readWholeFile(line, wish)).toString('utf8')
  }
  const texts = { key: await read('release-key.json'), manifest: await read('manifest.json') }
  const { mark } = readRelease(texts, service.rootKey, kept.read().mark)
  kept.write({ texts, mark, lookedAt: clock.now() })
}

/** Brings the file that is offered, if it is not there already. Never throws: what failed is told in the view. */
function bring(house: House): void {
  const { state, service, line, changed, clock, ended } = house
  const offer = offered(house)
  if (offer === null || service === null || state.bringing !== null || ended.signal.aborted) return
  if (readyFile(house) !== null) return
  const { file, manifest } = offer
  const stop = new AbortController()
  let told = clock.monotonicMs()
  const wish = {
    deps: line,
    folder: join(house.folder, 'files'),
    url: `${service.url}/files/${file.name}`,
    file,
    signal: stop.signal,
    progress(got: number) {
      state.got = got
      if (clock.monotonicMs() - told < TELL_MS) return
      told = clock.monotonicMs()
      changed()
    },
  }
  Object.assign(state, { got: 0, ready: null, problem: null })
  const done = download(wish)
    .then(
      (path) => {
        const { form, size, sha512 } = file
        state.ready = { path, version: manifest.version, form, size, sha512 }
        state.failures = 0
      },
      (error: unknown) => {
        if (stop.signal.aborted) return
        note(house, error)
        rest(house, error)
      },
    )
    .finally(() => {
      state.bringing = null
      changed()
    })
  state.bringing = { done, stop }
  changed()
}

/** A service that gives what is not the file may not have it fetched again and again: by itself once a day, and a broken line ever more rarely. */
function rest({ state, clock }: House, error: unknown): void {
  state.failures += 1
  const pause = wasBrokenOff(error) ? Math.min(TICK_MS * 2 ** state.failures, DAY_MS) : DAY_MS
  state.restUntilMs = clock.monotonicMs() + pause
}

const isDue = ({ choice, lookedAt }: Kept, now: bigint): boolean =>
  (choice === 'notify' || choice === 'install') && (lookedAt === null || now - lookedAt > DAY || now < lookedAt)

async function whenDue(house: House): Promise<void> {
  const { kept, service, clock, state } = house
  if (service === null) return
  if (isDue(kept.read(), clock.now())) await look(house)
  if (kept.read().choice === 'install' && clock.monotonicMs() >= state.restUntilMs) bring(house)
}

async function tick(house: House): Promise<void> {
  const { ended, clock } = house
  while (!ended.signal.aborted) {
    await whenDue(house)
    await clock.sleep(TICK_MS, ended.signal)
  }
}
