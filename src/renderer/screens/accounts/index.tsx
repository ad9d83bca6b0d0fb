export { LegacyOutputs } from './LegacyOutputs.tsx'
