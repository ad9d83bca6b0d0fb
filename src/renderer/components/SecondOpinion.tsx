import type { WireAnswer } from '#contract/ipc'
import { say } from '#words'
import { heard } from '../lib/heard.tsx'
import { useAction, useQuery } from '../state/query.ts'
import { useWallet } from '../state/wallet.tsx'
import { Button } from '../ui/Button.tsx'
import { Time } from '../ui/Time.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'
import { Fact } from './Facts.tsx'

type Opinion = NonNullable<WireAnswer<'nodes.opinion'>>

const counted = (count: number, words: (count: number) => string): string[] => (count === 0 ? [] : [words(count)])

/** What nodes said, in sentences: what needs somebody first. */
function opinionLines({ nodes }: Opinion, isCoin: boolean): string[] {
  const saying = (what: Opinion['nodes'][number]['says']): number => nodes.filter(({ says }) => says === what).length
  const silent = nodes.filter(({ says, unheard }) => unheard || says === 'silent').length
  return [
    ...counted(saying('differs'), () => say('nodes.differs')),
    ...counted(saying('spent'), (count) => say('nodes.spent', { count })),
    ...counted(saying('absent'), (count) => say('nodes.absent', { count })),
    ...counted(saying('false'), (count) => say('nodes.false', { count })),
    ...counted(saying('waiting'), (count) => say('nodes.waiting', { count })),
    ...counted(saying('same'), (same) => say('nodes.same', { same, all: nodes.length, coin: isCoin })),
    ...counted(silent, (count) => say('nodes.silent', { count })),
  ]
}

/** What nodes say of a transaction, or of a coin of it, beside the service; nothing where none is asked. */
export function SecondOpinion(props: {
  readonly hash: string
  /** The coin's place in it; null for the transaction as a whole. */
  readonly index: number | null
  readonly narrow?: boolean
}) {
  const { hash, index } = props
  const { owner } = useWallet()
  const place = { account: owner.account, hash, index }
  const asked = useQuery('nodes.read', null).value?.nodes.length ?? 0
  const opinion = useQuery('nodes.opinion', place).value ?? null
  const ask = useAction('nodes.ask')
  if (asked === 0 && opinion === null) return null
  const [newest] =
    opinion?.nodes
      .map(({ at }) => at)
      .sort()
      .slice(-1) ?? []
  return (
    <Fact name={say('settings.nodes')} narrow={props.narrow}>
      <div role="status" className="grid gap-1">
        {opinion === null ? (
          <p className="text-ink-3">{say('nodes.nobody')}</p>
        ) : (
          opinionLines(opinion, index !== null).map((line) => (
            <p key={line} className="text-pretty">
              {heard(line)}
            </p>
          ))
        )}
      </div>
      {asked > 0 && (
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button size="sm" pending={ask.pending} onPress={() => void ask.run(place)}>
            {opinion === null ? say('nodes.ask') : say('nodes.ask-again')}
          </Button>
          {newest !== undefined && (
            <span className="text-ink-3 text-sm">
              <Time at={newest} form="age" />
            </span>
          )}
        </p>
      )}
      <ErrorNotice error={ask.error} className="mt-2" />
    </Fact>
  )
}
