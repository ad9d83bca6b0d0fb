export { type CallOptions, createRemote, type Remote, type RemoteDeps } from './client.ts'
export { askPhone, type OpenSocket, type Socket } from './phone.ts'
