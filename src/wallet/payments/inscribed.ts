import { z } from 'zod'
import type { Hash, Holder, Output, OutputId } from '#contract/domain'
import { uuid } from '#contract/wire'
import type { Amount } from '#protocol/text'
import type { AccountStore, PaymentInput } from '#store'

/** Id of an output that carries an item. It is no `OutputId`, so it cannot be chosen as a coin. */
export type InscribedId = string & { readonly __brand: 'InscribedId' }
export const inscribedId = z.custom<InscribedId>((value) => uuid.safeParse(value).success)

/**
 * An output that carries an item: a thing, not money. It has neither the id nor the shape of a coin, so nothing that takes
 * coins (selection, max, batches, consolidation) can be given one, and only what handles items takes it.
 */
export interface InscribedOutput {
  readonly inscribedId: InscribedId
  readonly inscription: Hash
  readonly held: Omit<Output, 'output_id'>
}

/** The item an output carries, if it carries one. */
export function inscribedOf(output: Output): InscribedOutput | undefined {
  const { output_id, ...held } = output
  if (held.inscription_hash === null) return undefined
  const inscribedId = output_id as string as InscribedId // the one place where the id changes its meaning
  return { inscribedId, inscription: held.inscription_hash, held }
}

/** As the only input of a transaction that is about this item. */
export function inputOf({ inscribedId, held }: InscribedOutput): PaymentInput {
  return {
    outputId: inscribedId as string as OutputId, // back again, for the journal that holds what is spent
    hash: held.transaction_hash,
    index: held.output_index,
    amount: held.amount,
    mask: held.mask,
    keys: held.keys,
  }
}

/** The id under which the journal holds it, and the network knows it. */
export const heldId = ({ inscribedId }: InscribedOutput): OutputId => inscribedId as string as OutputId // as above

/** What splitting it gives back first: half, so that both parts are worth something. */
export function halfOf({ held }: InscribedOutput): Amount {
  return (held.amount / 2n) as Amount // half of an amount is one
}

type Outputs = Pick<AccountStore['cache']['outputs'], 'inscribed'>

const PAGE = 500

/** Every item of a holder that is not spent, newest first. */
export function* inscribedOutputs(outputs: Outputs, holder: Pick<Holder, 'id'>): Generator<InscribedOutput> {
  let before: number | undefined
  for (;;) {
    const page = outputs.inscribed({ holder: holder.id, limit: PAGE, before })
    for (const output of page) {
      const found = inscribedOf(output)
      if (found !== undefined) yield found
    }
    if (page.length < PAGE) return
    before = page.at(-1)?.sequence ?? 0
  }
}

/** The output that carries this item and may be spent, if the holder has it. */
export function findInscribed(
  outputs: Outputs,
  holder: Pick<Holder, 'id'>,
  inscription: Hash,
): InscribedOutput | undefined {
  for (const each of inscribedOutputs(outputs, holder)) {
    if (each.inscription === inscription && each.held.state === 'unspent') return each
  }
  return undefined
}
