import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import type { Bridge } from '#contract/ipc'

/**
 * Two functions with a fixed prefix are all that a page gets of Electron. Which names may be asked, and by which window, is
 * decided in main by the method table; this file knows no name and changes with none.
 */
const bridge: Bridge = {
  invoke: (name, input) => ipcRenderer.invoke('coffer:invoke', name, input),
  subscribe(name, listener) {
    const channel = `coffer:event:${name}`
    // The event object stays here: it would hand the page a way to send.
    const forward = (_event: IpcRendererEvent, payload: unknown) => listener(payload)
    ipcRenderer.on(channel, forward)
    return () => {
      ipcRenderer.removeListener(channel, forward)
    }
  },
}

contextBridge.exposeInMainWorld('coffer', bridge)
