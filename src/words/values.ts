/** A sentence as a fact: which message it is and what it says of this case. Whoever shows it words it. */
export type Said = {
  readonly code: string
  readonly values: Readonly<Record<string, Value>>
}

/** What a message takes where it says something: words of others, a figure, another sentence, or a list of them. */
export type Text = string | number | Said | readonly (string | Said)[]

export type Value = Text | boolean

export const isSaid = (value: unknown): value is Said =>
  typeof value === 'object' && value !== null && 'code' in value && 'values' in value
