import type { Token, Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-aria-components/Link'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { spoken } from '../../lib/spoken.ts'
import { type HelpPage, type Place, placeOf } from './model.ts'

/* Draws what the parser found. HTML that a page might hold is not drawn, an address outside is text, and no style stands in the page. */

interface Drawing {
  /** The page that is drawn, from which its links lead. */
  readonly page: string
  readonly onGo: (place: Place) => void
}

type Kept<Kind extends Token> = { readonly token: Kind; readonly drawing: Drawing }

/** Tokens of one page never change, so that their place is what tells them apart. */
const each = (tokens: readonly Token[], draw: (token: Token, at: number) => ReactNode): ReactNode[] =>
  tokens.map((token, at) => <Fragment key={`${at} ${token.type}`}>{draw(token, at)}</Fragment>)

function Inline({ tokens, drawing }: { readonly tokens: readonly Token[]; readonly drawing: Drawing }) {
  return each(tokens, (token) => <InlineToken token={token} drawing={drawing} />)
}

function InlineToken({ token, drawing }: Kept<Token>) {
  const inner =
    'tokens' in token && token.tokens !== undefined ? <Inline tokens={token.tokens} drawing={drawing} /> : null
  switch (token.type) {
    case 'html':
    case 'image':
      return null
    case 'br':
      return <br />
    case 'strong':
      return <strong className="font-semibold">{inner}</strong>
    case 'em':
      return <em className="font-[550] not-italic">{inner}</em>
    case 'codespan':
      return (
        <code className="code rounded-sm bg-sunken px-1 py-px text-[0.92em] [overflow-wrap:anywhere]">
          {token['text']}
        </code>
      )
    case 'link':
      return <HelpLink token={token as Tokens.Link} drawing={drawing} />
    default:
      return inner ?? ('text' in token ? heard(String(token.text)) : null)
  }
}

function HelpLink({ token, drawing }: Kept<Tokens.Link>) {
  const words = <Inline tokens={token.tokens} drawing={drawing} />
  const place = placeOf(token.href, drawing.page)
  // No page of ours opens the web: an address is there to be read and copied.
  if (place === null)
    return token.autolink === true ? (
      <span className="code break-all">{words}</span>
    ) : (
      <>
        {words} ({token.href})
      </>
    )
  return (
    <Link
      className="cursor-pointer rounded-sm text-accent-ink underline decoration-1 underline-offset-3 hover:decoration-2"
      onPress={() => drawing.onGo(place)}
    >
      {words}
    </Link>
  )
}

function Table({ token, name, drawing }: Kept<Tokens.Table> & { readonly name: string | undefined }) {
  return (
    <div className="relative my-4 overflow-x-auto">
      <table
        aria-label={spoken(name)}
        className="w-full border-collapse text-left text-sm [&_tbody_th_code]:whitespace-nowrap"
      >
        <thead>
          <tr>
            {token.header.map((cell, at) => (
              <th
                key={`${at} ${cell.text}`}
                scope="col"
                className="border-line border-b py-1.5 pr-4 align-bottom font-[550] text-ink-2 text-xs"
              >
                <Inline tokens={cell.tokens} drawing={drawing} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, at) => (
            <tr key={`${at} ${row[0]?.text ?? ''}`} className="border-line border-b">
              {row.map((cell, column) => {
                const Cell = column === 0 ? 'th' : 'td'
                return (
                  <Cell
                    key={`${column} ${cell.text}`}
                    scope={column === 0 ? 'row' : undefined}
                    className="min-w-24 py-1.5 pr-4 align-top font-normal"
                  >
                    <Inline tokens={cell.tokens} drawing={drawing} />
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function List({ token, drawing }: Kept<Tokens.List>) {
  const Tag = token.ordered ? 'ol' : 'ul'
  return (
    <Tag
      className={cx(
        'my-3 flex flex-col gap-1.5 pl-6',
        token.ordered ? 'list-decimal' : 'list-disc',
        'marker:text-ink-3',
      )}
    >
      {token.items.map((item, at) => (
        <li key={`${at} ${item.raw.slice(0, 20)}`} className="pl-1">
          <Blocks tokens={item.tokens} drawing={drawing} headings={[]} />
        </li>
      ))}
    </Tag>
  )
}

const HEADS = { 2: 'mt-9 mb-2 text-h2', 3: 'mt-6 mb-1.5 font-semibold text-base' } as const

function Blocks(props: {
  readonly tokens: readonly Token[]
  readonly drawing: Drawing
  readonly headings: HelpPage['headings']
}) {
  const { drawing } = props
  let passed = 0
  return each(props.tokens, (token) => {
    switch (token.type) {
      case 'space':
      case 'html':
      case 'def':
        return null
      case 'hr':
        return <hr className="my-6 border-line" />
      case 'heading': {
        const heading = props.headings[passed]
        passed += 1
        // The title of the page stands above it.
        if (token['depth'] === 1 || heading === undefined) return null
        const Tag = token['depth'] === 2 ? 'h2' : 'h3'
        return (
          <Tag
            id={anchorId(heading.id)}
            tabIndex={-1}
            className={cx('scroll-mt-4 outline-none', HEADS[Tag === 'h2' ? 2 : 3])}
          >
            <Inline tokens={(token as Tokens.Heading).tokens} drawing={drawing} />
          </Tag>
        )
      }
      case 'paragraph':
        return (
          <p className="my-3 first:mt-0">
            <Inline tokens={(token as Tokens.Paragraph).tokens} drawing={drawing} />
          </p>
        )
      case 'list':
        return <List token={token as Tokens.List} drawing={drawing} />
      case 'table':
        return <Table token={token as Tokens.Table} name={props.headings[passed - 1]?.text} drawing={drawing} />
      case 'code':
        return (
          <pre className="code my-3 select-text overflow-x-auto rounded-lg bg-sunken px-4 py-3 text-sm">
            {token['text']}
          </pre>
        )
      case 'blockquote':
        return (
          <blockquote className="my-4 rounded-lg bg-accent-soft px-5 py-3">
            <Blocks tokens={(token as Tokens.Blockquote).tokens} drawing={drawing} headings={[]} />
          </blockquote>
        )
      default:
        return <InlineToken token={token} drawing={drawing} />
    }
  })
}

/** Ids of the handbook are kept apart from those of the window. */
export const anchorId = (id: string): string => `help ${id}`.replaceAll(' ', '-')

export function Markdown({ page, drawing }: { readonly page: HelpPage; readonly drawing: Drawing }) {
  return <Blocks tokens={page.tokens} drawing={drawing} headings={page.headings} />
}
