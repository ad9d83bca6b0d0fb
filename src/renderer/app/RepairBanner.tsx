import { FileCheck2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Surface.tsx'
import type { AppState } from './types.ts'

type Repair = NonNullable<AppState['vault']['repair']>

const WHAT: Readonly<Record<Repair, string>> = {
  last_good: 'The file of your keys was damaged. Coffer went back to its last good copy.',
  rebuilt: 'The file that says where your keys lie was lost. Coffer made it anew from the keychain.',
}

/** Says once for each start what was found damaged and brought back. */
export function RepairBanner({ repair, className }: { readonly repair: Repair | null; readonly className?: string }) {
  const [seen, setSeen] = useState(false)
  if (repair === null || seen) return null
  return (
    <Notice
      tone="warn"
      icon={<FileCheck2 />}
      title={WHAT[repair]}
      live
      {...(className === undefined ? {} : { className })}
      action={
        <Button size="sm" onPress={() => setSeen(true)}>
          Close
        </Button>
      }
    >
      Your keys are here and your money has not moved. Check that your accounts are all listed, and look after the disk:
      files rarely break alone.
    </Notice>
  )
}
