import { contextBridge, ipcRenderer, webFrame } from 'electron'
import { createPageBridge, type PageContext } from './page-bridge.ts'

/*
 * The preload of a bot's page. The page gets two functions under the name that such pages look for, and no way to choose
 * what is sent: one channel, one list of asset ids. Main takes it from the top frame of the bot's own origin only.
 */

const PREFIX = '--coffer-page='

function contextOf(args: readonly string[]): PageContext {
  const given = args.find((argument) => argument.startsWith(PREFIX))?.slice(PREFIX.length) ?? ''
  return JSON.parse(decodeURIComponent(given)) as PageContext // written by main for this window
}

const bridge = createPageBridge({
  context: contextOf(process.argv),
  request: async (assetIds) => String(await ipcRenderer.invoke('coffer-page:assets', assetIds)),
  deliver(callback, text) {
    // Runs in the page's own world; name and text enter the line as JSON texts, so that neither can be code.
    const [name, json] = [JSON.stringify(callback), JSON.stringify(text)]
    const line = `typeof window[${name}] === 'function' && void window[${name}](${json})`
    webFrame.executeJavaScript(line).catch(() => undefined)
  },
})

contextBridge.exposeInMainWorld('MixinContext', bridge)
