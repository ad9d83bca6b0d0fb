import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fakeElectron, passes } from '../main/fake-electron.ts'

/*
 * node electron-program.ts PLACE [ARGUMENT ...]: does with a place what Electron does, as far as Node can. It loads that file, or the program
 * that the package.json of that folder names, with the fake as its module `electron`, by the rules of a start and an end that Electron
 * documents: it is ready once that program has run to its first pause. There are no windows behind it.
 */

const [, , place = ''] = process.argv
const fake = fakeElectron()
const { promise: ready, resolve: beReady } = Promise.withResolvers<void>()
let isReady = false

const say = (line: string): void => void process.stderr.write(`${line}\n`)

function quit(): void {
  if (passes(fake.app, 'before-quit')) process.exit(0)
}
process.once('SIGTERM', quit)

Object.assign(fake.app, {
  setPath(_name: string, path: string) {
    if (!existsSync(path)) throw new Error('Failed to set path')
  },
  whenReady: () => ready,
  quit,
  exit: (code: number) => process.exit(code),
})
fake.module.protocol.registerSchemesAsPrivileged = () => {
  if (isReady) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
}
// On Linux there is no box before that.
fake.module.dialog.showErrorBox = (title, content) => say(`${isReady ? 'box' : 'unseen'}: ${title}: ${content}`)

/** How the window's page comes in, and where its session lets it go. */
async function firstPage(): Promise<object> {
  const asked = (url: string) => fake.session.handlers['app']?.(new Request(url)) as Promise<Response>
  const page = await asked('app://coffer/index.html')
  const policy = page.headers.get('content-security-policy') ?? ''
  const own = /ws:\/\/127\.0\.0\.1:\d+/.exec(policy)?.[0] ?? 'ws://127.0.0.1:9'
  const elsewhere = ['ws://127.0.0.1:1/', 'http://127.0.0.1:1/', 'https://example.com/']
  const open = ['app://coffer/index.html', `${own}/`, ...elsewhere].filter(
    (url) => (fake.session.judge(url) as { cancel: boolean }).cancel === false,
  )
  const { proxyBypassRules } = fake.session.proxy as { proxyBypassRules: string }
  return {
    status: page.status,
    hot: (await page.text()).includes('/@vite/client'),
    open: open.map((url) => url.replace(own, 'OWN')),
    proxy: proxyBypassRules.replace(own.slice(5), 'OWN'),
    socket: policy.includes('ws:'),
    elsewhere: (await asked('app://other/index.html')).status,
  }
}

async function firstCall(): Promise<void> {
  const [window] = fake.windows
  say(`page: ${JSON.stringify(await firstPage())}`)
  if (window !== undefined) say(`reply: ${JSON.stringify(await fake.invoke(window, 'app.state', null))}`)
}
// The first window stands when this turn is over, as it is the last thing that a start does.
fake.app.once('web-contents-created', () => setImmediate(() => void firstCall()))

const note = process.env['COFFER_TEST_NOTE']
if (note !== undefined) {
  const set = Object.keys(process.env).filter((name) => name !== 'COFFER_TEST_NOTE')
  writeFileSync(note, JSON.stringify({ argv: process.argv.slice(2), set }))
}

function programOf(folder: string): string {
  const { main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { main: string }
  return join(folder, main)
}

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: import.meta.url, shortCircuit: true } : next(specifier, context),
})
// Not waited for here: the program waits for this module.
void import(pathToFileURL(place.endsWith('.mjs') ? place : programOf(place)).href).then(() => {
  isReady = true
  beReady()
})

export const {
  app,
  BrowserWindow,
  desktopCapturer,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
}: typeof fake.module = fake.module
