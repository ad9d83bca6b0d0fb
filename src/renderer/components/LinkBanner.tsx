import { Unplug } from 'lucide-react'
import { useStore } from 'zustand'
import { say } from '#words'
import { link } from '../state/host-connection.ts'
import { Notice } from '../ui/Surface.tsx'

/** Says so while the window cannot reach its wallet. `isTold`: whoever listens is told by what stands there all the time. */
export function LinkBanner({ className, isTold = false }: { readonly className?: string; readonly isTold?: boolean }) {
  const state = useStore(link, (value) => value.state)
  if (state !== 'lost' && state !== 'silent') return null
  return (
    <Notice
      tone="warn"
      icon={<Unplug />}
      title={say('shared.coffers-own-program-does-not-answer')}
      live={!isTold}
      className={className}
    >
      {say('shared.what-you-see-was-read-before')}
    </Notice>
  )
}
