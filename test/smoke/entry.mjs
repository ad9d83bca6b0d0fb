import './undo-switches.mjs'
import '../../out/main/index.js'

/* The built program as `npm run smoke` starts it. It is packed nowhere, and only here a debugger may look on. */
