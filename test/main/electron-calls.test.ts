import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CALLS, type ClassName, ELECTRON_EVENTS, namesOf } from './electron-calls.ts'

/* The list of what is used of Electron, held against the code and against Electron's own types. */

const folder = 'src/main/electron'
const read = (path: string): string => readFileSync(path, 'utf8').replace(/^\s*(?:\*|\/[/*]).*$/gm, '')
const host = [...readdirSync(folder).map((name) => join(folder, name)), 'src/main/index.ts'].map(read).join('\n')
const preload = ['src/preload/index.ts', 'src/preload/web-app.ts'].map(read).join('\n')
const types = readFileSync('node_modules/electron/electron.d.ts', 'utf8')

/** What the code calls the things of Electron; a name for anything else there does not lead to a false alarm, but must not hide one. */
const RECEIVERS: Readonly<Record<string, ClassName>> = {
  app: 'App',
  window: 'BrowserWindow',
  web: 'BrowserWindow',
  webContents: 'WebContents',
  contents: 'WebContents',
  frame: 'WebFrameMain',
  mainFrame: 'WebFrameMain',
  tray: 'Tray',
  dialog: 'Dialog',
  shell: 'Shell',
  desktopCapturer: 'DesktopCapturer',
  commandLine: 'CommandLine',
  ipcMain: 'IpcMain',
  powerMonitor: 'PowerMonitor',
  nativeTheme: 'NativeTheme',
  nativeImage: 'NativeImage',
  Notification: 'Notification',
  notice: 'Notification',
  Menu: 'Menu',
  webRequest: 'WebRequest',
  protocol: 'Protocol',
  ipcRenderer: 'IpcRenderer',
  contextBridge: 'ContextBridge',
  webFrame: 'WebFrame',
}

interface Use {
  readonly of: ClassName
  readonly member: string
}

/** Every `receiver.member` of the code whose receiver is a thing of Electron. Texts in quotes are none. */
function usesOf(code: string): Use[] {
  const bare = code.replace(/'[^'\n]*'/g, "''")
  const found = [...bare.matchAll(/\b(\w+)(?:\(\))?\??\.(?=(\w+))/g)]
  return found.flatMap(([, receiver = '', member = '']) => {
    const of = RECEIVERS[receiver]
    return of === undefined ? [] : [{ of, member }]
  })
}

/** Sessions are called `session` and `own`, and so is the module's `session`, from which they come. */
const sessionUses = (code: string): string[] =>
  [...code.matchAll(/(?<!electron\.)\b(?:session|own)\.(\w+)/g)].map(([, member = '']) => member)

const names = (of: ClassName): string[] => namesOf(CALLS[of])

describe('the list of what is used of Electron', () => {
  it('names every part of the module that the code takes', () => {
    const parts = [...host.matchAll(/\belectron\.(\w+)/g)].map(([, part = '']) => part)
    const taken = [...host.matchAll(/Pick<ElectronModule, ([^>]+)>/g)].flatMap(([, given = '']) =>
      [...given.matchAll(/'(\w+)'/g)].map(([, part = '']) => part),
    )
    const known = new Set([
      ...Object.keys(RECEIVERS),
      ...['BrowserWindow', 'Tray', 'session', 'screen', 'ts', 'test', 'Session', 'WebContents', 'WebFrameMain'],
    ])
    expect([...new Set([...parts, ...taken])].filter((part) => !known.has(part))).toEqual([])
  })

  it('names every member that the code uses', () => {
    const uses = [...usesOf(host), ...usesOf(preload)]
    expect(uses.length).toBeGreaterThan(80)
    expect(uses.filter(({ of, member }) => !names(of).includes(member))).toEqual([])
    expect(
      sessionUses(host.replace(/'[^'\n]*'/g, "''")).filter((member) => !names('Session').includes(member)),
    ).toEqual([])
  })

  it('names nothing that the code does not use', () => {
    const code = host + preload
    const idle = Object.entries(CALLS).flatMap(([of, members]) =>
      namesOf(members).flatMap((member) => (new RegExp(`\\b${member}\\b`).test(code) ? [] : [`${of}.${member}`])),
    )
    expect(idle).toEqual([])
  })

  it('names every event that the code listens to, as Electron’s own types do', () => {
    const listened = [...host.matchAll(/\.(?:on|once|off)\('([\w-]+)'/g)].map(([, event = '']) => event)
    const own = ['SIGUSR1', 'disconnect']
    const listed = Object.values(ELECTRON_EVENTS).flatMap(namesOf)
    expect([...new Set(listened)].filter((event) => !own.includes(event)).sort()).toEqual([...new Set(listed)].sort())
    expect(listed.filter((event) => !types.includes(`(event: '${event}'`))).toEqual([])
  })

  it('holds nothing that is newer than the Electron of this project', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly devDependencies: Readonly<Record<string, string>>
    }
    const major = Number.parseInt(devDependencies['electron'] ?? '', 10)
    const versions = [CALLS, ELECTRON_EVENTS].flatMap((table) => Object.values(table).flatMap(Object.keys)).map(Number)
    expect(versions.filter((version) => !(version >= 2 && version <= major))).toEqual([])
  })
})
