export { Approvals } from './Inbox.tsx'
export { RequestScreen } from './RequestScreen.tsx'
