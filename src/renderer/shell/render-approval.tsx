import { Words } from '../components/Words.tsx'
import { ApprovalWindow } from '../screens/send/ApprovalWindow.tsx'
import { start } from './start.tsx'

start(
  <Words>
    <ApprovalWindow />
  </Words>,
)
