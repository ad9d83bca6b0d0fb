import { Fragment, type ReactNode } from 'react'
import { heard } from './heard.tsx'

/** A figure with the unit behind it. */
const AMOUNT = /(\d[\d.,\u2009\u202f]*[ \u00a0][A-Za-z][\w$.-]*)/u
/** A letter behind which a line may end without a blank. */
const WIDE_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u

/**
 * A text in which no figure stands on another line than its unit. It is read, copied and found as it was. Chromium ends no Japanese line before such a
 * figure by itself, and would rather divide a name that stands before it. Chinese has blanks around names and figures, and lines end there: elsewhere
 * they would divide the verb.
 */
export const unbroken = (text: string): ReactNode => (
  <span className="[:lang(zh-CN)_&]:break-keep [overflow-wrap:anywhere]">
    {text.split(AMOUNT).map((part, at, all) =>
      at % 2 === 0 ? (
        part
      ) : (
        <Fragment key={at}>
          {WIDE_END.test(all[at - 1] ?? '') && <wbr />}
          <span className="whitespace-nowrap">{heard(part)}</span>
        </Fragment>
      ),
    )}
  </span>
)
