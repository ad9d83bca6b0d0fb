export { createSync, type Sync, type SyncDeps, type SyncStatus } from './loop.ts'
