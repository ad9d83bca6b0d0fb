/** How addresses of a chain are written. */
export interface AddressForm {
  /** The canonical spelling of an address, or null or any exception if the text is none. */
  parse(text: string): string | null
  /** A well-formed address made of 64 pseudorandom bytes; nobody has its key. */
  make(material: Uint8Array): string
}

export function concat(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

export function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}

export function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return prefix.every((byte, at) => bytes[at] === byte)
}

/** The first form that knows a text reads it; the first of all makes new ones. */
export function eitherForm(first: AddressForm, ...others: readonly AddressForm[]): AddressForm {
  return {
    make: first.make,
    parse(text) {
      for (const form of [first, ...others]) {
        try {
          const read = form.parse(text)
          if (read !== null) return read
        } catch {
          // Not in this form; the next one may know it.
        }
      }
      return null
    },
  }
}
