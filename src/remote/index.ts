export { type CallOptions, createRemote, type Remote, type RemoteDeps } from './client.ts'
export { type FileDeps, readFile, readWholeFile } from './file.ts'
export { askNode, type NodeDeps } from './node.ts'
export { askPhone, type OpenSocket, type Socket } from './phone.ts'
