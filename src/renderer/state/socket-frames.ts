import type { ErrorReport, Reply } from '#contract/errors'

/* What comes over the line of the browser host, read for what it is before anything is done with it. */

export interface EarlyAnswer {
  readonly question: string
  readonly reply: unknown
}

/** Whether the wallet is locked by what the first screen asks. */
export function isLocked(answers: readonly EarlyAnswer[]): boolean {
  const state = answers.find(({ question }) => question === questionOf('app.state', null))?.reply
  const value = isRecord(state) ? state['value'] : null
  const vault = isRecord(value) ? value['vault'] : null
  return isRecord(vault) && vault['locked'] === true
}

export const questionOf = (name: unknown, input: unknown): string => JSON.stringify([name, input])

export interface Frame {
  readonly resume?: string
  readonly answers?: readonly EarlyAnswer[]
  /** How many wallets its host served before this one. */
  readonly wallet?: number
  readonly id?: number
  readonly reply?: unknown
  readonly event?: string
  readonly payload?: unknown
  readonly beat?: boolean
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function parseRecord(data: unknown): Record<string, unknown> | null {
  try {
    const value: unknown = typeof data === 'string' ? JSON.parse(data) : null
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

/** What the other end shows in place of secrets: one for each that this page may hold. */
export function parseProofs(data: unknown): readonly unknown[] {
  const proofs = parseRecord(data)?.['proofs']
  return Array.isArray(proofs) ? proofs : []
}

/** A frame of the four known shapes, or null: whatever else comes is ignored. */
export function parseFrame(data: unknown): Frame | null {
  const value = parseRecord(data)
  if (value === null) return null
  const { welcome, event, id, reply } = value
  if (isRecord(welcome) && typeof welcome['resume'] === 'string') {
    const { resume, wallet } = welcome
    return { resume, answers: answersOf(welcome['answers']), ...(typeof wallet === 'number' ? { wallet } : {}) }
  }
  if (value['beat'] === true) return { beat: true }
  if (typeof event === 'string') return { event, payload: value['payload'] ?? null }
  return typeof id === 'number' && isReply(reply) ? { id, reply } : null
}

function answersOf(value: unknown): EarlyAnswer[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((each: unknown) =>
    isRecord(each) && isReply(each['reply'])
      ? [{ question: questionOf(each['name'], each['input']), reply: each['reply'] }]
      : [],
  )
}

function isReply(value: unknown): value is Reply<unknown> {
  if (!isRecord(value)) return false
  return value['ok'] === true ? 'value' in value : value['ok'] === false && isReport(value['error'])
}

const isReport = (value: unknown): value is ErrorReport => isRecord(value) && typeof value['code'] === 'string'
