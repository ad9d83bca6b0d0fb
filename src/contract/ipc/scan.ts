import { z } from 'zod'
import { amount, hash, hex, requestId, sentence, shown, shownLines, time, told } from '../wire.ts'
import { groupCard, requestView } from './approvals.ts'
import { account, type Method, method } from './method.ts'
import { askedStanding, payeeView } from './payees.ts'
import { assetView, errorReport, userView } from './shared.ts'

/* What the window is shown of codes, links and pictures that came from anywhere. */

const scanSource = z.enum(['paste', 'typed', 'file', 'screen', 'camera', 'drop', 'link'])

/**
 * Whom the text names and what it asks for, as it was read and resolved once: the payment form is filled from it and asks for
 * neither again. It says nothing about what is signed, which is decided from the payee and the amount when it is prepared.
 */
const resolved = { to: shown, view: payeeView } as const

/** What a text from outside turned out to be. Reading it does nothing; each kind only offers to fill a form or show a page. */
const scanCard = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), user: userView, biography: shownLines, view: payeeView }),
  z.object({
    kind: z.literal('payment'),
    ...resolved,
    asset: assetView.nullable(),
    paidByMe: requestId.nullable(),
  }),
  z.object({
    kind: z.literal('invoice'),
    ...resolved,
    entries: z.array(
      z.object({
        asset: assetView,
        amount,
        memoHex: hex,
        memoText: shownLines.nullable(),
        /** Under which it is paid next. */
        trace: requestId,
        /** The payment that came to nothing under the id that was asked for, which the next one is another try of. */
        again: requestId.nullable(),
        /** The own payment that stands under its id. */
        paidByMe: requestId.nullable(),
        references: z.array(hash),
        /** Earlier entries whose transaction this one must refer to and that are not final yet. */
        waitsFor: z.array(z.number()),
        state: askedStanding,
        storage: z.boolean(),
        /** Text for the To field: what pays for storage goes to whom nobody is. */
        to: shown,
      }),
    ),
  }),
  /** `to` is text for the To field; nobody was asked about the group yet. */
  z.object({ kind: z.literal('group'), card: groupCard, to: shown }),
  z.object({ kind: z.literal('request'), request: requestView, action: z.enum(['sign', 'unlock']) }),
  z.object({
    kind: z.literal('bundle'),
    request: requestView,
    author: userView.nullable(),
    /** New signatures. */
    added: z.number(),
    /** Older requests that only files tell of and that made room for it. */
    left: z.number(),
  }),
  z.object({
    kind: z.literal('conversation'),
    name: shown,
    announcement: shownLines,
    category: shown,
    members: z.array(z.object({ user: userView, role: shown })),
    createdAt: time,
  }),
  z.object({
    /** A raw transaction of the older multisig or collectible calls: shown decoded, cannot be signed here. */
    kind: z.literal('legacy'),
    what: z.enum(['multisig', 'collectible']),
    state: shown,
    action: shown,
    asset: assetView.nullable(),
    amount: shown,
    memo: shownLines,
    senders: z.array(userView),
    receivers: z.array(userView),
    signers: z.array(userView),
    threshold: z.number(),
    hash: shown,
    /** Of a collectible: its id of then, and what its bytes spend where that is an item that this wallet knows. */
    tokenId: shown.nullable(),
    inscription: hash.nullable(),
    /** Lines of the decoded bytes; empty when they cannot be decoded, with the reason in `problem`. */
    decoded: z.array(z.object({ name: sentence, value: told })),
    problem: sentence.nullable(),
  }),
  z.object({ kind: z.literal('snapshot'), activityId: shown.nullable() }),
  z.object({ kind: z.literal('inscription'), hash }),
  z.object({ kind: z.literal('app'), user: userView, action: shown.nullable() }),
  /** An app that asks to act for the account. Coffer does not answer it; whoever does elsewhere should know what it asks. */
  z.object({ kind: z.literal('authorization'), name: shown, number: shown, scopes: z.array(shown) }),
  /** Something that is understood and cannot be done here, said in a sentence. */
  z.object({ kind: z.literal('unsupported'), what: sentence }),
  /** Nothing that Coffer knows: inert text. */
  z.object({
    ...{ kind: z.literal('text'), text: shown, problem: errorReport.nullable() },
    /** Which part of a link is wrong, or where it really leads. */
    fault: sentence.nullable(),
  }),
])

export type ScanCard = z.output<typeof scanCard>
export type ScanSource = z.output<typeof scanSource>

export const scanMethods = {
  'scan.read': method(z.strictObject({ ...account, text: z.string().max(1_000_000), source: scanSource }), scanCard),
  /** What each text is by its form alone: nobody is asked about it. */
  'scan.glance': method(z.strictObject({ texts: z.array(z.string().max(10_000)).max(32) }), z.array(sentence)),
} as const satisfies Readonly<Record<string, Method>>
