/** What `npm run faults` can be asked for by a word. */
export const PARTS = ['matrix', 'kills', 'files', 'onboarding'] as const
export type Part = (typeof PARTS)[number]
