import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { programOf } from '../support/programs.ts'
import { newFolder } from '../support/scratch.ts'

/*
 * The one suite on a real keychain: gnome-keyring behind libsecret, in a session bus of its own that ends with the test.
 * Where the system lacks them the suite is skipped under a name that says what is missing.
 */

const PROGRAM = programOf('test/vault/program.ts')
/** Nothing is judged by time: this only ends what hangs, on however busy a machine. */
const HANGS_MS = 600_000
const home = newFolder('keyring')
const env = { ...process.env, HOME: home, XDG_DATA_HOME: join(home, 'data'), XDG_RUNTIME_DIR: home }

function whatIsMissing(): string | null {
  if (process.platform !== 'linux') return 'this system has another keychain'
  for (const program of ['dbus-run-session', 'gnome-keyring-daemon']) {
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0) return `${program} is not installed`
  }
  if (!/libsecret-1\.so/.test(spawnSync('sh', ['-c', 'ldconfig -p || /sbin/ldconfig -p']).stdout.toString())) {
    return 'libsecret-1 is not installed'
  }
  return null
}

/** Runs the script in a fresh session with an unlocked keyring; its answer is one line of JSON. */
function inKeyringSession(step: string, dir: string): unknown {
  const unlocked = `printf test | gnome-keyring-daemon --unlock --components=secrets --daemonize >/dev/null && exec "$0" "$@"`
  const result = spawnSync(
    'dbus-run-session',
    ['--', 'sh', '-c', unlocked, process.execPath, PROGRAM, 'session', dir, step],
    {
      env,
      encoding: 'utf8',
      timeout: HANGS_MS,
    },
  )
  if (result.status !== 0) throw new Error(`${step} failed: ${result.stderr}`)
  return JSON.parse(result.stdout.trim().split('\n').at(-1) ?? '')
}

const missing = whatIsMissing()

if (missing === null) {
  describe('the keychain of the system', () => {
    it('keeps, gives back and forgets a text', () => {
      expect(inKeyringSession('texts', home)).toEqual({ first: 'one', second: 'two', after: null })
    })

    it('holds a vault that another start of the program opens', () => {
      const dir = newFolder('vault')
      expect(inKeyringSession('make', dir)).toMatchObject({ store: 'keychain', keychainProblem: null })
      expect(inKeyringSession('open', dir)).toMatchObject({ locked: false, hasSpendKey: true })
    })
  })
} else {
  it.runIf(false)(`the keychain of the system is not tested here: ${missing}`, () => undefined)
}

describe('a session without a secret service', () => {
  it.runIf(process.platform === 'linux')('is found out in time and leads to a sealed file', () => {
    const dir = newFolder('vault')
    const bare = { ...env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', DISPLAY: '' }
    const result = spawnSync(process.execPath, [PROGRAM, 'session', dir, 'status'], {
      env: bare,
      encoding: 'utf8',
      timeout: HANGS_MS,
    })
    expect(JSON.parse(result.stdout)).toMatchObject({
      store: 'file',
      locked: false,
      keychainProblem: { code: 'check.keychain.service' },
    })
  })
})
