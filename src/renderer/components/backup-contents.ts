import type { WireAnswer } from '#contract/ipc'
import { say } from '#words'

type InBackup = WireAnswer<'backup.test'>['accounts'][number]

/** What a backup has of an account: only what there is, so that nobody takes one with a plan alone for an empty one. */
export function inBackup({ hasWords, ...has }: InBackup): string[] {
  const { payments, open, plans, runs, drafts, labels, groups, addresses } = has
  const all = [
    payments > 0 && say('shared.in-backup-payments', { payments, open }),
    plans > 0 && say('shared.in-backup-plans', { plans }),
    runs > 0 && say('shared.in-backup-runs', { runs }),
    drafts > 0 && say('shared.in-backup-drafts', { drafts }),
    labels > 0 && say('shared.in-backup-labels', { labels }),
    groups > 0 && say('shared.in-backup-groups', { groups }),
    addresses > 0 && say('shared.in-backup-addresses', { addresses }),
    hasWords && say('shared.in-backup-words'),
  ].filter((each) => each !== false)
  return all.length > 0 ? all : [say('shared.in-backup-nothing')]
}
