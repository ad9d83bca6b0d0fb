import type { ReactNode } from 'react'

/** A figure with the unit behind it. */
const AMOUNT = /(\d[\d.,\u2009\u202f]*[ \u00a0][A-Za-z][\w$.-]*)/u

/** A text in which no figure stands on another line than its unit. It is read, copied and found as it was. */
export const unbroken = (text: string): ReactNode =>
  text.split(AMOUNT).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className="whitespace-nowrap">
        {part}
      </span>
    ),
  )
