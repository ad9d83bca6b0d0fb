/*
 * What may surround a start. Whoever can set a variable or a switch for us can often already do worse; but a variable left behind by a
 * tool, or set by a program that may write a shell profile and nothing else, must not open a debugger or another trust store.
 */

type Variables = Readonly<Record<string, string | undefined>>

/** Taken in before our first line runs: code, libraries or certificates of someone else. */
const REFUSED = ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'LD_PRELOAD', 'LD_AUDIT', 'DYLD_INSERT_LIBRARIES'] as const
/** Read only when they are needed, so that taking them away is enough. */
const REMOVED = ['NODE_TLS_REJECT_UNAUTHORIZED', 'SSLKEYLOGFILE', 'NODE_DEBUG', 'NODE_DEBUG_NATIVE'] as const

const DEBUG_SWITCH =
  /^(?:-r|--(?:inspect|debug|remote-debugging|tls-keylog|use-openssl-ca|require|import|loader|experimental-loader)[a-z-]*)(?:=|$)/

/** Why this start is refused, in words; empty if it is not. `switches` are those of the runtime and of the program. */
export function refusals(env: Variables, switches: readonly string[]): string[] {
  return [
    ...REFUSED.filter((name) => (env[name] ?? '') !== '').map((name) => `${name} is set`),
    ...switches.filter((option) => DEBUG_SWITCH.test(option)).map((option) => `${option.split('=')[0]} was given`),
  ]
}

/** Takes away what must not reach TLS or a debugger, from the environment of this process. */
export function removeHostile(env: Record<string, string | undefined>): void {
  for (const name of REMOVED) delete env[name]
}

/** Variables a browser needs to find its screen, its fonts, its language and its home. */
const FOR_BROWSER =
  /^(?:HOME|USER|LOGNAME|PATH|SHELL|LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|TEMP|TMP|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_[A-Z_]+|DBUS_SESSION_BUS_ADDRESS|DESKTOP_SESSION|FONTCONFIG_(?:PATH|FILE)|GDK_(?:BACKEND|SCALE|DPI_SCALE)|XCURSOR_(?:SIZE|THEME)|SystemRoot|SystemDrive|windir|COMSPEC|PATHEXT|USERPROFILE|USERNAME|APPDATA|LOCALAPPDATA|ProgramData|ProgramFiles(?:\(x86\))?|ProgramW6432|CommonProgramFiles)$/i

/** The environment a browser is started with: those variables and no others. */
export function browserEnvironment(env: Variables): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && FOR_BROWSER.test(entry[0]),
    ),
  )
}
