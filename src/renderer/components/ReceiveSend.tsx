import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { say } from '#words'
import type { Home } from '../state/types.ts'
import { Button } from '../ui/Button.tsx'

/** The two things that money is for. Who has nothing can only receive, and is led there first. */
export function ReceiveSend(props: {
  /** Unknown as long as it is being read. */
  readonly home: Pick<Home, 'reading' | 'balances'> | undefined
  readonly onReceive: () => void
  /** Absent where nobody here can sign. */
  readonly onSend?: (() => void) | undefined
}) {
  const { home, onReceive, onSend } = props
  const isEmpty = home !== undefined && home.reading === null && home.balances.length === 0
  return (
    <>
      <Button
        kind={isEmpty ? 'primary' : 'secondary'}
        icon={<ArrowDownLeft className="size-4" />}
        onPress={() => onReceive()}
      >
        {say('home.receive')}
      </Button>
      {onSend !== undefined && (
        <Button
          kind={isEmpty ? 'secondary' : 'primary'}
          icon={<ArrowUpRight className="size-4" />}
          onPress={() => onSend()}
        >
          {say('home.send')}
        </Button>
      )}
    </>
  )
}
