export { type Authorize, createRemote, type Remote, type RemoteDeps } from './client.ts'
