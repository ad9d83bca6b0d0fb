import type { HolderId, RequestId, UserId } from '#contract/domain'
import type { Answer, Input } from '#contract/ipc'

/** Whose list it is. */
interface Listed {
  readonly account: UserId
  readonly holder: HolderId | null
  readonly runId: RequestId
}

/** What the form asks for that was filled from a row of a list which leaves the network; with another tag, what was typed there. */
export function withdrawing(
  of: Listed,
  row: Answer<'runs.read'>['rows'][number] | undefined,
  typed?: string,
): Input<'runs.withdraw'> {
  const { party, withdrawal, amount, asset } = row ?? {}
  if (withdrawal === undefined || party?.kind !== 'chain' || amount == null || asset == null)
    throw new Error('that row does not leave the network')
  const { account, holder, runId } = of
  return {
    ...{ account, holder, runId, rowId: withdrawal.rowId, amount, assetId: asset.assetId },
    payee: { kind: 'chain', destination: party.destination, tag: typed ?? withdrawal.tag },
    ...{ feeAssetId: null, coins: null, draftId: null, label: '' },
  }
}
