import { CofferError, codeOf, type ErrorCode } from '#contract/errors'
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
]

/**
 * Every check in its order, those that make keys only where that was agreed to. `onFinding` hears of each as it is done. Never throws for what the service says or does.
 */
export async function examine(
  patient: Patient,
  onFinding: (finding: Finding) => void = () => {},
): Promise<DoctorReport> {
  const { network, clock } = patient
  const probe = createProbe({
    ...{ baseUrl: network.baseUrl, dialect: network.dialect, fetch: patient.fetch, clock, random: patient.random },
    ...{ log: patient.log, authorize: patient.authorize },
    ...(patient.answerKey === undefined ? {} : { answerKey: patient.answerKey }),
  })
  const at: Examination = { patient, probe, seen: {} }
  const findings: Finding[] = []
  for (const check of CHECKS) {
    const outcome = await outcomeOf(check, at)
    const finding: Finding = {
      ...{ check: check.name, call: check.call === undefined ? null : callOf(check.call, network.dialect) },
      ...{ verdict: outcome.verdict, money: check.money, detail: outcome.detail ?? '' },
      ...{ more: [...(outcome.more ?? [])], missing: [...(outcome.missing ?? [])] },
    }
    findings.push(finding)
    onFinding(finding)
  }
  return reportOf({ at: clock.now(), network: network.kind, dialect: network.dialect, findings })
}

function reportOf({ at, network, dialect, findings }: Omit<DoctorReport, 'sound' | 'text'>): DoctorReport {
  const found = { network, dialect, sound: isSound(findings), findings }
  const day = new Date(Number(at / 1_000_000n)).toISOString().slice(0, 10)
  const text = `${JSON.stringify({ format: 'coffer-doctor-1', day, ...found }, null, 2)}\n`
  return { at, ...found, text }
}

/** A report with one line more. */
export const withFinding = (report: DoctorReport, finding: Finding): DoctorReport =>
  reportOf({ ...report, findings: [...report.findings, finding] })

async function outcomeOf(check: Check, at: Examination): Promise<Outcome> {
  if (check.makesKeys === true && !at.patient.makesKeys) return { verdict: 'unasked' }
  try {
    return await check.run(at)
  } catch (error) {
    const code = codeOf(error)
    const field = error instanceof CofferError ? error.details['field'] : undefined
    return { verdict: verdictOf(code), detail: typeof field === 'string' && field !== '' ? `${code} ${field}` : code }
  }
}

export const verdictOf = (code: ErrorCode): Verdict =>
  REFUSED.includes(code) ? 'refused' : UNANSWERED.includes(code) ? 'unanswered' : 'differs'

/** Whether nothing that money depends on was found to differ. */
const isSound = (findings: readonly Finding[]): boolean =>
  findings.every(({ verdict, money }) => verdict !== 'differs' || !money)
