export { isThatFile } from './download.ts'
export type { Target } from './release.ts'
export { type CheckedFile, openUpdates, type UpdateService, type Updates } from './updates.ts'
