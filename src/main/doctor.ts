import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { defined } from '#contract/defined'
import type { NetworkProfile, UserId } from '#contract/domain'
import { CofferError, errorFacts } from '#contract/errors'
import type { DoctorReport, Finding } from '#contract/ipc'
import { createClock, createRandom, installHostCurve } from '#platform'
import { examineByKeystore, sessionOf, withFinding } from '#wallet'
import { say, wording } from '#words'
import { asksForHelp, readArguments } from './arguments.ts'
import { networkNamed } from './compose.ts'
import { payMyselfHere, whyNot } from './doctor-payment.ts'
import { languagesOf, speakAs } from './language.ts'
import { openLine } from './line/line.ts'
import { LINE_OPTIONS, lineOf } from './line/options.ts'
import { openOutlet } from './mishaps.ts'
import { parseOptions } from './options.ts'
import { StartError, UsageError } from './start-error.ts'
import { type Person, personAt } from './terminal.ts'

/*
 * npm run doctor -- --network mainnet --keystore FILE [--make-keys] [--pay-myself [--data FOLDER]] [--proxy ADDRESS] [--ca FILE] [--report FILE]: is the
 * service what Coffer takes it to be? Moves no money, but where a typed yes allows the smallest payment of the wallet in that folder to itself.
 * 0 where nothing that money depends on differs, 1 where something does or not everything was answered, 2 where it was not asked rightly, 130 where its
 * person stopped it.
 */

/** More than any keystore has. */
const BYTES_MAX = 200_000

/** As a shell has it for what was ended by Ctrl-C. */
const STOPPED = 130

const NOTHING_KEPT = { get: () => undefined, set: () => undefined }

const [tell, warn] = [openOutlet(process.stdout), openOutlet(process.stderr)]
const print = (line: string): void => tell(`${line}\n`)

/** What is wrong with how it was asked is no finding, and those may go to a file. */
const complain = (line: string): void => warn(`${line}\n`)

function show({ check, call, verdict, money, detail, more, missing }: Finding): void {
  const name = call === null || call === check ? check : `${check}  ${call}`
  print(
    `${say(`doctor.verdict.${verdict}`).padEnd(14)} ${money ? '*' : ' '} ${name}${detail === '' ? '' : `  (${detail})`}`,
  )
  if (more.length > 0) print(`${' '.repeat(17)}+ ${more.join(', ')}`)
  if (missing.length > 0) print(`${' '.repeat(17)}- ${missing.join(', ')}`)
}

/** Null where they would rather stop. */
async function agrees(person: Person | null): Promise<boolean | null> {
  if (person === null) return false
  const answer = await person.ask(say('main.doctor.may-it-make-keys'))
  return answer === null ? null : /^(y|yes|はい|是)$/i.test(answer.trim())
}

const OPTIONS = {
  network: { type: 'string', default: 'mainnet' },
  keystore: { type: 'string' },
  'make-keys': { type: 'boolean', default: false },
  'pay-myself': { type: 'boolean', default: false },
  data: { type: 'string' },
  report: { type: 'string' },
  ...LINE_OPTIONS,
} as const

/** Whether a file can be put there, which is tried before anything is asked, and leaves what is there as it is. */
function isWritable(path: string): boolean {
  const isThere = existsSync(path)
  try {
    if (isThere && !statSync(path).isFile()) return false
    closeSync(openSync(path, 'a', 0o600))
    if (!isThere) rmSync(path)
    return true
  } catch {
    return false
  }
}

/** Whether the report lies there now: a disk may have become full, or gone, since it was tried. */
function isKept(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { mode: 0o600 })
    return true
  } catch {
    complain(say('main.doctor.report-unwritten', { file: path }))
    return false
  }
}

/** Why it was not asked rightly, in words, or what it is to look at. */
function asked() {
  try {
    const { keystore, ...rest } = readArguments(process.argv.slice(2), OPTIONS).values
    const given = lineOf(rest)
    if (keystore === undefined) return `${say('main.doctor.keystore-missing')}\n${say('main.doctor.usage')}`
    // The one of a wallet has no address that another program could know.
    if (rest.network === 'local') return say('main.doctor.local')
    if (rest.data !== undefined && !rest['pay-myself']) return say('main.doctor.data-alone')
    if (rest.report !== undefined && !isWritable(rest.report)) return say('main.doctor.no-report')
    if (statSync(keystore).size > BYTES_MAX) return say('main.doctor.no-keystore')
    return { ...rest, given, keys: sessionOf(readFileSync(keystore, 'utf8')) }
  } catch (error) {
    if (error instanceof UsageError) return `${wording(error.why)}\n${say('main.doctor.usage')}`
    // What cannot be read is none either.
    return say('main.doctor.no-keystore')
  }
}

async function run(): Promise<number> {
  await speakAs(languagesOf(process.env))
  await installHostCurve()
  if (asksForHelp(process.argv.slice(2))) {
    print(`${say('main.doctor.usage')}\n\n${say('main.doctor.help')}`)
    return 0
  }
  const wanted = asked()
  if (typeof wanted === 'string') {
    complain(wanted)
    return 2
  }
  const line = { clock: createClock(), random: createRandom(), log: () => undefined }
  let network: NetworkProfile
  try {
    network = await networkNamed(wanted.network, line)
  } catch (error) {
    if (!(error instanceof StartError || error instanceof CofferError)) throw error
    complain(error instanceof StartError ? wording(error.why) : say('main.doctor.no-network'))
    return 2
  }
  // What it found may go to a file; what is asked is for whoever sits there.
  const person = personAt(process.stdin, process.stderr)
  const payer = wanted['pay-myself'] ? person : null
  if (wanted['pay-myself'] && payer === null) {
    complain(say('main.doctor.needs-terminal'))
    return 2
  }
  const makesKeys = wanted['make-keys'] || (await agrees(person))
  if (makesKeys === null) {
    print(say('main.doctor.stopped'))
    return STOPPED
  }
  const out = await openLine({
    ...{ ...line, network, given: wanted.given, settings: NOTHING_KEPT, onProxy: () => undefined },
  })
  const way = out.setting.view()
  const found = await examineByKeystore(wanted.keys, { ...line, fetch: out.fetch, way, network, makesKeys }, show)
  await out.close()
  const report = payer === null ? found : await withPayment(found, wanted, line, payer)
  const code = conclude(report)
  return wanted.report === undefined || isKept(wanted.report, report.text) ? code : 1
}

type Asked = Exclude<ReturnType<typeof asked>, string>

/** Nothing is paid on a service that money cannot depend on, or that nobody can say it of. */
async function withPayment(
  report: DoctorReport,
  { network, data, given, keys }: Asked,
  around: Pick<Parameters<typeof payMyselfHere>[3], 'clock' | 'random' | 'log'>,
  person: Person,
): Promise<DoctorReport> {
  if (!report.sound || report.silence !== null) {
    print(say('main.doctor.payment-left', { differs: report.sound ? 'no' : 'yes' }))
    return report
  }
  try {
    const { dataDir } = parseOptions(data === undefined ? [] : ['--data', data])
    const options = {
      network,
      dataDir,
      port: 0,
      open: false,
      updates: null,
      ...defined({ line: given ?? undefined }),
    }
    const about = { account: keys.userId as UserId, dialect: report.dialect } // a uuid by its parser
    const finding = await payMyselfHere(options, about, person, { ...around, version: 'doctor' })
    show(finding)
    return withFinding(report, finding)
  } catch (error) {
    print(error instanceof StartError ? wording(error.why) : whyNot(error))
    return report
  }
}

function conclude(report: DoctorReport): number {
  const count = (verdict: Finding['verdict']): number =>
    report.findings.filter((each) => each.verdict === verdict).length
  print('')
  print(
    say('main.doctor.counts', { checks: report.findings.length, differs: count('differs'), refused: count('refused') }),
  )
  if (!report.sound) print(say('main.doctor.money-differs'))
  if (report.silence !== null) print(wording(errorFacts(report.silence.code, report.silence.details).what))
  if (count('unanswered') > 0) print(say('main.doctor.unanswered', { count: count('unanswered') }))
  else if (report.sound) print(say('main.doctor.sound'))
  return report.sound && count('unanswered') === 0 ? 0 : 1
}

process.exitCode = await run()
