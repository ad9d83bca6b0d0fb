import { say } from '#words'
import type { Report } from '../state/types.ts'
import { CopyButton } from '../ui/Copy.tsx'

/** Whether somebody cannot be paid only because they have not registered yet. */
export const isUnregistered = ({ code }: Pick<Report, 'code'>): boolean => code === 'wallet.payee_unregistered'

/** What to tell somebody who cannot be paid before they register. Coffer writes to nobody: it is copied, and handed on by its person. */
export function Invitation({ inline = false }: { readonly inline?: boolean }) {
  return (
    <CopyButton
      inline={inline}
      text={say('shared.invitation')}
      what={say('shared.invitation-text')}
      label={say('shared.copy-invitation')}
    />
  )
}
