export { createSync, type Sync, type SyncDeps, type SyncStatus } from './run.ts'
