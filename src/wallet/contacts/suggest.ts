import type { AssetId, Holder } from '#contract/domain'
import type { Answer, PartyView, Payee } from '#contract/ipc'
import type { Account } from '#store'
import { folded } from '../payments/alike.ts'
import type { PaymentsDesk } from '../payments/desk.ts'
import { paidIn } from '../payments/paid.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { payeeKey } from '../shared/payee-key.ts'
import { partyView, resolvePayee } from './payees.ts'

/* Whom a payment may be meant for: one's own first, then whoever was paid and friends, then saved addresses. */

/** Saved addresses of a chain, by their own name or that of the person they belong to. */
function savedPlaces(text: string, chainId: AssetId | null, runtime: PaymentsDesk): Payee[] {
  const wanted = folded(text)
  return runtime.store.intents.contactAddresses
    .list()
    .filter((one) => one.chainId === chainId)
    .filter(({ label, userId, destination }) => {
      const owner = userId === null ? '' : runtime.directory.user(userId).name
      return [label, owner, destination].some((name) => folded(name).includes(wanted))
    })
    .map(({ destination, tag }): Payee => ({ kind: 'chain', destination, tag }))
}

/** More are not offered at a time, and of what is found first no more than leaves room for the rest. */
const OFFERS = 8
const OWN = 3
/** How far back it is looked who was paid. */
const LATELY = 100
/** People of that name or number. */
const FOUND = 20

type Offer = Answer<'payees.suggest'>[number]

/** Other accounts of this wallet, and of a group's money the account itself. */
function ownAccounts(text: string, holder: Holder, runtime: PaymentsDesk, accounts: readonly Account[]): Payee[] {
  const wanted = folded(text)
  const isGroup = holder.members.length > 1
  return accounts
    .filter(({ id, registeredAt }) => registeredAt !== null && (isGroup || id !== runtime.account))
    .filter(({ name, identityNumber }) => folded(`${name} ${identityNumber}`).includes(wanted))
    .map(({ id }) => ({ kind: 'user', userId: id }))
}

/** An own account whose record was not read yet is called what it is called here. */
function named(party: PartyView, accounts: readonly Account[]): PartyView {
  if (party.kind !== 'user' || party.user.name !== '') return party
  const own = accounts.find(({ id }) => id === party.user.userId)
  if (own === undefined) return party
  return { kind: 'user', user: { ...party.user, name: own.name, identityNumber: own.identityNumber } }
}

/** Groups that were added here, by their names. */
function savedGroups(text: string, holder: Holder, runtime: PaymentsDesk): Payee[] {
  const wanted = folded(text)
  return runtime.store.intents.groups
    .list()
    .filter(({ id, name }) => id !== holder.id && folded(name).includes(wanted))
    .map(({ members, threshold }) => ({ kind: 'group', members: [...members], threshold }))
}

/** Whoever was paid, the last one first, then friends. The service's history suggests nobody. */
function people(text: string, runtime: PaymentsDesk): Payee[] {
  const { users } = runtime.store.cache
  const lately = paidIn(runtime.store).lately(LATELY)
  const paid = lately.flatMap((payee) => (payee.kind === 'user' ? (users.get(payee.userId) ?? []) : []))
  const wanted = folded(text)
  const known = paid.filter((one) => folded(`${one.full_name} ${one.identity_number}`).includes(wanted))
  const friends = users.search(text, FOUND).filter(({ relationship }) => relationship === 'FRIEND')
  return [...known, ...friends]
    .filter(({ user_id, relationship }) => user_id !== runtime.account && relationship !== 'BLOCKING')
    .map(({ user_id }) => ({ kind: 'user', userId: user_id }))
}

export function payeeCalls(
  runtimes: Runtimes<PaymentsDesk>,
  parts: { readonly accounts: () => readonly Account[] },
): CallsOf<'payees'> {
  return {
    async 'payees.resolve'({ account, text, assetId }) {
      return resolvePayee(runtimes.ready(account), text, assetId)
    },

    async 'payees.suggest'({ account, holder: id, text, assetId }) {
      const runtime = runtimes.any(account)
      const holder = runtime.holder(id)
      const chainId = assetId == null ? null : runtime.directory.asset(assetId).chainId
      const asked = text.trim()
      const accounts = parts.accounts()
      const offered = (payee: Payee): Offer => ({
        ...{ payee, party: named(partyView(payee, runtime, chainId), accounts) },
        paidBefore: runtime.paymentSteps.paidBefore(payee, chainId),
      })
      const own = ownAccounts(asked, holder, runtime, accounts).slice(0, OWN)
      const groups = savedGroups(asked, holder, runtime).slice(0, OWN)
      const places = savedPlaces(asked, chainId, runtime)
      const found = new Map([...own, ...groups, ...people(asked, runtime)].map((payee) => [payeeKey(payee), payee]))
      const room = Math.min(places.length, OFFERS - OWN - OWN)
      return [...[...found.values()].slice(0, OFFERS - room), ...places].slice(0, OFFERS).map(offered)
    },
  }
}
