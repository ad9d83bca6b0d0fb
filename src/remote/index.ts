export { type Authorize, type CallOptions, createRemote, type Remote, type RemoteDeps } from './client.ts'
export { askPhone, type OpenSocket, type PhoneAnswer, type Socket } from './phone.ts'
