import { cleanText } from '#contract/domain'
import { say } from '#words'
import { beginsAsLink, linkFromArguments } from './links.ts'
import { screenFromArguments } from './shown.ts'

/*
 * Switches are refused twice: by name wherever Chromium has taken one in, however it came, and on the command line by everything that is
 * not of a short list, whatever it would do.
 */

/** Those that would open a debugger, take a protection away, bring code, or write down what passes. */
const FORBIDDEN_SWITCHES = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'inspect',
  'inspect-brk',
  'no-sandbox',
  'single-process',
  'disable-gpu-sandbox',
  'disable-namespace-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-setuid-sandbox',
  'disable-win32k-lockdown',
  'disable-web-security',
  'disable-site-isolation-trials',
  'enable-features',
  'disable-features',
  'load-extension',
  'browser-subprocess-path',
  'gpu-launcher',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'ppapi-plugin-launcher',
  'js-flags',
  'proxy-server',
  'ssl-key-log-file',
  'log-net-log',
  'ignore-certificate-errors',
  'use-fake-ui-for-media-stream',
  'use-fake-device-for-media-stream',
] as const

/** Ours, and those of a person's screen and language. */
const KNOWN_SWITCH =
  /^--(?:(?:network|data|proxy|ca|host|port|no-open|show|enable-sandbox|ozone-platform|ozone-platform-hint|enable-wayland-ime|force-device-scale-factor|lang|disable-gpu)(?:=.*)?)?$/s

const OWN_OPTION = /^--(?:network|data|proxy|ca)(?:=|$)/

/**
 * Our own options among the arguments; Chromium's and the program's path are not ours to judge here. A link ends them, as `--` does: Windows
 * puts a link into the command line as it is, and what stands in quotes of its own must not choose the network or who is believed there.
 */
export function ownOptions(argv: readonly string[]): string[] {
  const end = argv.findIndex((argument) => argument === '--' || beginsAsLink(argument))
  const ours = end === -1 ? argv : argv.slice(0, end)
  return ours.flatMap((argument, index) => {
    if (!OWN_OPTION.test(argument)) return []
    const value = ours[index + 1]
    return argument.includes('=') || value === undefined ? [argument] : [argument, value]
  })
}

/** Windows itself gives this to a program that it starts because a notice of it was pressed. */
const OF_NOTICE = /^[-/]embedding$/i

/** Arguments of this start for one that follows, without some options of ours: no link and no notice is asked for again. */
function argumentsWithout(names: readonly string[], argv: readonly string[], isPackaged: boolean): string[] {
  const end = argv.findIndex((argument) => argument === '--' || beginsAsLink(argument))
  const given = argv.slice(1, end === -1 ? undefined : end)
  // From its sources Electron is told where they are.
  const from = isPackaged ? 0 : 1
  const isOption = (text: string): boolean =>
    names.some((name) => text === `--${name}` || text.startsWith(`--${name}=`))
  const isValue = (at: number): boolean => names.includes('network') && at > from && given[at - 1] === '--network'
  return given.filter((text, at) => at < from || !(isOption(text) || isValue(at) || OF_NOTICE.test(text)))
}

/** The arguments of a start that follows this one, on the network that was chosen meanwhile and not on the one that this was started with. */
export const anewArguments = (argv: readonly string[], isPackaged: boolean): string[] =>
  argumentsWithout(['network', 'show'], argv, isPackaged)

/** Of one that somebody asked for while this one ended: what is asked of a program that runs is a screen and a link, and no more. */
export function againArguments(argv: readonly string[], asked: readonly string[], isPackaged: boolean): string[] {
  const [screen, link] = [screenFromArguments(asked), linkFromArguments(asked)]
  return [
    ...argumentsWithout(['show'], argv, isPackaged),
    ...(screen === null ? [] : [`--show=${screen}`]),
    ...(link === null ? [] : ['--', link]),
  ]
}

/** On Windows a slash begins a switch as well; a path begins with one nowhere but elsewhere. */
const begins = (platform: NodeJS.Platform): RegExp => (platform === 'win32' ? /^[-/]/ : /^-/)

const SHOWN_MAX = 200

/** What of this start is refused, in words for the person; null if nothing is. */
export function refusedSwitches(
  argv: readonly string[],
  platform: NodeJS.Platform,
  isGiven: (name: string) => boolean,
): string | null {
  const isKnown = (given: string) => KNOWN_SWITCH.test(given) || (platform === 'win32' && OF_NOTICE.test(given))
  const unknown = argv.slice(1).filter((given) => begins(platform).test(given) && !isKnown(given))
  const forbidden = FORBIDDEN_SWITCHES.filter(isGiven)
  const given = new Set([...forbidden.map((name) => `--${name}`), ...unknown.map((text) => text.split('=')[0] ?? '')])
  return given.size === 0 ? null : cleanText([...given].join(', '), SHOWN_MAX)
}

/**
 * An AppImage gives itself `--no-sandbox` where the system lets no program make namespaces of its own. Ubuntu does not, unless an installer has asked
 * for it, as that of the deb package does.
 */
export const switchWords = (switches: string, isAppImage: boolean): string =>
  isAppImage && switches === '--no-sandbox' ? say('main.no-sandbox') : say('main.switches', { switches })
