import { ArrowLeft, List, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { say } from '#words'
import { Words } from '../../components/Words.tsx'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { useEscape, useFocusOnOpen, useOneStop } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { spoken } from '../../lib/spoken.ts'
import { closeHelp, type HelpTopic } from '../../state/help.ts'
import { IconButton } from '../../ui/Button.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { anchorId, Markdown } from './Markdown.tsx'
import { type ContentsPart, contentsOf, type Found, type HelpPage, type Place, searchIn, sectionsOf } from './model.ts'
import { firstPage, pageOf, placeOfTopic } from './pages.ts'

export { readPages } from './pages.ts'

/** The handbook above the window: what is half done below it stays as it is. */
export function Help({ topic }: { readonly topic: HelpTopic }) {
  const [way, setWay] = useState<readonly Place[]>([])
  const [typed, setTyped] = useState('')
  const [isListed, setListed] = useState(topic === 'contents')
  const here = way.at(-1)
  const dialog = useRef<HTMLElement>(null)
  useFocusOnOpen(dialog)
  useEscape(dialog, closeHelp)
  const onContents = here === undefined || here.page === firstPage()

  useEffect(() => {
    void placeOfTopic(topic).then((place) => setWay([place]))
  }, [topic])

  function go(place: Place): void {
    setWay([...way, place])
    setTyped('')
    setListed(false)
  }

  return (
    <Words>
      <ModalOverlay
        isOpen
        onOpenChange={(open) => !open && closeHelp()}
        isDismissable
        className="fixed inset-0 z-40 flex animate-appear items-center justify-center bg-overlay min-[47.5rem]:p-6"
      >
        <Modal className="h-full w-full max-w-280 animate-rise overflow-hidden bg-raised shadow-overlay min-[47.5rem]:rounded-xl">
          <Dialog ref={dialog} className="flex h-full min-h-0 outline-none">
            <nav
              aria-label={say('help.contents')}
              className={cx(
                'flex w-68 shrink-0 flex-col overflow-y-auto border-line border-r bg-canvas px-4 py-4 max-[47.5rem]:w-full max-[47.5rem]:border-r-0 max-[47.5rem]:pt-14',
                !isListed && 'max-[47.5rem]:hidden',
              )}
            >
              <Heading slot="title" className="px-2 pb-3 font-semibold text-lg">
                {say('help.help')}
              </Heading>
              <SearchField
                label={say('help.search')}
                placeholder={say('help.search')}
                value={typed}
                onChange={(text) => {
                  setTyped(text)
                  setListed(true)
                }}
                className="shrink-0"
              />
              {typed.trim() === '' ? <Contents here={here} onGo={go} /> : <Results typed={typed} onGo={go} />}
            </nav>
            <div
              className={cx(
                'flex min-w-0 flex-1 flex-col',
                isListed && 'max-[47.5rem]:absolute max-[47.5rem]:inset-x-0 max-[47.5rem]:top-0',
              )}
            >
              <div className="flex h-14 shrink-0 items-center gap-1 px-4">
                {way.length > 1 && (
                  <IconButton label={say('common.back')} onPress={() => setWay(way.slice(0, -1))}>
                    <ArrowLeft className="size-4.5" />
                  </IconButton>
                )}
                {!isListed && (
                  <IconButton
                    label={say('help.contents')}
                    className="min-[47.5rem]:hidden"
                    onPress={() => setListed(true)}
                  >
                    <List className="size-4.5" />
                  </IconButton>
                )}
                <span className="flex-1" />
                <IconButton label={say('common.close')} hint={say('help.escape')} onPress={closeHelp}>
                  <X className="size-4.5" />
                </IconButton>
              </div>
              {here !== undefined && (
                <PageView
                  key={way.length}
                  place={here}
                  onGo={go}
                  className={cx(isListed && 'max-[47.5rem]:hidden', onContents && 'bg-raised')}
                />
              )}
            </div>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </Words>
  )
}

function Contents({ here, onGo }: { readonly here: Place | undefined; readonly onGo: (place: Place) => void }) {
  const [parts, setParts] = useState<readonly ContentsPart[]>([])
  useEffect(() => {
    void pageOf(firstPage()).then((page) => setParts(contentsOf(page, firstPage())))
  }, [])
  const pages = parts.flatMap(({ chapters }) => chapters.map(({ page }) => page))
  const { box, item } = useOneStop<HTMLDivElement>(pages.find((page) => page === here?.page) ?? pages[0])
  return (
    <div ref={box}>
      {parts.map((part) => (
        <section key={part.title} aria-label={spoken(part.title)} className="mt-4">
          <p className="px-2 pb-1 font-medium text-ink-2 text-xs">{heard(part.title)}</p>
          <ul className="flex flex-col gap-px">
            {part.chapters.map(({ page, title }) => (
              <li key={page}>
                <button
                  type="button"
                  {...item(page)}
                  aria-current={here?.page === page ? 'page' : undefined}
                  onClick={() => onGo({ page, anchor: null })}
                  className={cx(
                    'w-full rounded-md px-2 py-1.5 text-left transition-colors duration-120',
                    here?.page === page ? 'bg-pressed font-semibold' : 'text-ink-2 hover:bg-hover hover:text-ink',
                  )}
                >
                  {heard(title)}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Every page of the contents that is in the window's language, read once. */
async function allSections(): Promise<ReturnType<typeof sectionsOf>> {
  const parts = contentsOf(await pageOf(firstPage()), firstPage())
  const names = parts.flatMap(({ chapters }) => chapters.map(({ page }) => page))
  return (await Promise.all(names.map(async (name) => sectionsOf(name, await pageOf(name))))).flat()
}

function Results({ typed, onGo }: { readonly typed: string; readonly onGo: (place: Place) => void }) {
  const [sections, setSections] = useState<ReturnType<typeof sectionsOf> | null>(null)
  useEffect(() => {
    void allSections().then(setSections)
  }, [])
  if (sections === null) return null
  const found: readonly Found[] = searchIn(sections, typed)
  return (
    <div className="mt-4">
      <p role="status" className="px-2 pb-1 font-medium text-ink-2 text-xs">
        {rich('help.found', { count: found.length })}
      </p>
      <ul className="flex flex-col gap-px">
        {found.map(({ page, title, heading, excerpt }) => (
          <li key={`${page} ${heading.id}`}>
            <button
              type="button"
              onClick={() => onGo({ page, anchor: heading.id })}
              className="w-full rounded-md px-2 py-1.5 text-left hover:bg-hover"
            >
              <span className="block font-medium">{heard(heading.text)}</span>
              {heading.text !== title && <span className="block text-ink-2 text-xs">{heard(title)}</span>}
              <span className="mt-0.5 line-clamp-2 text-ink-2 text-sm">{excerpt}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function PageView(props: {
  readonly place: Place
  readonly onGo: (place: Place) => void
  readonly className?: string
}) {
  const { page: name, anchor } = props.place
  const [page, setPage] = useState<HelpPage | null>(null)
  const scroll = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    let isHere = true
    void pageOf(name).then((read) => isHere && setPage(read))
    return () => {
      isHere = false
    }
  }, [name])
  useEffect(() => {
    if (page === null) return
    const target = anchor === null ? null : document.getElementById(anchorId(anchor))
    if (target === null) scroll.current?.scrollTo(0, 0)
    else target.scrollIntoView()
    ;(target ?? title.current)?.focus({ preventScroll: true })
  }, [page, anchor])
  return (
    <div ref={scroll} className={cx('min-h-0 flex-1 overflow-y-auto', props.className)}>
      {page !== null && (
        <article
          lang={name.split('/')[0]}
          className="mx-auto max-w-190 select-text px-6 pb-16 text-pretty min-[62.5rem]:px-10"
        >
          <h1
            ref={title}
            tabIndex={-1}
            className="mb-4 font-semibold text-[1.75rem] leading-[2.125rem] tracking-[-0.02em] outline-none"
          >
            {heard(page.title)}
          </h1>
          <Markdown page={page} drawing={{ page: name, onGo: props.onGo }} />
        </article>
      )}
    </div>
  )
}
