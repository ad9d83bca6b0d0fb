import './styles.css'
import { connect } from './app/connect.ts'
import { queries } from './app/query.ts'

/* The wallet is asked for its state before React is read, so that the answer travels meanwhile. */
connect()
queries.watch('app.state', null)
void import('./app/render.tsx')
