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

async function firstCall(): Promise<void> {
  const [window] = fake.windows
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
