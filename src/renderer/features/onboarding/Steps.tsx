import { ArrowDownLeft, Check, House } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { call, reportOf } from '../../app/bridge.ts'
import { go } from '../../app/routes.ts'
import type { Account, Report } from '../../app/types.ts'
import { Words } from '../../app/Words.tsx'
import { isolated } from '../../lib/isolated.ts'
import { Button } from '../../ui/Button.tsx'
import { KeystoreStep, NameStep, PassphraseStep, PermissionStep, PhraseStep } from './entry-steps.tsx'
import { Frame, StepBody } from './Frame.tsx'
import type { OnboardingProps } from './index.tsx'
import { KeyStep, type KeyWay, QuizStep, RegisterStep, SpendKeyStep, WordsStep } from './key-steps.tsx'
import { resumeStep, type Step, stepsOf, type Way } from './model.ts'

/** What was entered on the way. It lives here and nowhere else, and is gone with this component. */
interface Entered {
  readonly way: Way
  readonly step: Step
  readonly name: string
  readonly keystore: string
  readonly permission: string
  readonly phrase: string
  readonly restored: 'phrase' | 'spend-key' | null
  /** A restored key turned out to be one that the network does not know yet. */
  readonly unregistered: boolean
  readonly account: Account | null
  readonly words: readonly string[]
  readonly positions: readonly number[]
}

const NOTHING = {
  name: '',
  keystore: '',
  permission: '',
  phrase: '',
  restored: null,
  unregistered: false,
  account: null,
  words: [],
  positions: [],
} as const

export interface StepsProps extends OnboardingProps {
  /** `finish` goes on with the account in `resume`. */
  readonly way: Way
  /** Back to the choice of ways. */
  readonly onBack: () => void
}

const FIRST: Record<Exclude<Way, 'finish'>, Step> = {
  create: 'name',
  import: 'keystore',
  recover: 'phrase',
  watch: 'permission',
}

function begin({ way, resume }: StepsProps): Entered {
  if (way !== 'finish') return { ...NOTHING, way, step: FIRST[way] }
  return {
    ...NOTHING,
    way,
    // What is only looked at lacks nothing but its key.
    step: resume === null ? 'name' : resume.kind === 'watch' ? 'key' : resumeStep(resume.stage),
    account: resume,
    name: resume?.name ?? '',
  }
}

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
    if (!isHere && wasHere.current) onBack()
    wasHere.current = isHere
  }, [isHere, onBack])
  const steps = stepsOf({ way, vault, stage: resume?.stage ?? null, restored, unregistered })

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

  async function makePhrase(account: Account): Promise<Partial<Entered>> {
    const { words } = await call('keys.create', { account: account.account })
    return { account, words, step: 'words' }
  }

  /** A key that was brought is compared already; what is left is to register it, if anything. */
  async function keyed(bringing: Promise<Account>): Promise<Partial<Entered>> {
    const account = await bringing
    const step = resumeStep(account.stage)
    return { account, step, unregistered: step === 'register' }
  }

  async function takeWay(way: KeyWay): Promise<void> {
    const { account } = entered
    if (account === null) return
    if (way === 'key') move({ step: 'spend-key', restored: 'spend-key' })
    else if (way === 'restore') move({ step: 'phrase', restored: 'phrase' })
    else if (way === 'new') await attempt(() => makePhrase(account))
    else await attempt(async () => ({ account: await call('keys.look', { account: account.account }), step: 'done' }))
  }

  /** What comes after the entries, once it is settled how keys are sealed. */
  async function open(from: Entered): Promise<Partial<Entered>> {
    switch (from.way) {
      case 'create':
        return makePhrase(from.account ?? (await call('accounts.createLocal', { name: from.name })))
      case 'recover':
        return { account: await call('accounts.recoverLocal', { phrase: from.phrase }), phrase: '', step: 'done' }
      case 'import': {
        const account = await call('accounts.importKeystore', { keystore: from.keystore })
        return { account, keystore: '', step: resumeStep(account.stage) }
      }
      case 'watch': {
        const account = await call('accounts.watch', { permission: from.permission })
        return { account, permission: '', step: 'done' }
      }
      case 'finish':
        return {}
    }
  }

  function leaveEntry(change: Partial<Entered>): void {
    const next = { ...entered, ...change }
    setError(null)
    if (!state.vault.passphrase) {
      setEntered({ ...next, step: 'passphrase' })
      return
    }
    setEntered(next)
    void attempt(() => open(next))
  }

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
            value={entered.keystore}
            onNext={(keystore) => leaveEntry({ keystore })}
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
            onSkip={() => void attempt(() => open(entered), toFirst)}
            onNext={(next) =>
              void attempt(async () => {
                if (!state.vault.passphrase) await call('vault.setPassphrase', { current: null, next })
                return open(entered)
              }, toFirst)
            }
          />
        )
      case 'key':
        return entered.account === null ? null : (
          <KeyStep
            {...shared}
            account={entered.account}
            onBack={entered.way === 'import' ? () => move({ step: 'keystore' }) : props.onBack}
            onNext={(way) => void takeWay(way)}
          />
        )
      case 'spend-key':
        return entered.account === null ? null : (
          <SpendKeyStep
            {...shared}
            account={entered.account}
            onBack={() => move({ step: 'key', restored: null })}
            onNext={(key) => void attempt(() => keyed(call('keys.bring', { account: accountId(entered), key })))}
          />
        )
      case 'words':
        return entered.account === null ? null : (
          <WordsStep
            {...shared}
            account={entered.account}
            words={entered.words}
            onBack={() => move({ step: 'key' })}
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
            onNext={() =>
              void attempt(
                async () => {
                  const account = await call('registration.submit', { account: accountId(entered) })
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
            name={entered.account?.name ?? ''}
            local={state.network.kind === 'local'}
            watched={entered.account?.kind === 'watch'}
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

function DoneStep(props: {
  readonly name: string
  readonly local: boolean
  readonly watched: boolean
  readonly onHome: () => void
  readonly onReceive: () => void
}) {
  return (
    <>
      <span className="mb-5 grid size-12 place-items-center rounded-full bg-ok-soft text-ok" aria-hidden="true">
        <Check className="size-6" />
      </span>
      <StepBody
        title={`${isolated(props.name)} is ready`}
        intro={
          props.watched
            ? 'You can look at it. It cannot send or sign: its key is not on this computer.'
            : props.local
              ? 'It can receive and send. Start with a practice deposit: it takes a few seconds.'
              : 'It can receive and send. Start with a small amount.'
        }
        actions={
          <>
            {!props.watched && (
              <Button kind="primary" size="lg" icon={<ArrowDownLeft className="size-4" />} onPress={props.onReceive}>
                {props.local ? 'Get play money' : 'Receive'}
              </Button>
            )}
            <Button size="lg" icon={<House className="size-4" />} onPress={props.onHome}>
              Go to Home
            </Button>
          </>
        }
      />
    </>
  )
}
