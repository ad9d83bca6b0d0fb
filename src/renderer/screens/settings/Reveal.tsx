import { Check } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { say } from '#words'
import { AskedPassphrase, usePassphrase } from '../../components/AskedPassphrase.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { CoveredWords } from '../../components/WordGrid.tsx'
import { rich } from '../../lib/rich.tsx'
import { useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Account } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { Dialog, DialogFoot } from '../../ui/Overlay.tsx'
import { Notice } from '../../ui/Surface.tsx'

const SHOWN_MS = 60_000
const WORDS = 24

/**
 * The words of an account. They are asked for with the passphrase each time, live in this dialog only, stay covered until
 * pressed, and are covered again when the window loses the focus or a minute has passed.
 */
export function Reveal(props: {
  readonly account: Account
  readonly hasPassphrase: boolean
  readonly onClose: () => void
}) {
  const [words, setWords] = useState<readonly string[] | null>(null)
  const [comparing, setComparing] = useState(false)
  return (
    <Dialog
      title={say('settings.recovery-phrase-of', {
        spelled: props.account.spelled,
        account: props.account.name,
      })}
      isOpen
      onClose={props.onClose}
      width={words === null || comparing ? 'max-w-md' : 'max-w-3xl'}
    >
      {!props.hasPassphrase ? (
        <>
          <p className="text-ink-2">{say('settings.coffer-shows-the-words-only-to')}</p>
          <div className="mt-5 flex justify-end gap-2">
            <Button onPress={props.onClose}>{say('common.close')}</Button>
            <Button
              kind="primary"
              onPress={() => {
                props.onClose()
                go({ name: 'settings', section: 'security' }, 'replace')
              }}
            >
              {say('settings.go-to-security')}
            </Button>
          </div>
        </>
      ) : words === null ? (
        <Ask account={props.account} onWords={setWords} onClose={props.onClose} />
      ) : comparing ? (
        <Compare account={props.account} onBack={() => setComparing(false)} onClose={props.onClose} />
      ) : (
        <Words
          words={words}
          isCompared={props.account.backedUpAt !== null}
          onCompare={() => setComparing(true)}
          onClose={props.onClose}
        />
      )}
    </Dialog>
  )
}

function Ask(props: {
  readonly account: Account
  readonly onWords: (words: readonly string[]) => void
  readonly onClose: () => void
}) {
  const { spelled } = props.account
  const words = useAction('keys.reveal')
  const key = useAction('keys.revealKey')
  const reveal = spelled ? words : key
  const passphrase = usePassphrase(true, reveal.error)

  async function ask(): Promise<void> {
    if (!passphrase.isReady()) return
    const input = { account: props.account.account, passphrase: passphrase.text }
    const shown = spelled ? (await words.run(input))?.words : groupsOf(await key.run(input))
    passphrase.clear()
    if (shown !== undefined) props.onWords(shown)
  }

  return (
    <Form className="flex flex-col gap-4" onSubmit={ask}>
      <p className="text-ink-2">{rich('settings.whoever-sees-these-words-can-take', { spelled })}</p>
      <ErrorNotice error={passphrase.failure} />
      <AskedPassphrase of={passphrase} label={say('settings.passphrase')} large autoFocus />
      <DialogFoot>
        <Button onPress={props.onClose}>{say('common.cancel')}</Button>
        <Button kind="primary" type="submit" pending={reveal.pending} isDisabled={passphrase.wait > 0}>
          {say('common.continue')}
        </Button>
      </DialogFoot>
    </Form>
  )
}

/** A key that no words spell, as it is written down: sixteen groups of four, and two more by which a mistake is noticed. */
function groupsOf(answer: { readonly key: string; readonly check: string } | undefined): string[] | undefined {
  return answer === undefined ? undefined : ((answer.key + answer.check).match(/.{4}/g) ?? [])
}

/** Three places of what was written down: only then it counts as a backup. */
function Compare(props: { readonly account: Account; readonly onBack: () => void; readonly onClose: () => void }) {
  const { account, spelled } = props.account
  const asked = useQuery('keys.quiz', { account })
  const answer = useAction('keys.answerQuiz')
  const [typed, setTyped] = useState<readonly string[]>(['', '', ''])
  const [tried, setTried] = useState(false)
  const [isRight, setRight] = useState(false)
  const positions = asked.value?.positions ?? []

  async function compare(): Promise<void> {
    setTried(true)
    if (asked.value === undefined || typed.some((text) => text.trim() === '')) return
    const words = typed.map((text) => text.trim().toLowerCase())
    setTyped(['', '', ''])
    setTried(false)
    if ((await answer.run({ account, words })) === undefined) asked.refresh()
    else setRight(true)
  }

  if (isRight) {
    return (
      <>
        <Notice tone="ok" icon={<Check />} title={say('settings.what-you-wrote-down-is-right')} live>
          {say('settings.keep-it-where-only-you-find')}
        </Notice>
        <div className="mt-5 flex justify-end">
          <Button kind="primary" onPress={props.onClose}>
            {say('common.done')}
          </Button>
        </div>
      </>
    )
  }
  return (
    <Form className="flex flex-col gap-4" onSubmit={compare}>
      <p className="text-ink-2">
        {say('settings.look-at-your-paper-not-at')}
        {answer.error?.code === 'wallet.quiz_wrong' && say('settings.coffer-now-asks-for-other-places')}
      </p>
      <ErrorNotice error={answer.error} />
      <ErrorNotice error={asked.error} />
      {positions.map((position, at) => (
        <Input
          key={position}
          label={say('settings.position-of-word', { spelled, position: position + 1 })}
          autoFocus={at === 0}
          value={typed[at] ?? ''}
          onChange={(text) => setTyped(typed.map((before, index) => (index === at ? text : before)))}
          error={tried && (typed[at] ?? '').trim() === '' ? say('settings.enter-this', { spelled }) : undefined}
        />
      ))}
      <DialogFoot>
        <Button onPress={props.onBack}>{say('common.back')}</Button>
        <Button kind="primary" type="submit" pending={answer.pending} isDisabled={asked.value === undefined}>
          {say('settings.compare')}
        </Button>
      </DialogFoot>
    </Form>
  )
}

function Words(props: {
  readonly words: readonly string[]
  readonly isCompared: boolean
  readonly onCompare: () => void
  readonly onClose: () => void
}) {
  const { words } = props
  const [shown, setShown] = useState(false)
  const cover = useCallback(() => setShown(false), [])
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(cover, SHOWN_MS)
    window.addEventListener('blur', cover)
    document.addEventListener('visibilitychange', cover)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('blur', cover)
      document.removeEventListener('visibilitychange', cover)
    }
  }, [shown, cover])
  return (
    <>
      <CoveredWords words={words} shown={shown} />
      <div className="mt-5 flex items-center justify-between gap-4">
        <p role="status" className="text-ink-3 text-sm">
          {shown
            ? say('settings.covered-again-in-a-minute-or')
            : rich('settings.the-covered-there-is-no-way', { whole: words.length === WORDS })}
        </p>
        <span className="flex gap-2">
          <Button onPress={props.onClose}>{say('common.close')}</Button>
          <Button {...(shown && !props.isCompared ? {} : { kind: 'primary' })} onPress={() => setShown(!shown)}>
            {rich('settings.cover-the-words', { shown, words: words.length === WORDS })}
          </Button>
          {shown && !props.isCompared && (
            <Button kind="primary" onPress={props.onCompare}>
              {say('settings.compare-my-paper')}
            </Button>
          )}
        </span>
      </div>
    </>
  )
}
