import './styles.css'
import { connect } from './state/connect.ts'
import { queries } from './state/query.ts'

/*
 * The wallet is asked for its state before React is read, so that the answer travels meanwhile. All other screens are read once
 * the first is painted and nothing else goes on.
 */
connect()
queries.watch('app.state', null)
void import('./shell/render.tsx')
