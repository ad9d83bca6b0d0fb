import { ShieldCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { useQuery } from '../../state/query.ts'
import type { Account, Registration } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { GroupedCode } from '../../ui/Code.tsx'
import { PassphraseInput } from '../../ui/Input.tsx'
import { Card, Disclosure, Notice, Skeleton } from '../../ui/Surface.tsx'
import { Back, type EntryProps } from './entry-steps.tsx'
import { StepBody } from './Frame.tsx'

/** What the person gives to prove that the account is theirs; used once and kept nowhere. */
export interface Proof {
  readonly proof?: string
  readonly byApp?: true
}

const PIN = /^\d{6}$/
const PIN_LENGTH = 6
const PASTED_MOST = 64

export function RegisterStep(
  props: EntryProps & { readonly account: Account; readonly onNext: (given: Proof) => void },
) {
  const explained = useQuery('registration.explain', { account: props.account.account })
  const [proof, setProof] = useState('')
  const [tried, setTried] = useState(false)
  const { value } = explained
  const asks = value?.asks ?? 'nothing'
  const isMissing = asks === 'digits' ? !PIN.test(proof.trim()) : asks === 'tip' && proof.trim() === ''

  function submit(): void {
    // What was given is on its way: the field is empty because of that.
    if (props.pending) return
    setTried(true)
    if (value === undefined || isMissing) return
    props.onNext(asks === 'nothing' ? {} : { proof })
    setProof('')
    setTried(false)
  }

  return (
    <StepBody
      title={say('onboarding.register-the-key')}
      intro={say('onboarding.the-network-does-not-know-this')}
      toField={asks !== 'nothing'}
      onSubmit={submit}
      actions={
        <>
          <Button kind="primary" size="lg" type="submit" pending={props.pending} isDisabled={value === undefined}>
            {props.pending ? say('onboarding.registering') : say('onboarding.sign-and-register')}
          </Button>
          {asks !== 'nothing' && value?.isApp === true && (
            <Button size="lg" isDisabled={props.pending} onPress={() => props.onNext({ byApp: true })}>
              {say('onboarding.register-without-it')}
            </Button>
          )}
          <Back onBack={props.onBack} />
        </>
      }
    >
      <ErrorNotice error={props.error} />
      <ErrorNotice error={explained.error} onRetry={explained.refresh} />
      {asks === 'digits' && <DigitsField value={proof} onChange={setProof} isWrong={tried && isMissing} />}
      {asks === 'tip' && (
        <TipField value={proof} onChange={setProof} isWrong={tried && isMissing} expected={value?.tipPublicKey ?? ''} />
      )}
      {asks !== 'nothing' && value?.isApp === true && (
        <p className="text-ink-3 text-sm">{say('onboarding.dont-have-it-an-app-can')}</p>
      )}
      <Notice tone="plain" icon={<ShieldCheck />} title={say('onboarding.coffer-signs-one-sentence-it-moves')}>
        {say('onboarding.it-says-that-this-public-key')}
      </Notice>
      {explained.value === undefined && explained.error === null ? (
        <Skeleton className="h-40 w-full rounded-lg" />
      ) : (
        value !== undefined && <Signed value={value} />
      )}
    </StepBody>
  )
}

interface FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isWrong: boolean
}

function DigitsField({ value, onChange, isWrong }: FieldProps) {
  return (
    <>
      <Notice tone="warn" icon={<TriangleAlert />} title={say('onboarding.the-spend-key-takes-the-place')}>
        {say('onboarding.the-six-digits-stop-working-from')}
      </Notice>
      <div className="max-w-xs">
        <PassphraseInput
          label={say('onboarding.pin-of-this-account')}
          noun={say('onboarding.pin')}
          large
          value={value}
          onChange={(next) => onChange(next.replace(/\s/g, ''))}
          // The first six digits of something longer are another PIN.
          maxLength={PASTED_MOST}
          error={
            value.length > PIN_LENGTH
              ? say('ui.too-long', { length: value.length, most: PIN_LENGTH })
              : isWrong
                ? say('onboarding.enter-its-six-digits')
                : undefined
          }
          hint={say('onboarding.used-once-for-this-and-kept')}
        />
      </div>
    </>
  )
}

function TipField({ value, onChange, isWrong, expected }: FieldProps & { readonly expected: string }) {
  return (
    <>
      <PassphraseInput
        label={say('onboarding.tip-key-of-this-account')}
        noun={say('onboarding.tip-key')}
        large
        value={value}
        onChange={onChange}
        maxLength={20_000}
        error={isWrong ? say('onboarding.paste-the-tip-key') : undefined}
        hint={say('onboarding.64-characters-in-the-file-it')}
      />
      <div>
        <p className="text-ink-3 text-sm">{say('onboarding.its-public-key-has-to-be')}</p>
        <GroupedCode text={expected} />
      </div>
    </>
  )
}

function Signed({ value }: { readonly value: Registration }) {
  return (
    <Card className="px-5 py-4">
      <dl className="grid gap-3">
        <div>
          <dt className="text-ink-3 text-sm">{say('onboarding.account')}</dt>
          <dd>
            <GroupedCode text={value.userId} />
          </dd>
        </div>
        <div>
          <dt className="text-ink-3 text-sm">{say('onboarding.public-key')}</dt>
          <dd>
            <GroupedCode text={value.publicKey} />
          </dd>
        </div>
      </dl>
      <Disclosure title={say('onboarding.what-exactly-is-signed')} className="mt-2 -mb-2">
        <pre className="code mb-2 select-text whitespace-pre-wrap break-all rounded-md bg-sunken px-3 py-2 text-ink-2">
          {value.signedText}
        </pre>
      </Disclosure>
    </Card>
  )
}
