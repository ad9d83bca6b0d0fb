import { ShieldCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
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
    setTried(true)
    if (value === undefined || isMissing) return
    props.onNext(asks === 'nothing' ? {} : { proof })
    setProof('')
    setTried(false)
  }

  return (
    <StepBody
      title="Register the key"
      intro="The network does not know this account’s spend key yet. Until it does, nobody can pay this account."
      toField={asks !== 'nothing'}
      onSubmit={submit}
      actions={
        <>
          <Button kind="primary" size="lg" type="submit" pending={props.pending} isDisabled={value === undefined}>
            {props.pending ? 'Registering' : 'Sign and register'}
          </Button>
          {asks !== 'nothing' && value?.isApp === true && (
            <Button size="lg" isDisabled={props.pending} onPress={() => props.onNext({ byApp: true })}>
              Register without it
            </Button>
          )}
          <Back onBack={props.onBack} />
        </>
      }
    >
      {props.error !== null && <ErrorNotice error={props.error} />}
      {explained.error !== null && (
        <ErrorNotice
          error={explained.error}
          action={
            <Button size="sm" onPress={explained.refresh}>
              Try again
            </Button>
          }
        />
      )}
      {asks === 'digits' && <DigitsField value={proof} onChange={setProof} isWrong={tried && isMissing} />}
      {asks === 'tip' && (
        <TipField value={proof} onChange={setProof} isWrong={tried && isMissing} expected={value?.tipPublicKey ?? ''} />
      )}
      {asks !== 'nothing' && value?.isApp === true && (
        <p className="text-ink-3 text-sm">
          Don’t have it? An app can also register its key itself. Not every session is allowed to; if this one is not,
          nothing changes.
        </p>
      )}
      <Notice tone="plain" icon={<ShieldCheck />} title="Coffer signs one sentence. It moves no money.">
        It says that this public key belongs to this account. The private key stays here.
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
      <Notice tone="warn" icon={<TriangleAlert />} title="The spend key takes the place of this PIN, for ever">
        The six digits stop working. From then on the spend key alone proves that this account is yours, and it cannot
        be changed again.
      </Notice>
      <div className="max-w-xs">
        <PassphraseInput
          label="PIN of this account"
          noun="PIN"
          large
          value={value}
          onChange={(next) => onChange(next.replace(/\s/g, '').slice(0, 6))}
          error={isWrong ? 'Enter its six digits.' : undefined}
          hint="Used once, for this, and kept nowhere."
        />
      </div>
    </>
  )
}

function TipField({ value, onChange, isWrong, expected }: FieldProps & { readonly expected: string }) {
  return (
    <>
      <PassphraseInput
        label="TIP key of this account"
        noun="TIP key"
        large
        value={value}
        onChange={(next) => onChange(next.slice(0, 20_000))}
        error={isWrong ? 'Paste the TIP key.' : undefined}
        hint="64 characters; in the file it is called tip_private_key or pin. Used once, for this, and kept nowhere."
      />
      <div>
        <p className="text-ink-3 text-sm">Its public key has to be</p>
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
          <dt className="text-ink-3 text-sm">Account</dt>
          <dd>
            <GroupedCode text={value.userId} />
          </dd>
        </div>
        <div>
          <dt className="text-ink-3 text-sm">Public key</dt>
          <dd>
            <GroupedCode text={value.publicKey} />
          </dd>
        </div>
      </dl>
      <Disclosure title="What exactly is signed" className="mt-2 -mb-2">
        <pre className="code mb-2 select-text whitespace-pre-wrap break-all rounded-md bg-sunken px-3 py-2 text-ink-2">
          {value.signedText}
        </pre>
      </Disclosure>
    </Card>
  )
}
