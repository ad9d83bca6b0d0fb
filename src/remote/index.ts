export { type Authorize, type CallOptions, createRemote, type Remote, type RemoteDeps } from './client.ts'
