import { EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { say } from '#words'
import { cx } from '../lib/cx.ts'

const COUNT = 24

/** A phrase as a numbered grid, read down its columns as on paper. Null keeps the places and shows no word. */
export function WordGrid(props: {
  readonly words: readonly string[] | null
  /** What stands in place of a word, where one is asked for; the others are covered. */
  readonly asked?: (at: number) => ReactNode
}) {
  const { words, asked } = props
  return (
    <ol
      aria-label={say('shared.recovery-phrase')}
      className={cx(
        'grid select-none grid-flow-col grid-cols-2 grid-rows-12 gap-2 min-[30rem]:grid-cols-3 min-[30rem]:grid-rows-8 sm:grid-cols-4 sm:grid-rows-6 min-[75rem]:gap-2.5',
        asked !== undefined && 'low:grid-flow-row low:grid-rows-none',
      )}
    >
      {Array.from({ length: words?.length ?? COUNT }, (_, at) => ({ at, field: asked?.(at) })).map(({ at, field }) => (
        <li
          key={at}
          className={cx(
            'flex h-9 items-center gap-2.5 rounded-field bg-sunken px-2.5 min-[62.5rem]:h-11',
            // Where there is little height, the fields would stand under the covered words.
            asked !== undefined && (field ?? null) === null && 'low:hidden',
          )}
        >
          {field ?? (
            <>
              <span className="figure w-5 shrink-0 text-right text-ink-3 text-sm">{at + 1}</span>
              {asked !== undefined ? (
                <span className="tracking-[0.15em] text-ink-3" aria-hidden="true">
                  •••••
                </span>
              ) : (
                <span
                  className={cx('font-medium text-row', words === null && 'blur-[7px]')}
                  aria-hidden={words === null}
                >
                  {words?.[at] ?? 'concealed'.slice(0, 5 + ((at * 5) % 4))}
                </span>
              )}
            </>
          )}
        </li>
      ))}
    </ol>
  )
}

/** The same under a cover, until its person wants to see it. */
export function CoveredWords({ words, shown }: { readonly words: readonly string[]; readonly shown: boolean }) {
  return (
    <div className="relative">
      <WordGrid words={shown ? words : null} />
      {!shown && (
        <div className="absolute inset-0 grid place-items-center text-center">
          <p className="flex items-center gap-2 rounded-full bg-raised px-4 py-2 text-ink-2 shadow-card">
            <EyeOff className="size-4" aria-hidden="true" /> {say('shared.make-sure-that-nobody-looks-over')}
          </p>
        </div>
      )}
    </div>
  )
}

/** The sheet that is printed instead of the window. */
export function PhraseSheet(props: { readonly words: readonly string[]; readonly name: string; readonly id: string }) {
  return (
    <section className="print-sheet" aria-hidden="true">
      <h1>{say('shared.coffer-recovery-phrase')}</h1>
      <p>
        {props.name}
        <br />
        {props.id}
      </p>
      <ol>
        {props.words.map((word, at) => (
          <li key={at}>
            <span>{at + 1}</span> {word}
          </li>
        ))}
      </ol>
      <p>{say('shared.whoever-has-these-words-has-the')}</p>
    </section>
  )
}
