import './styles.css'
import { connect } from './app/connect.ts'
import { start } from './app/start.tsx'
import { Words } from './app/Words.tsx'
import { ApprovalWindow } from './features/send/ApprovalWindow.tsx'

connect()
start(
  <Words>
    <ApprovalWindow />
  </Words>,
)
