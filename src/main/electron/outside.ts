import type { Log } from '#contract/domain'
import { say } from '#words'
import { errorFields } from '../log.ts'
import { isLoopback } from '../options.ts'
import { askPerson } from './ask-person.ts'
import type { ElectronModule } from './module.ts'

/** The only places outside Coffer that a person can be led to, compared as whole origins. */
const ORIGINS: ReadonlySet<string> = new Set(['https://mixin.one', 'https://developers.mixin.one'])

/** Whether an address is of that origin, as the browser reads it. */
export const isAt = (origin: string, url: string): boolean => URL.canParse(url) && new URL(url).origin === origin

/** Whether an address may be offered to the person's own browser at all. */
export function asksForOutside(url: string): boolean {
  const parsed = URL.canParse(url) ? new URL(url) : null
  return parsed !== null && ORIGINS.has(parsed.origin) && parsed.username === '' && parsed.password === ''
}

/** Shows the whole address and opens it in the person's browser if they say so. */
export async function openOutside(electron: Pick<ElectronModule, 'dialog' | 'shell'>, url: string): Promise<void> {
  if (asksForOutside(url)) await askAndOpen(electron, url)
}

/** As the browser will read it, if it is over https, or http on this computer, and has no name or password in it. */
function webAddress(url: string): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return null
  const isHere = parsed.protocol === 'http:' && isLoopback(parsed.href)
  return parsed.protocol === 'https:' || isHere ? parsed.href : null
}

async function askAndOpen(electron: Pick<ElectronModule, 'dialog' | 'shell'>, href: string): Promise<void> {
  const buttons = [say('main.cancel'), say('main.open')]
  if ((await askPerson(electron, say('main.open-address'), href, buttons)) === 1)
    await electron.shell.openExternal(href)
}

/**
 * As `openOutside` for addresses that strangers gave: what a bot's page or the link of a payment leads to. They are asked
 * about one at a time, and what comes while a question stands is dropped.
 */
export function createAsking(electron: Pick<ElectronModule, 'dialog' | 'shell'>, log: Log): (url: string) => void {
  let asking = false
  return (url) => {
    const href = webAddress(url)
    if (asking || href === null) return
    asking = true
    askAndOpen(electron, href)
      .catch((error: unknown) => log('warn', 'outside.failed', errorFields(error)))
      .finally(() => {
        asking = false
      })
  }
}
