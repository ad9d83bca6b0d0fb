/*
 * What a bot's page finds in its window. It is handed to the page as it stands, so it holds nothing: every request goes to
 * the host, which knows by itself whose page it is. No import, so that a test can run the same lines in any browser.
 */

export interface PageContext {
  readonly app_version: string
  readonly immersive: boolean
  readonly appearance: 'light' | 'dark'
  readonly currency: string
  /** BCP 47, as `en-GB`. */
  readonly locale: string
  readonly platform: 'Desktop'
  readonly conversation_id: string
}

interface PageBridgeParts {
  readonly context: PageContext
  /** Asks the host for balances; answers JSON text of `[{asset_id, balance}]`. */
  readonly request: (assetIds: readonly string[]) => Promise<string>
  /** Calls a global function of the page, if there is one of that name, with one text. */
  readonly deliver: (callback: string, text: string) => void
}

interface PageBridge {
  /** JSON text, at once. */
  getContext(): string
  /** `callback` names a global function, which is called once with JSON text. An empty list asks for all assets. */
  getAssets(assetIds: unknown, callback: unknown): void
}

const NAME = /^[A-Za-z_$][\w$]{0,127}$/
const ASSETS_MAX = 500
const NOTHING = '[]'

/** The two functions of the page's global object, in the form that the official SDK calls. */
export function createPageBridge({ context, request, deliver }: PageBridgeParts): PageBridge {
  return {
    getContext: () => JSON.stringify(context),
    getAssets(assetIds, callback) {
      if (typeof callback !== 'string' || !NAME.test(callback)) return
      const asked = Array.isArray(assetIds) ? assetIds.filter((id) => typeof id === 'string') : []
      request(asked.slice(0, ASSETS_MAX)).then(
        (text) => deliver(callback, text),
        () => deliver(callback, NOTHING),
      )
    },
  }
}
