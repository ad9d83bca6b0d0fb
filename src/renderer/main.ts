import { connect } from './state/connect.ts'
import { askFirst } from './state/first.ts'
import { beginToSpeak } from './state/language.ts'
import { queries } from './state/query.ts'

/** The first format of any kind has the engine list all languages it knows, which takes long; it may as well while files come. */
const listLanguages = (): unknown => Intl.DateTimeFormat.supportedLocalesOf('en')

/*
 * The wallet is asked for its state before React is read, so that the answer travels meanwhile. Words come before screens, whose tables
 * are made of them. All other screens are read once the first is painted and nothing else goes on.
 */
connect()
queries.watch('app.state', null)
void askFirst()
void beginToSpeak()
  .then(() => {
    const app = import('./shell/App.tsx')
    listLanguages()
    return app
  })
  .then(({ begin }) => begin())
