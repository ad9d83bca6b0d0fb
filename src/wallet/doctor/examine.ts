import { defined } from '#contract/defined'
import { msOf } from '#contract/domain'
import { CofferError, codeOf, type ErrorCode, type ErrorReport } from '#contract/errors'
import { callOf } from '#contract/http'
import type { DoctorReport, Finding, Verdict } from '#contract/ipc'
import type { Check, Examination, Outcome, Patient } from './examination.ts'
import { FIRST, LINE } from './line.ts'
import { LISTS } from './lists.ts'
import { MONEY } from './money.ts'
import { createProbe } from './probe.ts'
import { READINGS } from './reading.ts'

const CHECKS: readonly Check[] = [...FIRST, ...READINGS, ...LINE, ...LISTS, ...MONEY]

/** What the service does not let an account ask for, or not yet. */
const REFUSED: readonly ErrorCode[] = [
  'remote.forbidden',
  'remote.not_registered',
  'wallet.watch_only',
  'remote.unauthorized',
]
const UNANSWERED: readonly ErrorCode[] = [
  'remote.unreachable',
  'remote.timeout',
  'remote.rate_limited',
  'remote.server',
  // Refused for the time that this computer says, whatever the service is like.
  'remote.clock',
]

/** A line that brings nothing so often in a row brings nothing more. */
const SILENT_IN_A_ROW = 4
/** However slowly it is answered. What is left then got no answer. */
const ALTOGETHER_MS = 15 * 60_000

/**
 * Every check in its order, those that make keys only where that was agreed to. `onFinding` hears of each as it is done. Never throws for what the service says or does,
 * and comes to an end however slowly it does that.
 */
export async function examine(
  patient: Patient,
  onFinding: (finding: Finding) => void = () => {},
): Promise<DoctorReport> {
  const { network, clock } = patient
  const probe = createProbe({
    ...{ baseUrl: network.baseUrl, dialect: network.dialect, fetch: patient.fetch, clock, random: patient.random },
    ...{ log: patient.log, authorize: patient.authorize },
    ...defined({ answerKey: patient.answerKey }),
  })
  const at: Examination = { patient, probe, seen: {} }
  const findings: Finding[] = []
  const began = clock.monotonicMs()
  let silent = 0
  let silence: DoctorReport['silence'] = null
  for (const check of CHECKS) {
    const isOver = silent >= SILENT_IN_A_ROW || clock.monotonicMs() - began > ALTOGETHER_MS
    const outcome = await outcomeOf(check, at, isOver)
    if (outcome.verdict === 'unanswered') {
      if (outcome.isSilent === true) silent += 1
      if (check.money) silence ??= outcome.why ?? { code: 'remote.timeout', details: {} }
    } else if (check.call !== undefined && outcome.verdict !== 'unseen') silent = 0
    const finding: Finding = {
      ...{ check: check.name, call: check.call === undefined ? null : callOf(check.call, network.dialect) },
      ...{ verdict: outcome.verdict, money: check.money, detail: outcome.detail ?? '' },
      ...{ more: [...(outcome.more ?? [])], missing: [...(outcome.missing ?? [])] },
    }
    findings.push(finding)
    onFinding(finding)
  }
  return reportOf({ at: clock.now(), network: network.kind, dialect: network.dialect, findings, silence })
}

function reportOf({ at, network, dialect, findings, silence }: Omit<DoctorReport, 'sound' | 'text'>): DoctorReport {
  const found = { network, dialect, sound: isSound(findings), findings }
  const day = new Date(msOf(at)).toISOString().slice(0, 10)
  const text = `${JSON.stringify({ format: 'coffer-doctor-1', day, ...found }, null, 2)}\n`
  return { at, ...found, silence, text }
}

/** A report with one line more. */
export const withFinding = (report: DoctorReport, finding: Finding): DoctorReport =>
  reportOf({ ...report, findings: [...report.findings, finding] })

interface Reasoned extends Outcome {
  /** Why there is no outcome. */
  readonly why?: ErrorReport
  /** Whether nothing came, or half of it. */
  readonly isSilent?: boolean
}

async function outcomeOf(check: Check, at: Examination, isOver: boolean): Promise<Reasoned> {
  if (check.makesKeys === true && !at.patient.makesKeys) return { verdict: 'unasked' }
  if (isOver) return { verdict: 'unanswered', detail: 'given up' }
  try {
    return await check.run(at)
  } catch (error) {
    const code = codeOf(error)
    const { field, cutOff, by, reason } = error instanceof CofferError ? error.details : {}
    // Half an answer says nothing about the service.
    const verdict = cutOff === true ? 'unanswered' : verdictOf(code)
    // Whoever stands between is named by the way out, and not by the service.
    const between = code !== 'remote.unreachable' || by === undefined ? {} : { by, reason: reason ?? '' }
    const named = [code, field, ...Object.values(between)].filter((part) => typeof part === 'string' && part !== '')
    const isSilent = cutOff === true || code === 'remote.unreachable' || code === 'remote.timeout'
    return { verdict, detail: named.join(' '), why: { code, details: between }, isSilent }
  }
}

export const verdictOf = (code: ErrorCode): Verdict =>
  REFUSED.includes(code) ? 'refused' : UNANSWERED.includes(code) ? 'unanswered' : 'differs'

/** Whether nothing that money depends on was found to differ. */
const isSound = (findings: readonly Finding[]): boolean =>
  findings.every(({ verdict, money }) => verdict !== 'differs' || !money)
