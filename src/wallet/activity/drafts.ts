import { v4 as uuid } from 'uuid'
import type { Random, UserId } from '#contract/domain'
import { type DraftView, type PartyView, sendForm } from '#contract/ipc'
import { isUuid } from '#protocol'
import { type Draft, readStored } from '#store'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'

export function draftCalls(runtimes: Runtimes<ApprovalsDesk>, random: Random): CallsOf<'drafts'> {
  return {
    async 'drafts.list'({ account, holder }) {
      const runtime = runtimes.any(account)
      return runtime.store.intents.drafts
        .list(runtime.holder(holder).id)
        .flatMap((draft) => draftView(draft, runtime) ?? [])
    },

    async 'drafts.save'({ account, holder, draftId, form }) {
      const runtime = runtimes.any(account)
      const { drafts } = runtime.store.intents
      const owner = runtime.holder(holder).id
      // One of another owner's money stays theirs.
      const isOwn = draftId !== null && (drafts.get(draftId)?.holder ?? owner) === owner
      const id = isOwn ? draftId : uuid({ random: random(16) })
      const { savedAt } = drafts.save({ id, holder: owner, form })
      return { draftId: id, form, savedAt }
    },

    async 'drafts.remove'({ account, holder, draftId }) {
      const runtime = runtimes.any(account)
      const { drafts } = runtime.store.intents
      if (drafts.get(draftId)?.holder === runtime.holder(holder).id) drafts.remove(draftId)
      return null
    },
  }
}

/** Undefined for a form that cannot be read. */
function draftView({ id, form, savedAt }: Draft, runtime: ApprovalsDesk): DraftView | undefined {
  const read = readStored(sendForm, form)
  if (read === undefined) return undefined
  return { draftId: id, form: read, savedAt, party: knownAs(read.rows[0]?.to.trim() ?? '', runtime) }
}

/** The person of that number or id among those that were ever read. */
function knownAs(text: string, { store, directory }: ApprovalsDesk): PartyView | null {
  const found = [...(isUuid(text) ? store.cache.users.getMany([text as UserId]) : store.cache.users.search(text))]
  const user = found.find((one) => one.user_id === text || one.identity_number === text)
  return user === undefined ? null : { kind: 'user', user: directory.user(user.user_id) }
}
