import { emptyClipboard } from '../../lib/clipboard.ts'
import { emptied } from '../../lib/picked-files.ts'
import { call } from '../../state/bridge.ts'
import type { Account } from '../../state/types.ts'
import { accountId, type Going, known, TO_RESULTS } from './going.ts'
import { KeyStep, type KeyWay, QuizStep, SpendKeyStep, WordsStep } from './key-steps.tsx'
import { resumeStep } from './model.ts'
import { RegisterStep } from './RegisterStep.tsx'
import { keyed, makePhrase } from './taking.ts'

type KeyName = 'key' | 'spend-key' | 'words' | 'quiz' | 'register'

interface KeyContentProps {
  readonly step: KeyName
  readonly going: Going
  readonly account: Account
  readonly onBack: () => void
}

/** The steps in which an account gets its spend key, and the network learns of it. */
export function KeyContent({ step, going, account, onBack }: KeyContentProps) {
  const { entered, shared, move } = going
  // Words that were not taken are shown again only as new ones.
  const toKey = () => move({ step: 'key', restored: null, words: [], positions: [] })
  const steps = stepCalls(going)
  switch (step) {
    case 'key':
      return (
        <KeyStep
          {...shared}
          account={account}
          onBack={
            entered.results.length > 0
              ? () => move(TO_RESULTS)
              : entered.way === 'import'
                ? () => move({ step: 'keystore' })
                : onBack
          }
          onNext={(way) => void steps.takeWay(account, way)}
        />
      )
    case 'spend-key':
      return <SpendKeyStep {...shared} account={account} onBack={toKey} onNext={steps.bringKey} />
    case 'words':
      return <WordsStep {...shared} account={account} words={entered.words} onBack={toKey} onNext={steps.askWords} />
    case 'quiz':
      return (
        <QuizStep
          key={entered.positions.join()}
          {...shared}
          positions={entered.positions}
          onBack={() => move({ step: 'words' })}
          onNext={steps.compareWords}
        />
      )
    case 'register':
      return <RegisterStep {...shared} account={account} onBack={onBack} onNext={steps.register} />
  }
}

/** What the wallet is asked for by each of these steps. */
function stepCalls({ entered, move, attempt }: Going) {
  const account = accountId(entered)
  return {
    async takeWay(of: Account, way: KeyWay): Promise<void> {
      if (way === 'key') move({ step: 'spend-key', restored: 'spend-key' })
      else if (way === 'restore') move({ step: 'phrase', restored: 'phrase' })
      else if (way === 'new') await attempt(() => makePhrase(of))
      else await attempt(async () => ({ account: await call('keys.look', { account }), step: 'done' }))
    },
    bringKey: ((key, file) =>
      void attempt(async () => {
        const change = await keyed(call('keys.bring', { account, key: key.text }))
        if (key.pasted) void emptyClipboard()
        return file === null ? change : { ...change, files: [...entered.files, emptied(file)], hadKey: true }
      })) satisfies Parameters<typeof SpendKeyStep>[0]['onNext'],
    askWords: () =>
      void attempt(async () => {
        const { positions } = await call('keys.quiz', { account })
        return { positions, step: 'quiz' }
      }),
    compareWords: (words: string[]) =>
      void attempt(
        async () => {
          const next = await call('keys.answerQuiz', { account, words })
          return { account: next, words: [], step: resumeStep(next.stage) }
        },
        // After a wrong answer the wallet asks for other words.
        () => call('keys.quiz', { account }),
      ),
    register: ((given) =>
      void attempt(
        async () => {
          const next = await call('registration.submit', { account, ...given })
          return { account: next, step: resumeStep(next.stage) }
        },
        // Registered with another key meanwhile: the way on is that key.
        async () => {
          const now = await known(account)
          return now === undefined ? {} : { account: now, step: resumeStep(now.stage) }
        },
      )) satisfies Parameters<typeof RegisterStep>[0]['onNext'],
  }
}
