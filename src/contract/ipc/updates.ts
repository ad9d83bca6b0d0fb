import { z } from 'zod'
import { shown, shownLines, time } from '../wire.ts'
import { type Method, method, nothing } from './method.ts'
import { errorReport } from './shared.ts'

export const UPDATE_CHOICES = ['off', 'notify', 'install'] as const

const updatesView = z.object({
  /** Whom Coffer asks; null for a build that has no update service. */
  service: shown.nullable(),
  /** Null until the person has said; nobody is asked anything before. */
  choice: z.enum(UPDATE_CHOICES).nullable(),
  /** Whether this host can bring and install a version; else it only tells of one. */
  installs: z.boolean(),
  /** Where a person gets a version by hand. */
  home: shown.nullable(),
  /** The version that came in by an update and was not seen yet. */
  updatedTo: shown.nullable(),
  looking: z.boolean(),
  /** When the service last gave an answer that was believed. */
  lookedAt: time.nullable(),
  /** What the last look, download or installation failed with. */
  problem: errorReport.nullable(),
  release: z
    .object({
      version: shown,
      /** `later`: it is given out step by step, and not yet here. `expired`: nobody vouches for it any more, so newer ones may be kept from us. */
      state: z.enum(['current', 'later', 'newer', 'expired']),
      notes: z.object({ en: shownLines, 'zh-CN': shownLines.optional(), ja: shownLines.optional() }),
      made: time,
      until: time,
      /** Bytes of the file for this computer; null where there is none. */
      size: z.number().nullable(),
    })
    .nullable(),
  download: z.object({ state: z.enum(['none', 'running', 'ready']), got: z.number() }),
})

/** New versions of the program. The host answers these, not the wallet: they are about the program and know no money. */
export const updateMethods = {
  'updates.read': method(nothing, updatesView),
  'updates.choose': method(z.strictObject({ choice: z.enum(UPDATE_CHOICES) }), updatesView),
  /** Asks the service now, whatever was chosen. What fails is the `problem` of the view. */
  'updates.look': method(nothing, updatesView),
  /** Begins to bring the file. Throws `update.none`. */
  'updates.fetch': method(nothing, updatesView),
  /** The person has seen which version came in. */
  'updates.seen': method(nothing, updatesView),
  /**
   * Hands the file to what installs it, after the host has asked the person outside of the page. Throws `update.none`, `update.file`,
   * `update.not_installed`.
   */
  'updates.install': method(nothing, z.object({ done: z.enum(['declined', 'opened', 'replaced', 'at_end']) })),
} as const satisfies Readonly<Record<string, Method>>

export type UpdatesView = z.output<typeof updatesView>
