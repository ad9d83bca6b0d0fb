import './dev-session.mjs'
import '../out/main/index.js'

/* The built program as `npm run dev -- --host electron` starts it, with its window from the sources. It is packed nowhere. */
