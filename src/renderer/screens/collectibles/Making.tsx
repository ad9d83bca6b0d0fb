import { FileUp } from 'lucide-react'
import { useState } from 'react'
import type { WireInput } from '#contract/ipc'
import { say } from '#words'
import { AmountField } from '../../components/AmountField.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { useNaming } from '../../components/LookUp.tsx'
import { Page } from '../../components/Page.tsx'
import { readAmount } from '../../lib/amount-input.ts'
import { heard } from '../../lib/heard.tsx'
import { useAction, useQuery } from '../../state/query.ts'
import { go, goBack, markPlace } from '../../state/routes.ts'
import type { Review } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { RadioCards, Segmented } from '../../ui/Choice.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input, TextArea } from '../../ui/Input.tsx'
import { Card, Disclosure } from '../../ui/Surface.tsx'
import { useKeptForm } from './kept.ts'
import { base64Of, sizeWords } from './model.ts'
import { PayeePick, type Picked } from './PayeePick.tsx'
import { PreviewCard, usePreview } from './Preview.tsx'

type Content = NonNullable<WireInput<'collectibles.inscribe'>['content']>
type Deployment = WireInput<'collectibles.deploy'>
type Inscription = WireInput<'collectibles.inscribe'>

const FILE_MAX = 650_000

/** A file of the person's own, read here and never sent anywhere before it is approved. */
function FilePick(props: {
  readonly label: string
  readonly accept: readonly string[]
  readonly chosen: { readonly name: string; readonly content: Content } | null
  readonly onChoose: (chosen: { readonly name: string; readonly content: Content }) => void
}) {
  const [problem, setProblem] = useState<string | null>(null)
  async function take(file: File): Promise<void> {
    if (file.size > FILE_MAX) {
      setProblem(
        say('collectibles.that-file-has-at-most-can', {
          sizeWords: sizeWords(file.size),
          sizeWords2: sizeWords(FILE_MAX),
        }),
      )
      return
    }
    const base64 = base64Of(new Uint8Array(await file.arrayBuffer()))
    setProblem(null)
    props.onChoose({ name: file.name, content: { mediaType: file.type || 'application/octet-stream', base64 } })
  }
  return (
    <div>
      <p className="font-medium text-sm">{heard(props.label)}</p>
      <div className="mt-1.5 flex min-h-9 items-center gap-3">
        <FileButton accept={props.accept} icon={<FileUp className="size-4" />} onFile={take}>
          {say('collectibles.choose-a-file')}
        </FileButton>
        <bdi className="min-w-0 truncate text-ink-2">{props.chosen?.name ?? say('collectibles.none-chosen')}</bdi>
      </div>
      <p role="status" className="text-sm text-stop empty:hidden">
        {heard(problem)}
      </p>
    </div>
  )
}

const amountText = (typed: string): string => {
  const reading = readAmount(typed)
  return reading.kind === 'ok' ? reading.text : '0'
}

const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml']

function Finish(props: {
  readonly word: string
  readonly ready: boolean
  readonly pending: boolean
  readonly onCancel: () => void
}) {
  return (
    <div className="flex items-center gap-2">
      <Button kind="primary" size="lg" type="submit" pending={props.pending} isDisabled={!props.ready}>
        {props.word}
      </Button>
      <Button
        kind="quiet"
        size="lg"
        onPress={() => {
          props.onCancel()
          goBack()
        }}
      >
        {say('common.cancel')}
      </Button>
    </div>
  )
}

/** Leads to the review of what was prepared, which its form remembers wherever the person is by then. */
async function review(making: Promise<Review | undefined>, prepared: (paymentId: string) => void): Promise<void> {
  const isHere = markPlace()
  const made = await making
  if (made !== undefined) prepared(made.paymentId)
  if (made !== undefined && isHere()) go({ name: 'payment', paymentId: made.paymentId })
}

type Chosen = { readonly name: string; readonly content: Content }

const NEW = {
  ...{ name: '', symbol: '', description: '', mode: '1', unit: '1', supply: '', validation: '', ratio: '' },
  icon: null as Chosen | null, // or null alone would be its type
  treasury: null as Picked | null, // likewise
}

type Typed = Exclude<keyof typeof NEW, 'icon' | 'treasury'>

/** A new collection, checked while it is typed and paid for with what it takes to store it. */
export function NewCollection() {
  const { owner } = useWallet()
  const { form, change, prepared, forget } = useKeptForm(owner.account, say('collectibles.new-collection-2'), NEW)
  const { icon, treasury } = form
  const naming = useNaming()
  const deploy = useAction('collectibles.deploy')
  const set = (member: Typed) => (value: string) => change({ [member]: value })
  const input: Deployment = {
    ...{ account: owner.account, name: form.name, symbol: form.symbol, description: form.description },
    ...{ mode: form.mode === '2' ? 2 : 1, unit: amountText(form.unit), supply: amountText(form.supply) },
    ...{ icon: icon?.content ?? null, validation: form.validation },
    treasury: treasury === null ? null : { ratio: form.ratio, recipient: treasury.payee },
  }
  const { preview, error } = usePreview('collectibles.previewCollection', input)

  return (
    <Page title={say('collectibles.new-collection')} narrow>
      <Form
        className="grid gap-4"
        onSubmit={() => {
          if (!naming.leavesOut()) void review(deploy.run(input), prepared)
        }}
      >
        <p className="text-ink-2">{say('collectibles.a-collection-is-written-to-the')}</p>
        <Card className="grid gap-4 px-6 py-5" label={say('collectibles.what-it-is')}>
          <div className="grid grid-cols-[minmax(0,1fr)_11.25rem] gap-4">
            <Input label={say('collectibles.name')} value={form.name} maxLength={100} onChange={set('name')} />
            <Input
              label={say('collectibles.symbol')}
              value={form.symbol}
              maxLength={20}
              onChange={set('symbol')}
              hint={say('collectibles.of-its-token')}
            />
          </div>
          <TextArea
            label={say('collectibles.description')}
            optional
            rows={3}
            value={form.description}
            onChange={set('description')}
          />
          <FilePick
            label={say('collectibles.icon')}
            accept={PICTURES}
            chosen={icon}
            onChoose={(chosen) => change({ icon: chosen })}
          />
        </Card>
        <Card className="grid gap-4 px-6 py-5" label={say('collectibles.how-many')}>
          <div className="grid grid-cols-2 gap-4">
            <AmountField
              label={say('collectibles.one-item-holds')}
              quiet
              value={form.unit}
              onChange={set('unit')}
              symbol={form.symbol}
            />
            <AmountField
              label={say('collectibles.supply-in-all')}
              quiet
              value={form.supply}
              onChange={set('supply')}
              symbol={form.symbol}
            />
          </div>
          <RadioCards
            label={say('collectibles.when-items-are-paid-out')}
            columns="grid-cols-2"
            value={form.mode}
            onChange={set('mode')}
            options={[
              { value: '1', title: say('collectibles.one-by-one'), text: say('collectibles.each-item-is-paid-out-as') },
              {
                value: '2',
                title: say('collectibles.all-together'),
                text: say('collectibles.all-are-paid-out-when-the'),
              },
            ]}
          />
        </Card>
        <Disclosure title={say('collectibles.rules-and-treasury')}>
          <Card className="grid gap-4 px-6 py-5" label={say('collectibles.rules')}>
            <TextArea
              label={say('collectibles.what-may-be-inscribed')}
              optional
              mono
              rows={3}
              value={form.validation}
              onChange={set('validation')}
              hint={say('collectibles.an-expression-for-text-or-the')}
            />
            <PayeePick
              label={say('collectibles.treasury-optional')}
              picked={treasury}
              naming={naming.field}
              onPick={(picked) => change({ treasury: picked })}
            />
            {treasury !== null && (
              <Input
                label={say('collectibles.its-share-of-each-item')}
                value={form.ratio}
                onChange={set('ratio')}
                hint={say('collectibles.between-0-and-1-like-0')}
              />
            )}
          </Card>
        </Disclosure>
        <PreviewCard preview={preview} error={error} />
        <ErrorNotice error={deploy.error} />
        <Finish
          word={say('collectibles.review-the-payment')}
          ready={preview?.ready === true}
          pending={deploy.pending || naming.asking}
          onCancel={forget}
        />
      </Form>
    </Page>
  )
}

const ITEM: {
  readonly form: 'words' | 'file' | 'nothing'
  readonly words: string
  readonly file: Chosen | null
  readonly picked: Picked | null
} = { form: 'words', words: '', file: null, picked: null }

/** A new item of a collection: words or a file, for whoever is named. */
export function Inscribe({ collection }: { readonly collection: string }) {
  const { owner } = useWallet()
  const known = useQuery('collectibles.collection', { account: owner.account, collection })
  const kept = useKeptForm(owner.account, collection, ITEM)
  const { form, words, file, picked } = kept.form
  const naming = useNaming()
  const inscribe = useAction('collectibles.inscribe')
  const content: Content | null =
    form === 'words'
      ? { mediaType: 'text/plain', base64: base64Of(new TextEncoder().encode(words)) }
      : form === 'file'
        ? (file?.content ?? null)
        : null
  const complete = form === 'nothing' || (form === 'words' ? words !== '' : file !== null)
  const recipient = picked?.payee ?? { kind: 'user' as const, userId: owner.account }
  const input: Inscription = { account: owner.account, collection, recipient, content }
  const { preview, error } = usePreview('collectibles.previewInscription', complete ? input : null)

  return (
    <Page
      title={
        known.value === undefined
          ? say('collectibles.inscribe-an-item')
          : say('collectibles.inscribe-into', { known: known.value.name })
      }
      narrow
    >
      <Form
        className="grid gap-4"
        onSubmit={() => {
          if (!naming.leavesOut()) void review(inscribe.run(input), kept.prepared)
        }}
      >
        <p className="text-ink-2">{say('collectibles.what-is-inscribed-stays-for-ever')}</p>
        <Card className="grid gap-4 px-6 py-5" label={say('collectibles.content')}>
          <Segmented
            label={say('collectibles.content')}
            value={form}
            onChange={(next) => kept.change({ form: next })}
            options={[
              { value: 'words', label: say('collectibles.words') },
              { value: 'file', label: say('collectibles.a-file') },
              { value: 'nothing', label: say('collectibles.nothing') },
            ]}
          />
          {form === 'words' && (
            <TextArea
              label={say('collectibles.words')}
              rows={5}
              value={words}
              onChange={(next) => kept.change({ words: next })}
            />
          )}
          {form === 'file' && (
            <FilePick
              label={say('collectibles.file')}
              accept={[]}
              chosen={file}
              onChoose={(chosen) => kept.change({ file: chosen })}
            />
          )}
        </Card>
        <Card className="px-6 py-5" label={say('collectibles.receiver')}>
          <PayeePick
            label={say('collectibles.for-somebody-else-optional')}
            picked={picked}
            naming={naming.field}
            onPick={(next) => kept.change({ picked: next })}
          />
          {picked === null && <p className="mt-2 text-ink-3 text-sm">{say('collectibles.it-is-made-for-you')}</p>}
        </Card>
        {complete && <PreviewCard preview={preview} error={error} />}
        <ErrorNotice error={inscribe.error} />
        <Finish
          word={say('collectibles.review-the-payment')}
          ready={complete && preview?.ready === true}
          pending={inscribe.pending || naming.asking}
          onCancel={kept.forget}
        />
      </Form>
    </Page>
  )
}
