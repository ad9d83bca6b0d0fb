import { useState } from 'react'
import { say } from '#words'
import { Differing } from '../../components/CompareTable.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Figure } from '../../components/figures.tsx'
import { partyName } from '../../components/party.tsx'
import { problemText, timeState } from '../../components/plan-words.ts'
import { recordedOtherwise } from '../../components/StoppedPayment.tsx'
import { heard } from '../../lib/heard.tsx'
import { useFocusBack, useFocusKept } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { useAction } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { OpenTime } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Choice.tsx'
import { Card, Disclosure } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'

const keyOf = ({ planId, day }: Pick<OpenTime, 'planId' | 'day'>): string => `${planId} ${day}`
const asked = ({ state }: OpenTime): boolean => state === 'asks' || state === 'problem'

/** What waits for the person: prepared payments to look at, and times of which one is asked what to do. Nothing is chosen beforehand. */
export function Waiting({ times }: { readonly times: readonly OpenTime[] }) {
  return times.length === 0 ? null : <Asked times={times} />
}

function Asked({ times }: { readonly times: readonly OpenTime[] }) {
  useFocusBack()
  const box = useFocusKept<HTMLDivElement>()
  const { owner } = useWallet()
  const answer = useAction('schedule.answer')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const questions = times.filter(asked)
  const others = times.filter((time) => !asked(time))
  const picked = questions.filter((time) => chosen.has(keyOf(time)))

  async function tell(what: 'prepare' | 'skip', which: readonly OpenTime[]): Promise<void> {
    const named = which.map(({ planId, day }) => ({ planId, day }))
    // What could not be prepared stays chosen: the next thing to do with it is often to skip it.
    await answer.run({ account: owner.account, prepare: [], skip: [], [what]: named })
  }

  return (
    <Card className="px-5 py-4" label={say('scheduled.waits-for-you')}>
      <div ref={box}>
        <h2 className="mb-1 font-semibold">{say('scheduled.waits-for-you')}</h2>
        {questions.length > 0 && <p className="mb-1 text-ink-2">{say('scheduled.what-to-do-with-them')}</p>}
        {questions.length > 0 && (
          <ul>
            {questions.map((time) => (
              <Line key={keyOf(time)} time={time}>
                <Checkbox
                  className="min-w-0 flex-1"
                  checked={chosen.has(keyOf(time))}
                  onChange={(is) => {
                    const next = new Set(chosen)
                    if (is) next.add(keyOf(time))
                    else next.delete(keyOf(time))
                    setChosen(next)
                  }}
                >
                  <What time={time} />
                </Checkbox>
              </Line>
            ))}
          </ul>
        )}
        <ErrorNotice error={answer.error} className="mt-2" />
        {questions.length > 0 && (
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              kind="primary"
              isDisabled={picked.length === 0}
              pending={answer.pending}
              onPress={() => void tell('prepare', picked)}
            >
              {rich('scheduled.prepare-chosen', { count: picked.length })}
            </Button>
            <Button isDisabled={picked.length === 0 || answer.pending} onPress={() => void tell('skip', picked)}>
              {rich('scheduled.skip-chosen', { count: picked.length })}
            </Button>
            {questions.length > 1 && (
              <Button kind="quiet" isDisabled={answer.pending} onPress={() => void tell('skip', questions)}>
                {say('scheduled.skip-all')}
              </Button>
            )}
          </div>
        )}
        {others.length > 0 && (
          <ul className={questions.length > 0 ? 'mt-3 border-line border-t' : ''}>
            {others.map((time) => (
              <Line key={keyOf(time)} time={time}>
                <What time={time} />
              </Line>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

function What({ time }: { readonly time: OpenTime }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="block break-words">
        <span className="font-medium">{time.name}</span> <span className="text-ink-2">{partyName(time.party)}</span>
      </span>
      <span className="block text-ink-2 text-sm">
        <Time at={time.at} form="dated" /> · {timeState(time)}
        {time.problem !== null && heard(say('lib.colon') + problemText(time.problem))}
      </span>
    </span>
  )
}

function Line({ time, children }: { readonly time: OpenTime; readonly children: React.ReactNode }) {
  const { paymentId } = time
  const otherwise = recordedOtherwise(time.problem)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b py-2.5 last:border-0">
      {children}
      <Figure value={time.amount} symbol={time.asset.symbol} className="shrink-0 font-medium" />
      {time.state === 'waiting' && paymentId !== null && (
        <Button size="sm" onPress={() => go({ name: 'payment', paymentId })}>
          {say('send.review')}
        </Button>
      )}
      {otherwise !== null && (
        <Disclosure title={say('approvals.lines-that-differ')} className="w-full">
          <Differing rows={otherwise} />
        </Disclosure>
      )}
    </li>
  )
}
