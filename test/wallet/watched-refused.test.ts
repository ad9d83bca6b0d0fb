import { readdirSync, readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { HolderId, RequestId } from '#contract/domain'
import { answerOf, codeOf, failure } from '#contract/errors'
import { parseAmount } from '#protocol'
import { asking, cosign, type Member, newTeam, sees, type Team } from '../support/cosigners.ts'
import { tokenOf } from '../support/permission.ts'
import { MAYA } from '../support/residents.ts'
import { BTC, has, type OpenWallet, paying, settled, sharedNetwork, toUser } from '../support/wallet.ts'

/*
 * A service that does not let an account ask for something says so in one way. The client of a watched account says it in words of the account, and
 * what is decided by that answer is decided for it as for any other.
 */

const network = sharedNetwork()
let refused: RegExp | null = null
let code = 403
const passed: string[] = []
const line: typeof fetch = async (target, init) => {
  const { pathname } = new URL(String(target))
  passed.push(pathname)
  return refused?.test(pathname) === true
    ? Response.json({ error: { status: 202, code, description: 'Not for you.' } })
    : fetch(target, init)
}

let team: Team<[Member, Member]>
let watcher: OpenWallet
let holder: HolderId

beforeEach(async () => {
  refused = null
  code = 403
  team = await newTeam(network, ['Ana', 'Ben'], 2, ['1', '1'])
  watcher = await network.open({ fetch: line })
  const { account } = team.members[0]
  await watcher.calls['accounts.watch']({ permission: (await tokenOf(network.url, { user: account })).text })
  const members = team.members.map((one) => one.account)
  holder = (await watcher.calls['groups.create']({ account, name: 'Treasury', members, threshold: 2 })).holder
  await has(watcher, account, BTC, '2', holder)
})

const review = (requestId: RequestId) =>
  watcher.calls['approvals.review']({ account: team.members[0].account, requestId })

async function paidByAll(): Promise<RequestId> {
  const [ana, ben] = team.members
  const requestId = await asking(ana, paying(ana.account, BTC, [toUser(MAYA, '1')], { holder }))
  await sees(ben, requestId)
  await cosign(ben, requestId)
  await network.blocks(1)
  expect((await settled(ana.wallet, ana.account, requestId)).state).toBe('final')
  return requestId
}

describe('what the service does not let a watched account ask for', () => {
  it('is the code of the answer, whoever asked, and only of an answer', () => {
    const answer = failure('remote.forbidden', 'no')
    expect(answerOf(answer)).toBe('remote.forbidden')
    const reworded = failure('wallet.watch_only', 'no', { cause: answer })
    expect([codeOf(reworded), answerOf(reworded)]).toEqual(['wallet.watch_only', 'remote.forbidden'])
    expect(answerOf(failure('wallet.watch_only', 'no key'))).toBe('wallet.watch_only')
    expect(answerOf(failure('wallet.request_unknown', 'none', { cause: answer }))).toBe('wallet.request_unknown')
    expect(answerOf(new Error('no'))).toBe('internal')
  })

  it('is a request that is not there for it', async () => {
    refused = /^\/safe\/multisigs\//
    expect(await review('3f2b9a54-8e6d-4d0a-9c8a-0d5c3e1f7a11' as RequestId).catch(codeOf)).toBe(
      'wallet.request_unknown',
    )
  })

  it('is no reason to show nothing of a request whose transaction may not be read', async () => {
    refused = /^\/safe\/transactions\//
    const requestId = await paidByAll()
    expect((await review(requestId)).request).toMatchObject({ requestId, amount: parseAmount('1') })
  })

  it('is no reason to show nothing of a list', async () => {
    await paidByAll()
    const { account } = team.members[0]
    await watcher.until(
      async () => {
        await watcher.calls['app.retry']({ account })
        return watcher.calls['balances.read']({ account, holder, assetId: BTC })
      },
      ({ total }) => total === parseAmount('1'),
    )
    refused = /^\/safe\/transactions\//
    const rows = [{ line: 1, to: MAYA, typed: '0.1', amount: parseAmount('0.1'), memo: '', label: '' }]
    const { runId } = await watcher.calls['runs.save']({ account, holder, assetId: BTC, name: 'Wages', rows })
    expect(await watcher.calls['runs.read']({ account, runId })).toMatchObject({ rows: [{ state: 'ready' }] })
  })

  it('is no reason to forget somebody who is known', async () => {
    const { account } = team.members[0]
    const userId = team.members[1].account
    await watcher.calls['contacts.card']({ account, userId })
    refused = /^\/users\//
    expect(await watcher.calls['contacts.card']({ account, userId })).toMatchObject({ user: { userId } })
  })

  it('leaves the rest of a round', async () => {
    const { account } = team.members[0]
    // Coins that are listed no more are asked for together, then one by one: also in a round of its own, which may come before ours.
    refused = /^\/safe\/outputs\/(?:fetch|[0-9a-f-]+)$/
    await paidByAll()
    // Of the next round, which may begin by itself, as much may have been asked as that.
    const goesOn = async () => {
      passed.length = 0
      await watcher.calls['app.retry']({ account }).catch(codeOf)
      const at = passed.findLastIndex((path) => refused?.test(path))
      return at >= 0 && passed.slice(at).includes('/safe/snapshots')
    }
    await expect.poll(goesOn).toBe(true)
    refused = null
    await has(watcher, account, BTC, '1', holder)
  })

  it('ends a round at once where the permission is over', async () => {
    const { account } = team.members[0]
    await watcher.calls['app.retry']({ account })
    refused = /./
    code = 401
    passed.length = 0
    await watcher.calls['app.retry']({ account }).catch(codeOf)
    expect(new Set(passed).size).toBe(1)
  })

  it('is asked by one rule everywhere', () => {
    const root = new URL('../../src/', import.meta.url)
    const files = ['wallet', 'sync'].flatMap((folder) =>
      readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => `${folder}/${name.replaceAll(sep, '/')}`),
    )
    const compared = files.flatMap((file) =>
      readFileSync(new URL(file, root), 'utf8')
        .split('\n')
        .flatMap((text) =>
          /codeOf\(\w+\) [!=]== 'remote\.(?:forbidden|unauthorized)'/.test(text) ? `${file}: ${text.trim()}` : [],
        ),
    )
    // These ask with a session of their own, before there is an account.
    expect(compared.filter((each) => !/^wallet\/(?:account|doctor)\//.test(each))).toEqual([])
  })
})
