import { Check, Copy as CopyIcon, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { say } from '#words'
import { type CopyOutcome, copyAndWatch } from '../lib/clipboard.ts'
import { heard } from '../lib/heard.tsx'
import { Button, IconButton } from './Button.tsx'
import { LinkButton } from './LinkButton.tsx'

function useCopy(text: string) {
  const [outcome, setOutcome] = useState<CopyOutcome | null>(null)
  const stop = useRef<() => void>(() => undefined)
  useEffect(() => () => stop.current(), [])
  const copy = () => {
    stop.current()
    stop.current = copyAndWatch(text, setOutcome)
  }
  return { outcome, copy }
}

const WORDS: Record<CopyOutcome, string> = {
  copied: say('ui.copied'),
  failed: say('ui.could-not-copy'),
  changed: say('ui.the-clipboard-holds-something-else-now'),
}

/** Copies, says so, and warns when another program replaces what was copied while it still may be pasted. */
export function CopyButton(props: {
  readonly text: string
  readonly what: string
  readonly label?: string
  /** Its label stands among words. */
  readonly inline?: boolean
  readonly size?: 'sm' | 'md'
}) {
  const { outcome, copy } = useCopy(props.text)
  const icon =
    outcome === 'copied' ? (
      <Check className="size-4 text-ok" aria-hidden="true" />
    ) : outcome === null ? (
      <CopyIcon className="size-4" aria-hidden="true" />
    ) : (
      <TriangleAlert className="size-4 text-warn" aria-hidden="true" />
    )
  const said = (
    <span role="status" className="sr-only">
      {outcome === null ? '' : WORDS[outcome] + say('lib.colon') + props.what}
    </span>
  )
  if (props.label === undefined) {
    return (
      <>
        <IconButton label={outcome === null ? say('ui.copy', { what: props.what }) : WORDS[outcome]} onPress={copy}>
          {icon}
        </IconButton>
        {heard(said)}
      </>
    )
  }
  const word = outcome === null ? props.label : WORDS[outcome]
  return (
    <>
      {props.inline === true ? (
        <LinkButton onPress={copy}>{word}</LinkButton>
      ) : (
        <Button size={props.size ?? 'sm'} icon={icon} onPress={copy}>
          {word}
        </Button>
      )}
      {heard(said)}
    </>
  )
}
