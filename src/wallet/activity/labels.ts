import type { Snapshot, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { LabelImport } from '#contract/ipc'
import { tagsOf, tagWord } from '#contract/tags'
import { readMembers } from '#protocol'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { isTurned, SUBJECT, subjectOfTurned } from '../shared/label-keys.ts'
import { subjectAt } from './carried-words.ts'
import { paymentSubject } from './subject.ts'

/*
 * A file of labels: JSON lines, the first of which says what the others are. An output's subject is the id that follows from
 * its transaction and place, so members of a group may exchange labels of their coins.
 */
interface Header {
  readonly coffer: 'labels'
  readonly version: 1
  readonly network: string
  readonly account: UserId
}
interface Line {
  readonly subject: string
  readonly label: string
  readonly note: string
  readonly tags: readonly string[]
}
const LABEL_MAX = 200
const NOTE_MAX = 4000

const EXAMPLES = 5

function headerOf(text: string): (Pick<Header, 'network'> & { readonly account: unknown }) | undefined {
  const { coffer, version, network, account } = readMembers(text) ?? {}
  if (coffer !== 'labels' || version !== 1 || typeof network !== 'string') return undefined
  return { network, account }
}

function lineOf(text: string): Line | undefined {
  const { subject, label, note, tags: listed = [] } = readMembers(text) ?? {}
  if (typeof subject !== 'string' || typeof label !== 'string' || typeof note !== 'string') return undefined
  if (!Array.isArray(listed) || !listed.every((tag) => typeof tag === 'string')) return undefined
  const fits = SUBJECT.test(subject) && label.length <= LABEL_MAX && note.length <= NOTE_MAX
  const tags = tagsOf(listed)
  return fits && label + note + tags.join('') !== '' ? { subject, label, note, tags } : undefined
}

interface Sorted extends LabelImport {
  readonly fresh: readonly Line[]
  readonly conflicts: readonly Line[]
}

const wordsOf = ({ label, note, tags }: Omit<Line, 'subject'>): string =>
  [label, note, ...tags.map((tag) => `#${tag}`)].filter(Boolean).join(' · ')

const isSame = (one: Omit<Line, 'subject'>, other: Omit<Line, 'subject'>): boolean =>
  one.label === other.label && one.note === other.note && one.tags.join('\n') === other.tags.join('\n')

/** Sorts the lines of a file by what they would do here. Throws `input.invalid` when it is no file of labels of this network. */
function sortLines(text: string, runtime: ApprovalsDesk): Sorted {
  const [first = '', ...rest] = text
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const head = headerOf(first)
  if (head === undefined || head.network !== runtime.network) {
    throw failure('input.invalid', 'not labels of this network', { details: { field: 'labels file' } })
  }
  const { labels } = runtime.store.intents
  const [fresh, conflicts]: [Line[], Line[]] = [[], []]
  const seen = new Set<string>()
  let [same, invalid] = [0, 0]
  for (const each of rest) {
    const read = lineOf(each)
    if (read === undefined || seen.has(read.subject)) {
      invalid += 1
      continue
    }
    seen.add(read.subject)
    const here = labels.get(read.subject)
    if (here === undefined) fresh.push(read)
    else if (isSame(here, read)) same += 1
    else conflicts.push(read)
  }
  return {
    ...{ fresh, conflicts, same, invalid },
    lines: rest.length,
    added: fresh.length,
    different: conflicts.length,
    otherAccount: head.account !== runtime.account,
    examples: conflicts.slice(0, EXAMPLES).map((there) => ({
      subject: there.subject,
      here: wordsOf(labels.get(there.subject) ?? there),
      there: wordsOf(there),
    })),
  }
}

const counts = ({ fresh: _, conflicts: __, ...rest }: Sorted): LabelImport => rest

/** Under what the payment is kept that made a movement; null for any other. */
function paymentAt(runtime: ApprovalsDesk, id: string): string | null {
  if (!id.startsWith('s:')) return null
  const snapshot = runtime.store.cache.snapshots.get(id.slice(2) as Snapshot['snapshot_id']) // unknown ids give nothing
  return snapshot === undefined || snapshot.amount >= 0n ? null : paymentSubject(runtime, snapshot.transaction_hash)
}

/** Under what words are kept: a payment and the movement that it made have the same, kept once, or they could not be taken away. */
const keptAt = (runtime: ApprovalsDesk, id: string): string =>
  isTurned(id) ? subjectOfTurned(id) : (paymentAt(runtime, id) ?? subjectAt(runtime, id))

/** What an item turned into is a row under a name that no words are kept under. */
function needRow(id: string): void {
  if (!SUBJECT.test(isTurned(id) ? subjectOfTurned(id) : id))
    throw failure('input.invalid', 'nothing to label', { details: { field: 'id' } })
}

export function labelCalls(runtimes: Runtimes<ApprovalsDesk>): CallsOf<'labels'> {
  return {
    async 'labels.set'({ account, id, label, note }) {
      const runtime = runtimes.any(account)
      needRow(id)
      const { labels } = runtime.store.intents
      const subject = keptAt(runtime, id)
      if (subject !== id && labels.get(id) !== undefined) labels.set(id, '', '')
      labels.set(subject, label.trim(), note.trim())
      return null
    },

    async 'labels.setTags'({ account, id, tags }) {
      const runtime = runtimes.any(account)
      needRow(id)
      const { labels } = runtime.store.intents
      const subject = keptAt(runtime, id)
      if (subject !== id && labels.get(id) !== undefined) labels.setTags(id, [])
      labels.setTags(subject, tagsOf(tags))
      return null
    },

    async 'labels.tags'({ account }) {
      const found = new Map<string, { readonly tag: string; count: number }>()
      for (const tag of runtimes.any(account).store.intents.labels.tags().flat()) {
        const known = found.get(tagWord(tag))
        if (known === undefined) found.set(tagWord(tag), { tag, count: 1 })
        else known.count += 1
      }
      return [...found.values()].sort((a, b) => b.count - a.count || a.tag.localeCompare(b.tag, 'en'))
    },

    async 'labels.export'({ account }) {
      const runtime = runtimes.any(account)
      const labels = runtime.store.intents.labels.list()
      const head: Header = { coffer: 'labels', version: 1, network: runtime.network, account: runtime.account }
      const lines = labels.map(({ subject, label, note, tags }) =>
        JSON.stringify({ subject, label, note, ...(tags.length === 0 ? {} : { tags }) }),
      )
      return {
        fileName: `coffer-labels-${runtime.account.slice(0, 8)}.jsonl`,
        text: `${[JSON.stringify(head), ...lines].join('\n')}\n`,
        count: labels.length,
      }
    },

    async 'labels.preview'({ account, text }) {
      return counts(sortLines(text, runtimes.any(account)))
    },

    async 'labels.import'({ account, text, replace }) {
      const runtime = runtimes.any(account)
      const sorted = sortLines(text, runtime)
      for (const { subject, label, note, tags } of [...sorted.fresh, ...(replace ? sorted.conflicts : [])]) {
        runtime.store.intents.labels.set(subject, label, note)
        runtime.store.intents.labels.setTags(subject, tags)
      }
      return counts(sorted)
    },
  }
}
