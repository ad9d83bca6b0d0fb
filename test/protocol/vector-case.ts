import { CofferError } from '#protocol'

/** One case of the vector file. Either `out` is what must come out, or `reject` says why nothing may. */
export interface Case<In = unknown, Out = unknown> {
  readonly id: string
  readonly in: In
  readonly out: Out
  readonly reject?: string
  readonly kernel_error?: string
}

export interface VectorFile {
  readonly groups: Readonly<Record<string, { readonly cases: readonly Case[] }>>
}

/** Turns a `false` into the refusal that a vector asks for. */
export function mustBe(good: boolean): void {
  if (!good) throw new CofferError('protocol.signature', 'not good')
}
