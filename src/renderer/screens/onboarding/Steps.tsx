import { useEffect, useRef, useState } from 'react'
import { Words } from '../../components/Words.tsx'
import { emptyClipboard } from '../../lib/clipboard.ts'
import { call, reportOf } from '../../state/bridge.ts'
import { go } from '../../state/routes.ts'
import type { Account, Report } from '../../state/types.ts'
import { DoneStep } from './DoneStep.tsx'
import { begin, type Entered, type StepsProps } from './entered.ts'
import { NameStep, PassphraseStep, PermissionStep, PhraseStep } from './entry-steps.tsx'
import { Frame } from './Frame.tsx'
import { ImportResults } from './ImportResults.tsx'
import { KeyStep, type KeyWay, QuizStep, SpendKeyStep, WordsStep } from './key-steps.tsx'
import { KeystoreStep } from './keystore-step.tsx'
import { resumeStep, stepsOf } from './model.ts'
import { MessengerStep, PhoneStep } from './phone-steps.tsx'
import { RegisterStep } from './RegisterStep.tsx'
import { keyed, makePhrase, takeIn } from './taking.ts'

export function Steps(props: StepsProps) {
  const { state, resume, onDone, onLeave } = props
  const [entered, setEntered] = useState<Entered>(() => begin(props))
  // The list of steps must not change under the person's feet once the passphrase is set.
  const [vault] = useState(() => ({ ...state.vault }))
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<Report | null>(null)

  const { way, restored, unregistered } = entered
  const id = entered.account?.account
  const isHere = id !== undefined && state.accounts.some(({ account }) => account === id)
  const wasHere = useRef(false)
  const { onBack } = props
  useEffect(() => {
    // Removed here or elsewhere; one of several that is only put aside is not.
    if (id !== undefined && !isHere && wasHere.current) onBack()
    wasHere.current = isHere
  }, [id, isHere, onBack])
  const several = entered.several ? { several: { stage: entered.setUp } } : {}
  const steps = stepsOf({ way, vault, stage: resume?.stage ?? null, restored, unregistered, ...several })

  function move(change: Partial<Entered>): void {
    setError(null)
    setEntered((before) => ({ ...before, ...change }))
  }

  /** Runs calls; where they fail, `mend` says what the person meets then: the step whose input was refused. */
  async function attempt(
    run: () => Promise<Partial<Entered>>,
    mend?: () => Partial<Entered> | Promise<Partial<Entered>>,
  ): Promise<void> {
    setPending(true)
    setError(null)
    try {
      const change = await run()
      setEntered((before) => ({ ...before, ...change }))
    } catch (caught) {
      setError(reportOf(caught))
      const change = await Promise.resolve(mend?.() ?? {}).catch(() => ({}))
      setEntered((before) => ({ ...before, ...change }))
    } finally {
      setPending(false)
    }
  }

  async function takeWay(way: KeyWay): Promise<void> {
    const { account } = entered
    if (account === null) return
    if (way === 'key') move({ step: 'spend-key', restored: 'spend-key' })
    else if (way === 'restore') move({ step: 'phrase', restored: 'phrase' })
    else if (way === 'new') await attempt(() => makePhrase(account))
    else await attempt(async () => ({ account: await call('keys.look', { account: account.account }), step: 'done' }))
  }

  function leaveEntry(change: Partial<Entered>): void {
    const next = { ...entered, ...change }
    setError(null)
    if (!state.vault.passphrase) {
      setEntered({ ...next, step: 'passphrase' })
      return
    }
    setEntered(next)
    void attempt(() => takeIn(next))
  }

  /** One of several accounts, as it was when they came in. */
  function setUp(account: Account): void {
    move({ account, setUp: account.stage, restored: null, unregistered: false, step: resumeStep(account.stage) })
  }
  const toResults = (): void => move({ account: null, setUp: null, step: 'results' })

  const shared = { pending, error }
  const toFirst = () => ({ step: steps[0] ?? entered.step })

  function content() {
    const toWelcome = { onBack: props.onBack }
    switch (entered.step) {
      case 'name':
        return <NameStep {...shared} {...toWelcome} value={entered.name} onNext={(name) => leaveEntry({ name })} />
      case 'keystore':
        return (
          <KeystoreStep
            {...shared}
            {...toWelcome}
            value={entered.given}
            onNext={(given, kind) => leaveEntry({ given, several: kind === 'several' })}
          />
        )
      case 'results':
        return (
          <ImportResults
            results={entered.results}
            accounts={state.accounts}
            names={entered.sources}
            files={entered.files}
            onSetUp={setUp}
            onHome={(account) => onDone(account.account)}
            onBack={props.onBack}
          />
        )
      case 'permission':
        return (
          <PermissionStep
            {...shared}
            {...toWelcome}
            value={entered.permission}
            onNext={(permission) => leaveEntry({ permission })}
          />
        )
      case 'messenger':
        return <MessengerStep {...shared} {...toWelcome} onNext={() => leaveEntry({})} />
      case 'phone':
        return (
          <PhoneStep
            local={state.network.kind === 'local'}
            keyed={state.accounts.flatMap((one) => (one.kind === 'watch' ? [] : one.account))}
            onBack={() => move({ step: 'messenger' })}
            onDone={(id) =>
              void attempt(async () => {
                const account = await known(id)
                return account === undefined ? {} : { account, step: 'done' }
              })
            }
          />
        )
      case 'phrase':
        return entered.way === 'recover' ? (
          <PhraseStep
            {...shared}
            {...toWelcome}
            title="Restore from 24 words"
            intro="The phrase brings back the account and its key. Balances and history are then read from the network."
            value={entered.phrase}
            onNext={(phrase) => leaveEntry({ phrase })}
          />
        ) : (
          <PhraseStep
            {...shared}
            onBack={() => move({ step: 'key', restored: null })}
            title="Restore the spend key"
            intro="Coffer checks that these words give the key that the network knows for this account."
            value=""
            onNext={(phrase) =>
              void attempt(() => keyed(call('keys.restore', { account: accountId(entered), phrase })))
            }
          />
        )
      case 'passphrase':
        return (
          <PassphraseStep
            {...shared}
            vault={state.vault}
            onBack={() => move(toFirst())}
            onSkip={() => void attempt(() => takeIn(entered), toFirst)}
            onNext={(next) =>
              void attempt(async () => {
                if (!state.vault.passphrase) await call('vault.setPassphrase', { current: null, next })
                return takeIn(entered)
              }, toFirst)
            }
          />
        )
      case 'key':
        return entered.account === null ? null : (
          <KeyStep
            {...shared}
            account={entered.account}
            onBack={
              entered.results.length > 0
                ? toResults
                : entered.way === 'import'
                  ? () => move({ step: 'keystore' })
                  : props.onBack
            }
            onNext={(way) => void takeWay(way)}
          />
        )
      case 'spend-key':
        return entered.account === null ? null : (
          <SpendKeyStep
            {...shared}
            account={entered.account}
            onBack={() => move({ step: 'key', restored: null })}
            onNext={(key, file) =>
              void attempt(async () => {
                const change = await keyed(call('keys.bring', { account: accountId(entered), key: key.text }))
                if (key.pasted) void emptyClipboard()
                return file === null ? change : { ...change, files: [...entered.files, file], hadKey: true }
              })
            }
          />
        )
      case 'words':
        return entered.account === null ? null : (
          <WordsStep
            {...shared}
            account={entered.account}
            words={entered.words}
            onBack={() => move({ step: 'key', restored: null })}
            onNext={() =>
              void attempt(async () => {
                const { positions } = await call('keys.quiz', { account: accountId(entered) })
                return { positions, step: 'quiz' }
              })
            }
          />
        )
      case 'quiz':
        return (
          <QuizStep
            key={entered.positions.join()}
            {...shared}
            positions={entered.positions}
            onBack={() => move({ step: 'words' })}
            onNext={(words) =>
              void attempt(
                async () => {
                  const account = await call('keys.answerQuiz', { account: accountId(entered), words })
                  return { account, words: [], step: resumeStep(account.stage) }
                },
                // After a wrong answer the wallet asks for other words.
                () => call('keys.quiz', { account: accountId(entered) }),
              )
            }
          />
        )
      case 'register':
        return entered.account === null ? null : (
          <RegisterStep
            {...shared}
            account={entered.account}
            onBack={props.onBack}
            onNext={(given) =>
              void attempt(
                async () => {
                  const account = await call('registration.submit', { account: accountId(entered), ...given })
                  return { account, step: resumeStep(account.stage) }
                },
                // Registered with another key meanwhile: the way on is that key.
                async () => {
                  const account = await known(accountId(entered))
                  return account === undefined ? {} : { account, step: resumeStep(account.stage) }
                },
              )
            }
          />
        )
      case 'done':
        return (
          <DoneStep
            account={entered.account}
            local={state.network.kind === 'local'}
            files={entered.several ? [] : entered.files}
            hadKey={entered.hadKey}
            {...(entered.several ? { onMore: toResults } : {})}
            onHome={() => onDone(accountId(entered))}
            onReceive={() => {
              onDone(accountId(entered))
              go({ name: 'receive', tab: state.network.kind === 'local' ? 'incoming' : 'chain' })
            }}
          />
        )
    }
  }

  return (
    <Words>
      <Frame
        state={state}
        steps={steps}
        current={entered.step}
        {...(onLeave === undefined || entered.step === 'done' ? {} : { onLeave })}
        {...(entered.account === null || entered.step === 'done' ? {} : { unfinished: entered.account })}
      >
        <div key={entered.step}>{content()}</div>
      </Frame>
    </Words>
  )
}

/** The account as the wallet has it now. */
const known = async (id: string): Promise<Account | undefined> =>
  (await call('app.state', null)).accounts.find(({ account }) => account === id)

const accountId = (entered: Entered): string => entered.account?.account ?? ''
