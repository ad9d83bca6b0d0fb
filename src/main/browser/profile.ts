import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureFolder, replaceFile } from '#platform/files'

/** What a browser is told about a window in which a passphrase is typed: keep none, offer none, fill in and look up nothing. */
const KEEP_NOTHING = {
  credentials_enable_service: false,
  credentials_enable_autosignin: false,
  profile: { password_manager_enabled: false, password_manager_leak_detection: false },
  autofill: { enabled: false, profile_enabled: false, credit_card_enabled: false },
  password_manager: { biometric_authentication_filling: false },
} as const

/** Where a browser of the family keeps passwords; one of ours has none to keep. */
const PASSWORDS = ['Login Data', 'Login Data For Account'].flatMap((name) => [name, `${name}-journal`, `${name}-wal`])

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `over` laid over `under`, member by member. */
function merged(under: unknown, over: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const base = isObject(under) ? under : {}
  const laid = Object.entries(over).map(([key, value]) => [key, isObject(value) ? merged(base[key], value) : value])
  return { ...base, ...Object.fromEntries(laid) }
}

function readPreferences(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

/** Makes the profile of the window, or brings an older one into order: it saves no passphrase, and what one saved before is gone. */
export function prepareProfile(profileDir: string): void {
  const folder = join(profileDir, 'Default')
  ensureFolder(folder)
  for (const name of PASSWORDS) rmSync(join(folder, name), { force: true })
  const file = join(folder, 'Preferences')
  const text = JSON.stringify(merged(readPreferences(file), KEEP_NOTHING))
  const draft = `${file}.coffer`
  rmSync(draft, { force: true })
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
  replaceFile(draft, file)
}
