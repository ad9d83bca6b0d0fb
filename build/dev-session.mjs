import { session } from 'electron'

/*
 * Gives the window from Vite's server in place of the built pages, and lets it hear of changes over that server's socket. All else stays shut:
 * the session of the window goes to that one port and nowhere, every other session nowhere. The program itself knows of none of this.
 */

/** Of `dev-server.mjs`: where its server is, and the policy of pages that are reloaded while they run. */
const { port, policy } = JSON.parse(process.env['COFFER_DEV'] ?? 'null')
const HOST = `127.0.0.1:${port}`
/** As `src/main/electron/window.ts` names it. */
const PARTITION = 'coffer'

async function fromSources(request) {
  const { host, pathname, search } = new URL(request.url)
  if (request.method !== 'GET' || host !== 'coffer') return new Response(null, { status: 404 })
  const accept = request.headers.get('accept') ?? '*/*'
  const answer = await fetch(`http://${HOST}${pathname}${search}`, { headers: { accept } })
  const type = answer.headers.get('content-type') ?? 'application/octet-stream'
  return new Response(answer.body, {
    status: answer.status,
    headers: { 'Content-Type': type, 'Content-Security-Policy': policy },
  })
}

const opened = new WeakSet()

function openToSources(own) {
  if (opened.has(own)) return own
  opened.add(own)
  const { protocol, webRequest } = own
  const [handle, watch, setProxy] = [
    protocol.handle.bind(protocol),
    webRequest.onBeforeRequest.bind(webRequest),
    own.setProxy.bind(own),
  ]
  protocol.handle = (scheme, answer) => handle(scheme, scheme === 'app' ? fromSources : answer)
  webRequest.onBeforeRequest = (judge) =>
    watch((details, callback) =>
      details.url.startsWith(`ws://${HOST}/`) ? callback({ cancel: false }) : judge(details, callback),
    )
  own.setProxy = (config) => setProxy({ ...config, proxyBypassRules: `${config.proxyBypassRules};${HOST}` })
  return own
}

const fromPartition = session.fromPartition.bind(session)
session.fromPartition = (partition, ...rest) => {
  const own = fromPartition(partition, ...rest)
  return partition === PARTITION ? openToSources(own) : own
}
