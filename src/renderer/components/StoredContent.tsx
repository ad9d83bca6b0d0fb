import { Download, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import type { WireAnswer } from '#contract/ipc'
import { say } from '#words'
import { groupDigits, shorten } from '../lib/digits.ts'
import { heard } from '../lib/heard.tsx'
import { rich } from '../lib/rich.tsx'
import { saveBytes } from '../lib/save.ts'
import { call, reportOf } from '../state/bridge.ts'
import { useQuery } from '../state/query.ts'
import type { Report } from '../state/types.ts'
import { useWallet } from '../state/wallet.tsx'
import { Button } from '../ui/Button.tsx'
import { Scrolled } from '../ui/Scrolled.tsx'
import { Disclosure } from '../ui/Surface.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'
import { CodeFact, Fact } from './Facts.tsx'
import { Figure } from './figures.tsx'

type Object = WireAnswer<'storage.follow'>[number]

/** How much of a text is shown without being asked for. */
const START = 280

/** Content by its size, its hash and what it says; bytes that are no text are shown as their beginning. */
export function StoredContent(props: Pick<Object, 'bytes' | 'text' | 'startHex' | 'contentHash'>) {
  const { bytes, text, startHex, contentHash } = props
  return (
    <div className="mt-1">
      <p className="text-ink-2 text-sm">
        {rich('shared.bytes-sha3-256', { bytes: groupDigits(String(bytes)), contentHash: shorten(contentHash, 8, 8) })}
      </p>
      {text === null ? (
        <p className="code mt-1 select-text break-all text-ink-2">{`${startHex}…`}</p>
      ) : text.length <= START ? (
        <p className="mt-1 select-text whitespace-pre-wrap break-words">{heard(text)}</p>
      ) : (
        <>
          <p className="mt-1 select-text whitespace-pre-wrap break-words">{`${text.slice(0, START)}…`}</p>
          <Disclosure title={say('shared.all-of-it')} className="mt-1">
            <Scrolled label={say('shared.all-of-it')} className="max-h-80 rounded-md bg-sunken px-3 py-2">
              <p className="select-text whitespace-pre-wrap break-words">{heard(text)}</p>
            </Scrolled>
          </Disclosure>
        </>
      )}
    </div>
  )
}

/** What a transaction refers to, read by reference and checked against it; nothing where it refers to nothing. */
export function Stored({ hash }: { readonly hash: string }) {
  const { owner } = useWallet()
  const found = useQuery('storage.follow', { account: owner.account, hash })
  // That there is nothing to follow, or that it cannot be read now, is no news about an ordinary payment.
  return (
    <>
      {found.value?.map((object) => (
        <StoredFact key={object.hash} object={object} account={owner.account} />
      ))}
    </>
  )
}

function StoredFact({ object, account }: { readonly object: Object; readonly account: string }) {
  const [error, setError] = useState<Report | null>(null)
  const [busy, setBusy] = useState(false)

  async function save(): Promise<void> {
    setBusy(true)
    setError(null)
    try {
      const pieces: string[] = []
      let offset: number | null = 0
      while (offset !== null) {
        const piece: WireAnswer<'storage.read'> = await call('storage.read', { account, hash: object.hash, offset })
        pieces.push(piece.hex)
        offset = piece.next
      }
      saveBytes(`coffer-${object.hash.slice(0, 8)}.${object.text === null ? 'bin' : 'txt'}`, pieces.join(''))
    } catch (caught) {
      setError(reportOf(caught))
    }
    setBusy(false)
  }

  if (!object.verified) {
    return (
      <Fact name={say('shared.stored-content')} narrow>
        <p className="flex items-start gap-2 text-stop">
          <ShieldAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {say('shared.the-service-gave-other-bytes-than')}
        </p>
      </Fact>
    )
  }
  return (
    <>
      <Fact name={say('shared.stored-content')} narrow>
        <StoredContent {...object} />
        <p className="mt-2 flex items-center justify-between gap-3 text-ink-3 text-sm">
          <span>
            {object.paid === null
              ? say('shared.its-bytes-have-the-hash-that')
              : rich('shared.was-burnt-to-keep-them', { figure: <Figure value={object.paid} symbol="XIN" /> })}
          </span>
          <Button size="sm" icon={<Download className="size-4" />} pending={busy} onPress={() => void save()}>
            {say('common.save')}
          </Button>
        </p>
        <ErrorNotice error={error} className="mt-2" />
      </Fact>
      <CodeFact name={say('shared.stored-by-transaction')} text={object.hash} narrow />
    </>
  )
}
