import './styles.css'
import { start } from './app/start.tsx'
import { ApprovalWindow } from './features/send/ApprovalWindow.tsx'

start(() => <ApprovalWindow />)
