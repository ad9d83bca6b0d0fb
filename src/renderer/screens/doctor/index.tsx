import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { errorFacts } from '#contract/errors'
import type { WireAnswer } from '#contract/ipc'
import { say, wording } from '#words'
import { nameOfCheck } from '../../components/doctor-names.ts'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Page } from '../../components/Page.tsx'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { saveText } from '../../lib/save.ts'
import { nextSentence } from '../../lib/sentences.ts'
import { goSendFilled } from '../../state/prefilled-send.ts'
import { useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import { EMPTY_FORM } from '../../state/send-form.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Choice.tsx'
import { Disclosure, Notice } from '../../ui/Surface.tsx'

type Report = WireAnswer<'doctor.run'>
type Finding = Report['findings'][number]

const VERDICTS: Readonly<Record<Finding['verdict'], string>> = {
  assumed: say('doctor.verdict.assumed'),
  differs: say('doctor.verdict.differs'),
  refused: say('doctor.verdict.refused'),
  unseen: say('doctor.verdict.unseen'),
  unasked: say('doctor.verdict.unasked'),
  unanswered: say('doctor.verdict.unanswered'),
}

/** Whether the service is what this version of Coffer takes it to be. */
export function Doctor() {
  const { account } = useWallet()
  const run = useAction('doctor.run')
  const [makesKeys, setMakesKeys] = useState(false)
  const [report, setReport] = useState<Report | undefined>(undefined)

  const look = () => run.run({ account: account.account, makesKeys }, setReport)

  return (
    <Page
      title={say('doctor.title')}
      narrow
      under={{ text: say('shell.settings'), onPress: () => go({ name: 'settings', section: 'network' }) }}
      actions={
        <>
          {report !== undefined && (
            <Button onPress={() => saveText('coffer-doctor.json', report.text)}>{say('doctor.save-report')}</Button>
          )}
          <Button kind="primary" pending={run.pending} onPress={() => void look()}>
            {report === undefined ? say('doctor.check-now') : say('doctor.check-again')}
          </Button>
        </>
      }
    >
      <p className="max-w-[60ch] text-pretty text-ink-2">{say('doctor.what-it-does')}</p>
      <Checkbox checked={makesKeys} onChange={setMakesKeys} className="mt-4">
        <span className="block font-medium">{say('doctor.also-keys')}</span>
        <span className="block text-ink-2 text-sm">{say('doctor.may-cost')}</span>
      </Checkbox>
      <ErrorNotice error={run.error} className="mt-4" />
      {report !== undefined && <Found report={report} />}
    </Page>
  )
}

function Found({ report }: { readonly report: Report }) {
  const those = (...verdicts: Finding['verdict'][]) =>
    report.findings.filter(({ verdict }) => verdicts.includes(verdict))
  const [differing, assumed] = [those('differs'), those('assumed')]
  const left = those('refused', 'unanswered', 'unasked', 'unseen')
  const unanswered = those('unanswered').length
  const isGood = report.sound && report.silence === null
  return (
    <div className="mt-6 grid gap-4">
      {isGood && (
        <p role="status" className="flex items-center gap-2 font-[550] text-ok">
          <CircleCheck className="size-[1.125rem]" aria-hidden="true" />
          {say('doctor.sound')}
        </p>
      )}
      {!report.sound && (
        <Notice tone="stop" live icon={<TriangleAlert />} title={say('doctor.money-differs')}>
          {say('doctor.money-differs-why')}
        </Notice>
      )}
      {report.silence !== null && (
        <Notice tone="warn" live icon={<TriangleAlert />} title={say('doctor.not-all-answered')}>
          {reasonOf(report.silence)}
        </Notice>
      )}
      {unanswered > 0 && <p className="text-ink-2">{rich('doctor.some-unanswered', { count: unanswered })}</p>}
      {differing.length > 0 && <List caption={say('doctor.to-look-at')} findings={differing} />}
      {left.length > 0 && (
        <Disclosure title={say('doctor.not-checked', { count: left.length })}>
          <List caption={say('doctor.not-checked', { count: left.length })} findings={left} />
        </Disclosure>
      )}
      <Disclosure title={say('doctor.as-expected', { count: assumed.length })}>
        <List caption={say('doctor.as-expected', { count: assumed.length })} findings={assumed} />
      </Disclosure>
      <p className="text-ink-2 text-sm">{say('doctor.report-names-nobody')}</p>
      {isGood && <PayYourself />}
    </div>
  )
}

/** Why there was no answer, and what a person can do about it. */
function reasonOf({ code, details }: NonNullable<Report['silence']>): string {
  const { what, todo } = errorFacts(code, details)
  return nextSentence(wording(what), wording(todo))
}

/** The smallest amount that there is. */
const LEAST = '0.00000001'

/** What looking cannot show: that a payment goes through. It is one as any other, reviewed and approved in Send. */
function PayYourself() {
  const { account } = useWallet()
  const home = useQuery('home.read', { account: account.account, holder: null })
  const own = home.value?.balances.find(({ available }) => available !== '0')
  if (account.kind === 'watch' || own === undefined) return null
  const rows = [{ to: account.account, amount: LEAST }]
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-4">
      <p className="min-w-0 flex-1 basis-72 text-pretty text-ink-2">{say('doctor.pay-yourself-why')}</p>
      <Button onPress={() => goSendFilled({ form: { ...EMPTY_FORM, assetId: own.asset.assetId, rows }, view: null })}>
        {say('doctor.pay-yourself')}
      </Button>
    </div>
  )
}

function List(props: { readonly caption: string; readonly findings: readonly Finding[] }) {
  return (
    <table className="w-full table-fixed border-collapse text-left">
      <caption className="sr-only">{heard(props.caption)}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{say('doctor.check')}</th>
          <th scope="col">{say('doctor.result')}</th>
        </tr>
      </thead>
      <tbody>
        {props.findings.map((finding) => (
          <tr key={finding.check} className="border-line border-b align-baseline">
            <th scope="row" className="py-2.5 pr-4 font-normal">
              <What finding={finding} />
            </th>
            <td className="w-[34%] py-2.5">
              <span className={finding.verdict === 'differs' ? 'font-[550] text-warn' : 'text-ink-2'}>
                {VERDICTS[finding.verdict]}
              </span>
              {finding.detail !== '' && (
                <span className="code block break-words text-ink-2 text-xs">{heard(finding.detail)}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function What({ finding }: { readonly finding: Finding }) {
  const { check, call, money, more, missing, verdict } = finding
  const name = nameOfCheck(check)
  return (
    <>
      <span className={name === undefined ? 'code block break-words text-sm' : 'block'}>{name ?? call ?? check}</span>
      <span className="block text-ink-2 text-xs">
        {name !== undefined && call !== null && <span className="code mr-2 break-words">{call}</span>}
        {money && say('doctor.money-depends')}
      </span>
      {verdict === 'differs' && more.length > 0 && (
        <span className="block break-words text-ink-2 text-xs">
          {rich('doctor.new-members', { names: more.join(', ') })}
        </span>
      )}
      {verdict === 'differs' && missing.length > 0 && (
        <span className="block break-words text-ink-2 text-xs">
          {rich('doctor.missing-members', { names: missing.join(', ') })}
        </span>
      )}
    </>
  )
}
