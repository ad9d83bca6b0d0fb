import { say } from '#words'
import { CodeFact, Fact, Facts } from '../../components/Facts.tsx'
import { partyId } from '../../components/party.tsx'
import { assetDetail } from '../../lib/asset.ts'
import { rich } from '../../lib/rich.tsx'
import type { ActivityDetail } from '../../state/types.ts'
import { Disclosure } from '../../ui/Surface.tsx'

interface Code {
  readonly name: string
  readonly text: string | null | undefined
}

/** Ids and bytes, whole: who looks for them finds all of them in one place. */
export function Technical({ detail }: { readonly detail: ActivityDetail }) {
  const { row, deposit, withdrawal } = detail
  const { party } = row
  const isNamed = row.direction === 'out' || party.kind === 'user'
  const codes: readonly Code[] = [
    {
      name: party.kind === 'user' ? say('activity.user-id') : say('activity.address'),
      text: isNamed && party.kind !== 'unknown' ? partyId(party) : null,
    },
    { name: say('activity.chain-transaction'), text: deposit?.hash ?? withdrawal?.hash },
    { name: say('activity.sent-from'), text: deposit?.sender },
    { name: say('activity.your-address'), text: deposit?.destination },
    { name: say('activity.tag'), text: deposit?.tag ?? withdrawal?.tag },
    { name: say('activity.transaction'), text: row.hash },
    { name: say('activity.request-id'), text: detail.requestId },
    { name: say('activity.snapshot-id'), text: detail.snapshotId },
    { name: say('activity.inscription'), text: row.inscription },
    { name: say('activity.asset-id'), text: row.asset.assetId },
    { name: say('activity.memo-bytes'), text: detail.memoHex },
  ]
  const shown = codes.flatMap(({ name, text }) => (text == null || text === '' ? [] : [{ name, text }]))
  return (
    <Disclosure
      className="mt-1.5"
      title={say('activity.technical')}
      aside={<span className="font-normal text-ink-2 text-xs">{rich('activity.ids', { count: shown.length })}</span>}
    >
      <Facts>
        <Fact name={say('activity.asset')} narrow>
          {row.asset.symbol} · {assetDetail(row.asset)}
        </Fact>
        {deposit !== null && (
          <Fact name={say('activity.output-in-that-transaction')} narrow>
            <span className="figure">{deposit.index}</span>
          </Fact>
        )}
        {shown.map(({ name, text }) => (
          <CodeFact key={name} name={name} text={text} narrow />
        ))}
      </Facts>
    </Disclosure>
  )
}
