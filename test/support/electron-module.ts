import { existsSync } from 'node:fs'
import { fakeElectron } from './fake-electron.ts'

/* The module `electron` of `electron-program.ts`: the fake one, with the rules of a start and an end that Electron documents. */

const fake = fakeElectron()
let isReady = false
let become: () => void = () => undefined
const ready = new Promise<void>((resolve) => {
  become = resolve
})

export function beReady(): void {
  isReady = true
  become()
}

const say = (line: string): void => void process.stderr.write(`${line}\n`)

function quit(): void {
  let prevented = false
  fake.app.emit('before-quit', { preventDefault: () => (prevented = true) })
  if (!prevented) process.exit(0)
}

Object.assign(fake.app, {
  setPath(_name: string, path: string) {
    if (!existsSync(path)) throw new Error('Failed to set path')
  },
  whenReady: () => ready,
  quit,
  exit: (code: number) => process.exit(code),
})
Object.assign(fake.module.protocol, {
  registerSchemesAsPrivileged() {
    if (isReady) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
  },
})
Object.assign(fake.module.dialog, {
  showErrorBox: (title: string, content: string) => say(`box: ${title}: ${content}`),
})
process.once('SIGTERM', quit)

// The first window stands when this turn is over, as it is the last thing that a start does.
fake.app.once('web-contents-created', () => setImmediate(() => void firstCall()))

/** What the window gets of a scheme or a socket. */
type Handler = (...args: unknown[]) => unknown

/** How the window's page comes in, and where its session lets it go. */
async function firstPage(): Promise<object> {
  const { app: answer, request: judge } = fake.session.handlers as Readonly<Record<string, Handler | undefined>>
  const page = (await answer?.(new Request('app://coffer/index.html'))) as Response
  const policy = page.headers.get('content-security-policy') ?? ''
  const own = /ws:\/\/127\.0\.0\.1:\d+/.exec(policy)?.[0] ?? 'ws://127.0.0.1:9'
  const wished = [
    'app://coffer/index.html',
    `${own}/`,
    'ws://127.0.0.1:1/',
    'http://127.0.0.1:1/',
    'https://example.com/',
  ]
  const open = wished.filter((url) => {
    let cancelled: unknown = true
    judge?.({ url }, ({ cancel }: { cancel: boolean }) => {
      cancelled = cancel
    })
    return cancelled === false
  })
  const elsewhere = (await answer?.(new Request('app://other/index.html'))) as Response
  const { proxyBypassRules } = fake.session.proxy as { proxyBypassRules: string }
  return {
    ...{
      status: page.status,
      hot: (await page.text()).includes('/@vite/client'),
      open: open.map((url) => url.replace(own, 'OWN')),
    },
    ...{
      proxy: proxyBypassRules.replace(own.slice(5), 'OWN'),
      socket: policy.includes('ws:'),
      elsewhere: elsewhere.status,
    },
  }
}

async function firstCall(): Promise<void> {
  const [window] = fake.windows
  say(`page: ${JSON.stringify(await firstPage())}`)
  if (window !== undefined) say(`reply: ${JSON.stringify(await fake.invoke(window, 'app.state', null))}`)
}

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
