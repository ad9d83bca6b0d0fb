import { z } from 'zod'
import { assetView, paidBefore, userView } from './views.ts'
import { amount, assetId, shown, shownLines, time, userId, uuid } from './wire.ts'

/** An address on another chain, under the name that the person gave it. */
export const contactAddress = z.object({
  addressId: uuid,
  /** Whose it is; null for one that belongs to nobody in particular. */
  userId: userId.nullable(),
  owner: shown.nullable(),
  label: shown,
  chainId: assetId,
  chainName: shown,
  destination: shown,
  /** Empty where the chain uses none; otherwise as necessary as the address. */
  tag: shown,
})

/** The number that somebody had when pinned, while the service now says another. */
export const numberAlarm = z.object({ identityNumber: shown, name: shown, since: time })

export const contactView = z.object({
  user: userView,
  phone: shown,
  note: shownLines,
  addresses: z.array(contactAddress),
  paidBefore: paidBefore.nullable(),
  alarm: numberAlarm.nullable(),
})

export const sharedBotView = z.object({ bot: userView, sharedAt: time })

/** A user's shared bots; `max` is how many anybody may share. */
export const sharedBots = z.object({ bots: z.array(sharedBotView), max: z.number() })

export const userCard = contactView.extend({
  biography: shownLines,
  /** The name the account gave itself, where a contact's name here is another; as far as it is known. */
  ownName: shown.nullable(),
  /** Contacts with the same name and another id. */
  namesakes: z.array(userView),
  /** What this wallet paid to this person, per asset. */
  paid: z.array(z.object({ asset: assetView, amount })),
})

export const IMPORT_KINDS = ['new', 'changed', 'same', 'unknown', 'broken'] as const

/** What a file of contacts would do here, line by line, before anything is done. */
export const importPreview = z.object({
  rows: z.array(
    z.object({
      line: z.number(),
      /** `unknown`: the network knows nobody with that id; `broken`: the line cannot be read. */
      kind: z.enum(IMPORT_KINDS),
      name: shown,
      /** What differs from what is here, or what is wrong, in words. */
      text: shown,
    }),
  ),
  counts: z.record(z.enum(IMPORT_KINDS), z.number()),
  /** Addresses that would be added. */
  addresses: z.number(),
})

export type ContactAddressView = z.output<typeof contactAddress>
export type ContactView = z.output<typeof contactView>
export type ImportPreview = z.output<typeof importPreview>
export type SharedBotsView = z.output<typeof sharedBots>
export type UserCard = z.output<typeof userCard>
