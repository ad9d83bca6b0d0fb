/*
 * Headers every page is served with, whichever host serves it. The page may load its own scripts, styles, fonts and images and nothing
 * else; in the browser host it may open the one socket to that host. There is no inline script, no inline style but a page's
 * first frame, which is named by its hash, no eval, no frame, no form; WebAssembly of our own files is run, for the reader of codes.
 */

export const PAGE_HOST = 'coffer'
export const PAGE_ORIGIN = `app://${PAGE_HOST}`

const DENIED_FEATURES = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

/** `socket` is the one origin that may be connected to, or null for none at all; `styles` are the hashes of what may stand in a page itself. */
export function pageHeaders(
  socket: `ws://127.0.0.1:${number}` | null,
  styles: readonly string[] = [],
): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      // The reader of codes is WebAssembly, which this allows without allowing eval.
      "script-src 'self' 'wasm-unsafe-eval'",
      ["style-src 'self'", ...styles.map((hash) => `'sha256-${hash}'`)].join(' '),
      "font-src 'self'",
      // Contents of collectibles come over the window's own line; shown from a blob they can run and load nothing.
      "img-src 'self' blob:",
      'media-src blob:',
      // Its program is a file beside the page.
      socket === null ? "connect-src 'self'" : `connect-src 'self' ${socket}`,
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Permissions-Policy': [
      'camera=(self)',
      'display-capture=(self)',
      ...DENIED_FEATURES.map((name) => `${name}=()`),
    ].join(', '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'X-DNS-Prefetch-Control': 'off',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  }
}
