import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, rmSync, writeFileSync } from 'node:fs'
import { join, posix, win32 } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Said, said } from '#words'
import { cleanEnvironment } from '../environment.ts'
import { prepareProfile } from './profile.ts'

type Variables = Readonly<Record<string, string | undefined>>

const LINUX = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'brave-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
]
const MAC = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Brave Browser.app/Contents/MacOS/Brave Browser',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]
const WINDOWS = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Chromium', 'Application', 'chrome.exe'],
  ['BraveSoftware', 'Brave-Browser', 'Application', 'brave.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
]

/** Where a browser of the Chromium family may be, best first. */
export function browserCandidates(platform: NodeJS.Platform, env: Variables): string[] {
  if (platform === 'darwin') {
    return ['/Applications', posix.join(env['HOME'] ?? '/', 'Applications')].flatMap((root) =>
      MAC.map((path) => posix.join(root, path)),
    )
  }
  if (platform === 'win32') {
    const roots = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']].filter(
      (root) => root !== undefined,
    )
    return WINDOWS.flatMap((path) => roots.map((root) => win32.join(root, ...path)))
  }
  const folders = [
    ...(env['PATH'] ?? '').split(posix.delimiter).filter((folder) => folder.startsWith('/')),
    '/usr/bin',
    '/snap/bin',
  ]
  return LINUX.flatMap((name) => folders.map((folder) => posix.join(folder, name)))
}

/** Whether there is a file that may be run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A program to open a window with, or why there will be none. */
export type Opener = { readonly program: string } | { readonly why: Said }

export function findOpener(platform: NodeJS.Platform, env: Variables, userId: number | undefined): Opener {
  if (platform !== 'win32' && userId === 0) {
    return { why: said('main.why.root') }
  }
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return { why: said('main.why.no-display') }
  const program = browserCandidates(platform, env).find(isProgram)
  return program === undefined ? { why: said('main.why.no-browser') } : { program }
}

/**
 * Switches of the window: a profile of its own; nobody else's code in it; no debugging port; nothing that phones home; and no network but
 * 127.0.0.1, so that even a script inside the page finds nowhere to send what it sees. Never one that weakens the browser.
 */
export function windowSwitches(redirectFile: string, profileDir: string): string[] {
  return [
    `--app=${pathToFileURL(redirectFile).href}`,
    `--user-data-dir=${profileDir}`,
    '--window-size=1200,800',
    '--no-first-run',
    '--no-default-browser-check',
    '--no-pings',
    '--no-proxy-server',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--dns-prefetch-disable',
    '--disable-sync',
    '--disable-extensions',
    '--disable-component-extensions-with-background-pages',
    '--disable-default-apps',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-client-side-phishing-detection',
    '--disable-domain-reliability',
    '--disable-breakpad',
    '--disable-crash-reporter',
    '--disable-quic',
    '--hide-crash-restore-bubble',
    '--password-store=basic',
    '--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication,DnsOverHttps,CertificateTransparencyComponentUpdater,InterestFeedContentSuggestions',
  ]
}

/** A page that leads to the link and holds nothing else. The link has no character that HTML would read differently. */
export function redirectPage(link: string): string {
  if (!/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+$/.test(link)) throw new Error('not a link of this host')
  return `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${link}"><title>Coffer</title>`
}

export interface Window {
  readonly process: ChildProcess
  /** Removes the file that holds the link; called as soon as the page has arrived, or did not. */
  forgetLink(): void
}

/** Not while a browser has it open, on Windows: the link is spent or too old by then, and the next start writes another in its place. */
function removed(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // It holds a link that opens nothing.
  }
}

/** Opens the link in a window of its own. The link is in a private file, never in an argument that others could list. */
export function openWindow(program: string, link: string, dataDir: string, env: Variables): Window {
  const profileDir = join(dataDir, 'browser')
  prepareProfile(profileDir)
  const file = join(profileDir, 'open.html')
  rmSync(file, { force: true })
  writeFileSync(file, redirectPage(link), { mode: 0o600, flag: 'wx' })
  const child = spawn(program, windowSwitches(file, profileDir), {
    env: cleanEnvironment(env),
    stdio: 'ignore',
    cwd: profileDir,
  })
  return { process: child, forgetLink: () => removed(file) }
}
