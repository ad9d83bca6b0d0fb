import { Ban, Check, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { isolated, say } from '#words'
import { ErrorLines } from '../../components/ErrorNotice.tsx'
import type { PickedFile } from '../../lib/picked-files.ts'
import { rich } from '../../lib/rich.tsx'
import type { Account, ImportResult } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { Leftovers } from './DoneStep.tsx'
import { StepBody } from './Frame.tsx'

const KINDS: Readonly<Record<ImportResult['kind'], string>> = {
  session: say('onboarding.account'),
  permission: say('onboarding.permission-to-look'),
  'spend-key': say('onboarding.spend-key'),
  words: say('shared.24-words'),
  'messenger-words': say('onboarding.messenger-words'),
  refused: say('onboarding.not-read'),
}

/** What became of each thing that several files held, and which account still lacks something. */
export function ImportResults(props: {
  readonly results: readonly ImportResult[]
  /** The accounts as the wallet has them now. */
  readonly accounts: readonly Account[]
  /** Names of the files, in the order in which they were given. */
  readonly names: readonly string[]
  /** The files themselves, to delete once every account works. */
  readonly files: readonly PickedFile[]
  readonly onSetUp: (account: Account) => void
  readonly onHome: (account: Account) => void
  readonly onBack: () => void
}) {
  const nowOf = (account: Account): Account => props.accounts.find((one) => one.account === account.account) ?? account
  const came = props.results.flatMap(({ account }) => (account === null ? [] : nowOf(account)))
  const unfinished = came.find(({ stage }) => stage !== 'ready')
  const ready = came.find(({ stage }) => stage === 'ready')
  return (
    <StepBody
      title={say('onboarding.what-came-in')}
      intro={
        came.length === 0
          ? say('onboarding.nothing-could-be-taken-in-your')
          : unfinished === undefined
            ? say('onboarding.every-account-is-ready')
            : say('onboarding.some-accounts-still-lack-something-set')
      }
      actions={
        <>
          {unfinished !== undefined && (
            <Button kind="primary" size="lg" onPress={() => props.onSetUp(unfinished)}>
              {rich('onboarding.set-up', { unfinished: unfinished.name })}
            </Button>
          )}
          {ready !== undefined && (
            <Button
              size="lg"
              {...(unfinished === undefined ? { kind: 'primary' as const } : {})}
              onPress={() => props.onHome(ready)}
            >
              {say('onboarding.go-to-home')}
            </Button>
          )}
          {came.length === 0 && (
            <Button kind="primary" size="lg" onPress={props.onBack}>
              {say('common.back')}
            </Button>
          )}
        </>
      }
    >
      <ul aria-label={say('onboarding.results')} className="grid gap-px overflow-hidden rounded-lg bg-line shadow-card">
        {props.results.map((result, at) => (
          <li key={at} className="flex items-start gap-3 bg-surface px-4 py-3">
            {ICONS[result.outcome]}
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">
                {result.account === null || result.kind === 'spend-key' || result.kind === 'words'
                  ? KINDS[result.kind]
                  : isolated(result.account.name)}
                <span className="font-normal text-ink-3"> · {props.names[result.source]}</span>
              </p>
              {result.problem === null ? (
                <p className="text-ink-2 text-sm">
                  {textOf(result, result.account === null ? null : nowOf(result.account))}
                </p>
              ) : (
                <div className="text-sm">
                  <ErrorLines error={result.problem} />
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
      {came.length > 0 && unfinished === undefined && props.files.length > 0 && (
        <Leftovers
          files={props.files}
          isKeyOpen={came.some(({ kind, backedUpAt }) => kind !== 'watch' && backedUpAt === null)}
        />
      )}
    </StepBody>
  )
}

const GOOD = <Check className="mt-0.5 size-5 shrink-0 text-ok" aria-hidden="true" />
const ICONS: Readonly<Record<ImportResult['outcome'], ReactNode>> = {
  added: GOOD,
  renewed: GOOD,
  watched: GOOD,
  used: GOOD,
  unused: <CircleDashed className="mt-0.5 size-5 shrink-0 text-ink-3" aria-hidden="true" />,
  refused: <Ban className="mt-0.5 size-5 shrink-0 text-stop" aria-hidden="true" />,
}

const LACKS: Readonly<Record<Account['stage'], string>> = {
  needs_key: say('onboarding.its-spend-key-is-still-missing'),
  needs_backup: say('onboarding.its-new-words-are-not-checked'),
  needs_registration: say('onboarding.its-key-is-not-registered-yet'),
  ready: say('onboarding.lacks-nothing'),
  lost: say('onboarding.its-keys-have-to-be-brought'),
}

function textOf({ outcome }: ImportResult, account: Account | null): string {
  switch (outcome) {
    case 'added':
      return account === null
        ? say('onboarding.added-alone')
        : say('onboarding.added', { detail: LACKS[account.stage] })
    case 'renewed':
      return account === null
        ? say('onboarding.renewed-alone')
        : say('onboarding.was-here-already-its-session-is', { detail: LACKS[account.stage] })
    case 'watched':
      return say('onboarding.watched-balances-and-history-nothing-to')
    case 'used':
      return account === null ? say('onboarding.taken-in') : say('onboarding.for', { account: account.name })
    default:
      return say('onboarding.for-none-of-these-accounts-it')
  }
}
