import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { isSameTag, TAG_MAX, tagOf, tagsOf } from '#contract/tags'
import { say } from '#words'
import { beginsWord } from '../lib/search.ts'
import { spoken } from '../lib/spoken.ts'
import { useQuery } from '../state/query.ts'
import { useWallet } from '../state/wallet.tsx'
import { Input } from '../ui/Input.tsx'

const SUGGESTED = 6

/** Tags beside each other, as they are read. */
export function Tags({
  tags,
  onPress,
}: {
  readonly tags: readonly string[]
  readonly onPress?: (tag: string) => void
}) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {tags.map((tag) =>
        onPress === undefined ? (
          <span key={tag} className={CHIP}>
            {tag}
          </span>
        ) : (
          <button
            key={tag}
            type="button"
            title={spoken(say('shared.only-with-tag', { tag }))}
            onClick={() => onPress(tag)}
            className={`${CHIP} hover:bg-pressed`}
          >
            {tag}
          </button>
        ),
      )}
    </span>
  )
}

const CHIP =
  'inline-flex min-h-6 max-w-full items-center gap-1 break-words rounded-md bg-sunken px-2 py-0.5 text-left font-medium text-xs'

/** Tags to be given and taken away; those that were given before are a click away. */
export function TagsField(props: {
  readonly tags: readonly string[]
  readonly onChange: (tags: readonly string[]) => void
  /** What is typed and not a tag yet: whoever saves takes it along. */
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly autoFocus?: boolean
}) {
  const { tags, onChange, typed, onType } = props
  const known = useQuery('labels.tags', { account: useWallet().owner.account }).value ?? []
  const add = (tag: string): void => {
    onChange(tagsOf([...tags, tag]))
    onType('')
  }
  const others = known.filter(
    ({ tag }) => !tags.some((own) => isSameTag(own, tag)) && (typed === '' || beginsWord(tag, typed)),
  )
  return (
    <div>
      <Input
        label={say('shared.tags')}
        maxLength={TAG_MAX}
        value={typed}
        autoFocus={props.autoFocus}
        placeholder={say('shared.add-a-tag')}
        onChange={(text) => (/[,，、;；]$/.test(text) ? add(text) : onType(text))}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && tagOf(typed) !== '' && !event.nativeEvent.isComposing) {
            event.preventDefault()
            add(typed)
          } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) onChange(tags.slice(0, -1))
        }}
      />
      {tags.length > 0 && (
        <ul aria-label={say('shared.tags')} className="mt-2 flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className={CHIP}>
              {tag}
              <button
                type="button"
                aria-label={spoken(say('shared.remove-tag', { tag }))}
                onClick={() => onChange(tags.filter((own) => own !== tag))}
                className="-mr-1 grid size-5 shrink-0 place-items-center rounded-sm text-ink-3 hover:bg-pressed hover:text-ink"
              >
                <X className="size-3.5" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <p className="mt-2 flex flex-wrap gap-1.5">
          {others.slice(0, SUGGESTED).map(({ tag }) => (
            <button
              key={tag}
              type="button"
              aria-label={spoken(say('shared.add-tag', { tag }))}
              onClick={() => add(tag)}
              className={`${CHIP} border border-button bg-transparent text-ink-2 hover:bg-hover`}
            >
              <Plus className="size-3" aria-hidden="true" />
              {tag}
            </button>
          ))}
        </p>
      )}
    </div>
  )
}

/** Tags as they are edited: those given, and what is typed besides. */
export function useTags(given: readonly string[]) {
  const [tags, setTags] = useState(given)
  const [typed, setTyped] = useState('')
  return {
    field: { tags, onChange: setTags, typed, onType: setTyped },
    /** What is typed counts as well: nobody means it to be lost. */
    all: (): string[] => tagsOf([...tags, typed]),
  }
}
