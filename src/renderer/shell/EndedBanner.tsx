import { LifeBuoy } from 'lucide-react'
import { say } from '#words'
import { ReportButton, UnderWay } from '../components/Crashed.tsx'
import { useAction, useQuery } from '../state/query.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Surface.tsx'

/** The run before was broken off: where the money stands, until somebody has read it. */
export function EndedBanner() {
  const { value } = useQuery('trouble.standing', null)
  const read = useAction('trouble.read')
  if (value === undefined || value.ended === null) return null
  return (
    <Notice
      tone="info"
      icon={<LifeBuoy />}
      title={say('shell.ended-title')}
      live
      className="m-4 mb-0 low:mx-2 low:mt-2"
      action={
        <span className="flex flex-wrap gap-2">
          <ReportButton />
          <Button size="sm" onPress={() => void read.run(null)}>
            {say('shell.ended-ok')}
          </Button>
        </span>
      }
    >
      <UnderWay {...value.ended} />
    </Notice>
  )
}
