import type { ReactNode } from 'react'
import { say, wording } from '#words'
import { ErrorLines } from '../../components/ErrorNotice.tsx'
import { Invitation, isUnregistered } from '../../components/Invitation.tsx'
import { partyDetail, partyName } from '../../components/party.tsx'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { useWallet } from '../../state/wallet.tsx'
import type { Resolution } from './model.ts'
import { paidText } from './paid-text.ts'

/** Whom a row of a list pays, in one line. */
export function CompactLine({
  resolution,
  error,
}: {
  readonly resolution: Resolution
  readonly error: string | undefined
}) {
  const look = compactText(resolution, error, useWallet().group !== null)
  return (
    <p
      className={cx(
        'figure mt-0.5 min-h-5 text-sm',
        // What is wrong is never cut off.
        look.tone !== 'stop' && look.whole !== true && 'line-clamp-2 break-words',
        look.tone === 'stop' ? 'text-stop' : look.tone === 'warn' ? 'text-warn' : 'text-ink-3',
      )}
    >
      {look.content}
    </p>
  )
}

function compactText(
  resolution: Resolution,
  error: string | undefined,
  isGroup: boolean,
): { readonly tone: 'plain' | 'warn' | 'stop'; readonly whole?: boolean; readonly content: ReactNode } {
  switch (resolution.kind) {
    case 'empty':
      return { tone: 'stop', content: error ?? '' }
    case 'asking':
      return { tone: 'plain', content: say('send.looking-up-who-that-is') }
    case 'problem':
      return {
        tone: 'stop',
        content: (
          <>
            <ErrorLines error={resolution.error} /> {isUnregistered(resolution.error) && <Invitation inline />}
          </>
        ),
      }
    case 'known': {
      const { party, warnings } = resolution.view
      const known = paidText(resolution.view, isGroup)
      return {
        tone: known.isFirst || warnings.length > 0 ? 'warn' : 'plain',
        whole: warnings.length > 0,
        content: (
          <>
            <span className="font-medium text-ink-2">{partyName(party)}</span>
            <span className="text-ink-3">{` · ${partyDetail(party)} · `}</span>
            <span className="whitespace-nowrap">{heard(known.text)}</span>
            {warnings.map((warning) => ` · ${wording(warning)}`)}
          </>
        ),
      }
    }
  }
}
