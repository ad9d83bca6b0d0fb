import letters from '@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2?url'
import { speakWhole } from '#words'
import { sayUnread } from './lib/unread-page.ts'
import { connect } from './state/connect.ts'
import { askFirst } from './state/first.ts'
import { beginToSpeak } from './state/language.ts'
import { queries } from './state/query.ts'

/**
 * Asks for the letters before the styles are read that name them: a screen drawn without them is set once more when they come. A page that asks for
 * them in itself has its first frame held back for them.
 */
function askForLetters(): void {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'preload', as: 'font', crossOrigin: '', href: letters })
  document.head.append(link)
}

/**
 * The wallet is asked for its state before React is read, so that the answer travels meanwhile. Words come before screens, whose tables
 * are made of them. All other screens are read once the first is painted and nothing else goes on.
 */
function beginWindow(): void {
  queries.watch('app.state', null)
  void askFirst()
  void beginToSpeak()
    .then(() => import('./shell/App.tsx'))
    .then(({ begin }) => begin())
    .catch(sayUnread)
  askForLetters()
}

/** The page in which somebody agrees to what another program asks; nothing else of the window belongs into it. */
function beginApproval(): void {
  void beginToSpeak()
    .then(speakWhole)
    .then(() => import('./shell/render-approval.tsx'))
}

connect()
if (document.body.dataset['page'] === 'approval') beginApproval()
else beginWindow()
