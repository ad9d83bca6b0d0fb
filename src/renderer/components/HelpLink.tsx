import { CircleHelp } from 'lucide-react'
import { say } from '#words'
import { type HelpTopic, openHelp } from '../state/help.ts'
import { Button } from '../ui/Button.tsx'

/** Beside what frightens or puzzles: leads to what the handbook says of it. */
export function HelpLink({ topic }: { readonly topic: HelpTopic }) {
  return (
    <Button
      size="sm"
      kind="quiet"
      className="-ml-2"
      icon={<CircleHelp className="size-4" />}
      onPress={() => openHelp(topic)}
    >
      {say('help.meaning')}
    </Button>
  )
}
