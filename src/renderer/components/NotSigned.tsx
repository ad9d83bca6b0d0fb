import { PanelTop } from 'lucide-react'
import type { ComponentProps } from 'react'
import { say } from '#words'
import type { Report } from '../state/types.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Surface.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'

/** Why something was not signed, with the way on: a no in the other window is no failure. */
export function NotSigned(props: {
  readonly error: Report | null
  /** What a no has left as it was. */
  readonly declined: string
  readonly instead?: ComponentProps<typeof ErrorNotice>['instead']
  readonly className: string
  readonly onReset: () => void
  readonly onReload: () => void
}) {
  if (props.error?.code === 'wallet.declined') {
    return (
      <Notice
        tone="plain"
        icon={<PanelTop />}
        title={say('shared.you-did-not-approve-it-in')}
        live
        className={props.className}
        action={
          <Button size="sm" onPress={props.onReset}>
            {say('shared.understood')}
          </Button>
        }
      >
        {props.declined}
      </Notice>
    )
  }
  return (
    <ErrorNotice
      error={props.error}
      instead={props.instead}
      className={props.className}
      action={
        <Button
          size="sm"
          onPress={() => {
            props.onReset()
            props.onReload()
          }}
        >
          {say('shared.review-again')}
        </Button>
      }
    />
  )
}
