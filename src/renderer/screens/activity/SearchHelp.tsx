import { CircleHelp } from 'lucide-react'
import { say } from '#words'
import { IconButton } from '../../ui/Button.tsx'
import { PopoverPanel } from '../../ui/Overlay.tsx'
import { EXAMPLES } from './question.ts'

/** What can be typed; an example that is pressed is typed. */
export function SearchHelp({ onType }: { readonly onType: (typed: string) => void }) {
  return (
    <PopoverPanel
      label={say('activity.how-to-search')}
      placement="bottom end"
      width="w-[26rem] max-w-[92vw]"
      trigger={
        <IconButton label={say('activity.how-to-search')}>
          <CircleHelp className="size-4" />
        </IconButton>
      }
    >
      {(close) => (
        <div className="p-4">
          <p className="pb-2 text-ink-2 text-sm">{say('activity.search-finds')}</p>
          <ul>
            {EXAMPLES.map(({ typed, means }) => (
              <li key={typed}>
                <button
                  type="button"
                  onClick={() => {
                    onType(typed)
                    close()
                  }}
                  className="-mx-2 flex min-h-8 w-[calc(100%+1rem)] items-baseline gap-3 rounded-md px-2 py-1.5 text-left hover:bg-hover"
                >
                  <span className="code w-36 shrink-0 text-sm">{typed}</span>
                  <span className="min-w-0 text-ink-2 text-sm">{means}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </PopoverPanel>
  )
}
