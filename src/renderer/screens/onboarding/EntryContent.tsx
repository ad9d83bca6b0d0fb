import { say } from '#words'
import { call } from '../../state/bridge.ts'
import type { StepsProps } from './entered.ts'
import { NameStep, PassphraseStep, PermissionStep, PhraseStep } from './entry-steps.tsx'
import { accountId, type Going, known } from './going.ts'
import { KeystoreStep } from './keystore-step.tsx'
import type { Way } from './model.ts'
import { MessengerStep, PhoneStep } from './phone-steps.tsx'
import { keyed, takeIn } from './taking.ts'

type EntryName = 'name' | 'keystore' | 'permission' | 'messenger' | 'phone' | 'phrase' | 'passphrase'

/** What the passphrase seals on each way; on the others it is a key with 24 words. */
const SEALED: Readonly<Partial<Record<Way, 'permission' | 'brought'>>> = {
  watch: 'permission',
  phone: 'permission',
  import: 'brought',
}

interface EntryContentProps extends Pick<StepsProps, 'state' | 'onBack'> {
  readonly step: EntryName
  readonly going: Going
}

/** The steps in which a person says who they are, up to how keys are sealed. */
export function EntryContent({ step, going, state, onBack }: EntryContentProps) {
  const { entered, shared, move, attempt, leaveEntry } = going
  const given = { ...shared, onBack }
  switch (step) {
    case 'name':
      return <NameStep {...given} value={entered.name} onNext={(name) => leaveEntry({ name })} />
    case 'keystore':
      return (
        <KeystoreStep
          {...given}
          value={entered.given}
          onNext={(text, kind) => leaveEntry({ given: text, several: kind === 'several' })}
        />
      )
    case 'permission':
      return (
        <PermissionStep {...given} value={entered.permission} onNext={(permission) => leaveEntry({ permission })} />
      )
    case 'messenger':
      return <MessengerStep {...given} onNext={() => leaveEntry({})} />
    case 'phone':
      return (
        <PhoneStep
          failed={shared.error}
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
      return <Phrase going={going} onBack={onBack} />
    case 'passphrase': {
      const toFirst = () => ({ step: going.steps[0] ?? entered.step })
      return (
        <PassphraseStep
          {...shared}
          vault={state.vault}
          seals={SEALED[entered.way] ?? 'words'}
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
    }
  }
}

/** The words bring an account back, or only the key of one that is here. */
function Phrase({ going, onBack }: { readonly going: Going; readonly onBack: () => void }) {
  const { entered, shared, move, attempt, leaveEntry } = going
  return entered.way === 'recover' ? (
    <PhraseStep
      {...shared}
      onBack={onBack}
      title={say('onboarding.restore-from-24-words')}
      intro={say('onboarding.the-phrase-brings-back-the-account')}
      value={entered.phrase}
      onNext={(phrase) => leaveEntry({ phrase })}
    />
  ) : (
    <PhraseStep
      {...shared}
      onBack={() => move({ step: 'key', restored: null })}
      title={say('onboarding.restore-the-spend-key')}
      intro={say('onboarding.coffer-checks-that-these-words-give')}
      value={entered.phrase}
      onNext={(phrase) =>
        void attempt(async () => ({
          ...(await keyed(call('keys.restore', { account: accountId(entered), phrase }))),
          phrase: '',
        }))
      }
    />
  )
}
