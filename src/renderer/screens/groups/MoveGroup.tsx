import { ArrowRight, CircleCheck, Users } from 'lucide-react'
import { say } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { Figure } from '../../components/figures.tsx'
import { GroupAvatar, GroupName } from '../../components/group.tsx'
import { Page } from '../../components/Page.tsx'
import { Unread } from '../../components/Unread.tsx'
import { isSome } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { goSendFilled } from '../../state/prefilled-send.ts'
import { useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import { EMPTY_FORM } from '../../state/send-form.ts'
import type { Group } from '../../state/types.ts'
import { selectAccount, useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Frame } from '../../ui/Frame.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Empty, Notice } from '../../ui/Surface.tsx'
import { type Move, movesOf } from './model.ts'

/** Takes a group's money to another one, asset by asset: each is a payment that the members of the first sign. */
export function MoveGroup(props: { readonly from: string; readonly to: string }) {
  const { groups } = useWallet()
  const [from, to] = [props.from, props.to].map((holder) => groups.find((group) => group.holder === holder))
  if (from !== undefined && to !== undefined) return <Moving from={from} to={to} />
  return (
    <Page title={say('groups.move-the-money')} narrow>
      <Empty icon={<Users />} title={say('groups.this-group-is-not-in-your')} />
    </Page>
  )
}

function Moving({ from, to }: { readonly from: Group; readonly to: Group }) {
  const { account } = useWallet()
  const owner = { account: account.account, holder: from.holder }
  const home = useQuery('home.read', owner)
  const requests = useQuery('approvals.list', owner)
  const moves =
    home.value === undefined || requests.value === undefined
      ? undefined
      : movesOf(home.value, requests.value.requests, to)
  const isDone = moves?.every(({ state }) => state === 'moved') === true
  return (
    <Page
      title={say('groups.move-the-money')}
      under={{ text: from.name, onPress: () => go({ name: 'group', holder: from.holder }) }}
      narrow
    >
      <Frame inner="flex flex-wrap items-center gap-x-5 gap-y-3 !py-5">
        <Side group={from} />
        <ArrowRight className="size-5 shrink-0 text-accent-ink" strokeWidth={1.75} aria-hidden="true" />
        <Side group={to} />
      </Frame>
      {moves?.every(({ state }) => state !== 'to-move') !== true && (
        <p className="mt-4 text-ink-2">{rich('groups.each-asset-is-a-payment', { threshold: from.threshold })}</p>
      )}
      {moves === undefined ? (
        <div className="mt-4">
          <Unread of={home.value === undefined ? home : requests} className="h-40" />
        </div>
      ) : (
        <>
          <MovesDone moves={moves} />
          <ul className="mt-3" aria-label={say('groups.what-is-moved')}>
            {moves.map((move) => (
              <li key={move.asset.assetId} className="border-line border-b last:border-0">
                <Row move={move} from={from} to={to} />
              </li>
            ))}
          </ul>
        </>
      )}
      {isDone && (
        <Notice
          tone="ok"
          icon={<CircleCheck />}
          title={say('groups.nothing-is-left-to-move', { group: from.name })}
          className="mt-4"
          action={
            <Button size="sm" onPress={() => go({ name: 'group', holder: to.holder })}>
              {rich('groups.open-the-group', { group: to.name })}
            </Button>
          }
        />
      )}
      <p className="mt-4 text-ink-3 text-sm">{say('groups.collectibles-are-moved-one-by-one')}</p>
    </Page>
  )
}

/** How many are there already, drawn and said. */
function MovesDone({ moves }: { readonly moves: readonly Move[] }) {
  const done = moves.filter(({ state }) => state === 'moved').length
  if (moves.length === 0) return null
  const asked = moves.filter(({ state }) => state === 'asked').length
  const text = say('groups.assets-moved', { moved: String(done), count: moves.length, asked })
  return (
    <div className="mt-5">
      <p className="mb-1.5 text-ink-2 text-sm" aria-hidden="true">
        {heard(text)}
      </p>
      <Progress label={say('groups.move-the-money')} value={done} of={moves.length} text={text} />
      {asked > 0 && asked + done === moves.length && <p className="mt-2 text-ink-2">{say('groups.all-are-asked')}</p>}
    </div>
  )
}

/** Of what is asked for or gone, as much as its request moves; else what there is. */
const amountOf = ({ state, request, available, held }: Move): string =>
  state === 'to-move' ? (isSome(available) ? available : held) : (request?.amount ?? available)

function StateLine({ move }: { readonly move: Move }) {
  const { state, available, held, payment, asset } = move
  if (state === 'moved') return say('groups.moved')
  if (state === 'asked') return say('groups.asked-for')
  if (!isSome(held)) return say('groups.not-asked-yet')
  const by = payment === null ? 'request' : 'payment'
  if (!isSome(available)) return say('groups.all-of-it-is-held', { by })
  return rich('groups.part-of-it-is-held', { by, figure: <Figure value={held} symbol={asset.symbol} /> })
}

function Side({ group }: { readonly group: Group }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <GroupAvatar group={group} />
      <GroupName name={group.name} threshold={group.threshold} members={group.members.length} className="text-row" />
    </span>
  )
}

function Row({ move, from, to }: { readonly move: Move; readonly from: Group; readonly to: Group }) {
  const { account } = useWallet()
  const { asset, available, payment, request, state } = move

  function ask(): void {
    selectAccount(account.account, from.holder)
    const rows = [{ to: to.address, amount: available }]
    goSendFilled({
      form: { ...EMPTY_FORM, assetId: asset.assetId, rows, source: say('groups.a-change-of-members') },
      view: null,
    })
  }

  return (
    <div className="flex min-h-13.5 flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <AssetIcon asset={asset} />
      <span className="min-w-0 flex-1">
        <Figure value={amountOf(move)} symbol={asset.symbol} className="block text-row" />
        <span className="block text-ink-2 text-xs">
          <StateLine move={move} />
        </span>
      </span>
      {state === 'to-move' && isSome(available) && (
        <Button size="sm" onPress={ask}>
          {say('groups.ask-to-move-it')}
        </Button>
      )}
      {state === 'to-move' && isSome(move.held) && (
        <Button
          size="sm"
          kind="quiet"
          onPress={() => {
            selectAccount(account.account, from.holder)
            go(payment === null ? { name: 'approvals', tab: 'waiting' } : { name: 'payment', paymentId: payment })
          }}
        >
          {payment === null ? say('groups.see-requests') : say('groups.open-the-payment')}
        </Button>
      )}
      {request !== null && state !== 'to-move' && (
        <Button size="sm" kind="quiet" onPress={() => go({ name: 'request', requestId: request.requestId })}>
          {say('groups.open-the-request')}
        </Button>
      )}
    </div>
  )
}
