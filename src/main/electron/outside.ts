import type { ElectronModule } from './window.ts'

/** The only places outside Coffer that a person can be led to, compared as whole origins. */
const ORIGINS: ReadonlySet<string> = new Set(['https://mixin.one', 'https://developers.mixin.one'])

/** Whether an address may be offered to the person's own browser at all. */
export function asksForOutside(url: string): boolean {
  const parsed = URL.canParse(url) ? new URL(url) : null
  return parsed !== null && ORIGINS.has(parsed.origin) && parsed.username === '' && parsed.password === ''
}

/** Shows the whole address and opens it in the person's browser if they say so. */
export async function openOutside(electron: Pick<ElectronModule, 'dialog' | 'shell'>, url: string): Promise<void> {
  if (asksForOutside(url)) await askAndOpen(electron, url)
}

/** As `openOutside`, for any address over https: what a bot's page leads to. */
export async function askAndOpen(electron: Pick<ElectronModule, 'dialog' | 'shell'>, url: string): Promise<void> {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || parsed.protocol !== 'https:' || parsed.username !== '' || parsed.password !== '') return
  const { href } = parsed
  const { response } = await electron.dialog.showMessageBox({
    type: 'question',
    message: 'Open this address in your browser?',
    detail: href,
    buttons: ['Cancel', 'Open'],
    defaultId: 0,
    cancelId: 0,
  })
  if (response === 1) await electron.shell.openExternal(href)
}
