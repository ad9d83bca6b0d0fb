import { expect } from 'vitest'
import { kernelAssetId } from '#protocol'
import type { TrueLedger } from '../support/true-ledger.ts'
import { ALL_MOVEMENTS } from '../support/wallet.ts'
import type { Life } from './living.ts'
import { listed, type Told } from './living-lists.ts'

/* What lists and requests say of a transaction is what its bytes in the ledger do: what leaves, to how many, and by how many signatures. */

const sumOf = (parts: readonly { readonly amount: bigint }[]): bigint =>
  parts.reduce((sum, { amount }) => sum + amount, 0n)

export async function needTrueBytes(life: Life, told: Told, ledger: TrueLedger, name: string): Promise<void> {
  const { account, wallet } = told.desk
  const all = [...new Set(life.desks.map((each) => each.account))].sort()
  const [members, threshold] = told.holder === null ? [[account], 1] : [all, 2]
  const rows = await listed(told, ALL_MOVEMENTS)
  const { requests } = await wallet.bare.calls['approvals.list']({ account, holder: life.holder })
  const items = new Set(rows.flatMap(({ hash, inscription }) => (inscription === null || hash === null ? [] : hash)))
  for (const { hash, asset, outputs } of ledger.sentBy(members, threshold)) {
    if (items.has(hash)) continue
    const leaves = outputs.filter(
      (each) => each.threshold !== threshold || (each.members ?? []).toSorted().join() !== members.join(),
    )
    const own = rows.filter((row) => row.hash === hash && row.amount < 0n && row.money === 'final')
    for (const row of own) expect(kernelAssetId(row.asset.assetId), `${name} ${hash}`).toBe(asset)
    const isTurned = own.length === 0 && rows.some((row) => row.hash === hash)
    if (!isTurned) expect(-sumOf(own), `${name} ${hash}`).toBe(sumOf(leaves))
    const request = told.holder === null ? undefined : requests.find((each) => each.hash === hash)
    if (request === undefined) continue
    const label = `${name} ${request.requestId}`
    expect([request.state, request.group.threshold], label).toEqual(['final', threshold])
    if (request.item === undefined) expect(request.amount, label).toBe(sumOf(leaves.length === 0 ? [] : leaves))
    if (request.rows.length > 0)
      expect(
        request.rows.map(({ amount }) => amount),
        label,
      ).toEqual(leaves.map(({ amount }) => amount))
    expect(new Set(request.signers.map(({ user }) => user.userId)).size, label).toBeGreaterThanOrEqual(threshold)
  }
}
