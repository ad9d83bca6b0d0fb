import { Words } from '../../components/Words.tsx'
import { go } from '../../state/routes.ts'
import { DoneStep } from './DoneStep.tsx'
import { EntryContent } from './EntryContent.tsx'
import type { StepsProps } from './entered.ts'
import { Frame } from './Frame.tsx'
import { accountId, type Going, settingUp, TO_RESULTS, useGoing } from './going.ts'
import { ImportResults } from './ImportResults.tsx'
import { KeyContent } from './KeyContent.tsx'

/** One way into the wallet, step by step. */
export function Steps(props: StepsProps) {
  const { state, onLeave } = props
  const going = useGoing(props)
  const { entered, steps } = going
  return (
    <Words>
      <Frame
        state={state}
        steps={steps}
        current={entered.step}
        {...(onLeave === undefined || entered.step === 'done' ? {} : { onLeave })}
        {...(entered.account === null || entered.step === 'done' ? {} : { unfinished: entered.account })}
      >
        <div key={entered.step} className="flex shrink-0 grow flex-col">
          <Content {...props} going={going} />
        </div>
      </Frame>
    </Words>
  )
}

function Content({ going, ...props }: StepsProps & { readonly going: Going }) {
  const { state, onBack, onDone } = props
  const { entered, move } = going
  switch (entered.step) {
    case 'results':
      return (
        <ImportResults
          results={entered.results}
          accounts={state.accounts}
          names={entered.sources}
          files={entered.files}
          onSetUp={(account) => move(settingUp(account))}
          onHome={(account) => onDone(account.account)}
          onBack={onBack}
        />
      )
    case 'key':
    case 'spend-key':
    case 'words':
    case 'quiz':
    case 'register':
      return entered.account === null ? null : (
        <KeyContent step={entered.step} going={going} account={entered.account} onBack={onBack} />
      )
    case 'done':
      return (
        <DoneStep
          account={entered.account}
          local={state.network.kind === 'local'}
          isBack={props.way !== 'create' && entered.restored !== 'new'}
          files={entered.several ? [] : entered.files}
          hadKey={entered.hadKey}
          {...(entered.several ? { onMore: () => move(TO_RESULTS) } : {})}
          onHome={() => onDone(accountId(entered))}
          onReceive={() => {
            onDone(accountId(entered))
            go({ name: 'receive', tab: state.network.kind === 'local' ? 'incoming' : 'chain' })
          }}
        />
      )
    default:
      return <EntryContent step={entered.step} going={going} state={state} onBack={onBack} />
  }
}
