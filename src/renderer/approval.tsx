import './styles.css'
import { Words } from './components/Words.tsx'
import { ApprovalWindow } from './screens/send/ApprovalWindow.tsx'
import { start } from './shell/start.tsx'
import { connect } from './state/connect.ts'

connect()
start(
  <Words>
    <ApprovalWindow />
  </Words>,
)
