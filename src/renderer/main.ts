import './styles.css'
import { connect } from './state/connect.ts'
import { queries } from './state/query.ts'

/* The wallet is asked for its state before React is read, so that the answer travels meanwhile. */
connect()
queries.watch('app.state', null)
void import('./shell/render.tsx')
