export { type CallOptions, createRemote, type Remote, type RemoteDeps } from './client.ts'
export { type FileDeps, readFile, readWholeFile } from './file.ts'
export { askPhone, type OpenSocket, type Socket } from './phone.ts'
