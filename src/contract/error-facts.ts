import { type ErrorDetails, glimpse } from '#protocol/text'
import { type Said, said } from '#words/facts'
import { ERRORS, type ErrorCode, type Money } from './error-codes.ts'
import { type ErrorFacts, given, numberIn, type Told, textIn } from './error-facts/form.ts'
import { INPUT_FACTS } from './error-facts/input.ts'
import { WALLET_FACTS } from './error-facts/wallet.ts'

export type { ErrorFacts } from './error-facts/form.ts'

const MONEY: Readonly<Record<Money, Said | null>> = {
  none: null,
  safe: said('error.money.safe'),
  kept: said('error.money.kept'),
  saved: said('error.money.saved'),
  words: said('error.money.words'),
  unsigned: said('error.money.unsigned'),
}

const UNKNOWN = '?'

/** What failed before anything of what was brought was kept, says the wallet: then nobody asks what became of a payment. */
const isUntaken = (details: ErrorDetails): boolean => details['untaken'] === true
const UNTAKEN = { money: said('error.money.untaken') }

/** Who stands between, where it is known: what was asked went no other way. */
function unreachableFacts(details: ErrorDetails): Partial<ErrorFacts> {
  switch (details['by']) {
    case 'proxy':
      return {
        what: said('error.remote.unreachable.proxy.what', { reason: textIn(details, 'reason') }),
        todo: said('error.remote.unreachable.proxy.todo'),
      }
    case 'changed':
      return {
        what: said('error.remote.unreachable.changed.what'),
        todo: said('error.remote.unreachable.changed.todo'),
      }
    case 'certificate':
      return {
        what: said('error.remote.unreachable.certificate.what'),
        todo: said('error.remote.unreachable.certificate.todo'),
      }
    default:
      return {}
  }
}

/** What sentences say of the case at hand, or which of several they are. All others take nothing. */
const TOLD: Readonly<Partial<Record<ErrorCode, Told>>> = {
  'protocol.not_ours': (d) => ({
    what: said('error.protocol.not_ours.what', { input: given(d, 'input', UNKNOWN) }),
  }),
  'protocol.link': ({ reason }) =>
    reason === 'amount'
      ? { what: said('error.protocol.link.amount.what'), todo: said('error.protocol.link.amount.todo') }
      : {},
  'remote.malformed': ({ page }) =>
    page === true
      ? { what: said('error.remote.malformed.page.what'), todo: said('error.remote.malformed.page.todo') }
      : {},
  ...INPUT_FACTS,
  'vault.wrong_passphrase': (d) => ({
    todo: said('error.vault.wrong_passphrase.todo', { seconds: Math.max(0, numberIn(d, 'waitSeconds')) }),
  }),
  'vault.key_mismatch': (d) => ({
    what: said('error.vault.key_mismatch.what', {
      known: d['coin'] === true ? 'coin' : textIn(d, 'expected') === '' ? 'nothing' : 'key',
      expected: textIn(d, 'expected'),
      found: textIn(d, 'found'),
    }),
  }),
  ...WALLET_FACTS,
  'backup.no_folder': (d) =>
    d['file'] === true
      ? { what: said('error.backup.no_folder.file.what'), todo: said('error.backup.no_folder.file.todo') }
      : {},
  'backup.no_file': (d) =>
    d['folder'] === true
      ? { what: said('error.backup.no_file.folder.what'), todo: said('error.backup.no_file.folder.todo') }
      : {},
  'backup.other_network': ({ network }) =>
    network === 'mainnet'
      ? { what: said('error.backup.other_network.real.what'), todo: said('error.backup.other_network.real.todo') }
      : {},
  'remote.unreachable': unreachableFacts,
  'remote.timeout': (d) => (isUntaken(d) ? { todo: said('error.remote.unreachable.todo') } : {}),
  'remote.forbidden': (d) =>
    isUntaken(d)
      ? { what: said('error.remote.forbidden.untaken.what'), todo: said('error.remote.forbidden.untaken.todo') }
      : {},
  'remote.not_found': (d) =>
    isUntaken(d)
      ? { what: said('error.remote.not_found.untaken.what'), todo: said('error.remote.not_found.untaken.todo') }
      : {},
  'remote.rate_limited': ({ asked }) =>
    asked === 'people'
      ? { what: said('error.remote.rate_limited.people.what'), todo: said('error.remote.rate_limited.people.todo') }
      : {},
  'remote.invalid_field': ({ of }) =>
    of === 'keys'
      ? { what: said('error.remote.invalid_field.keys.what'), todo: said('error.remote.invalid_field.keys.todo') }
      : {},
  'remote.output_key': (d) => {
    const by = textIn(d, 'takenBy')
    return by === '' ? {} : { what: said('error.remote.output_key.taken.what', { by: glimpse(by) }) }
  },
  'remote.refused': (d) => ({
    what: said('error.remote.refused.what', { code: given(d, 'code', said('error.unknown')) }),
  }),
  'host.refused': ({ reason }) =>
    reason === 'too_large'
      ? { what: said('error.host.refused.large.what'), todo: said('error.host.refused.large.todo') }
      : {},
}

/**
 * What an error says to people, as facts for whoever words them. They never contain text that came from a server. An error without sentences
 * of its own for the money says what many say.
 */
export function errorFacts(code: ErrorCode, details: ErrorDetails = {}): ErrorFacts {
  const row = ERRORS[code]
  const own = (part: keyof ErrorFacts): Said => ({ code: `error.${code}.${part}`, values: {} })
  return {
    what: own('what'),
    money: 'money' in row ? MONEY[row.money] : own('money'),
    todo: own('todo'),
    ...TOLD[code]?.(details),
    ...(isUntaken(details) ? UNTAKEN : {}),
  }
}

/** What happened and what to do, where there is one line for both. */
export const inOneLine = ({ what, todo }: Pick<ErrorFacts, 'what' | 'todo'>): Said =>
  said('error.what-and-todo', { what, todo })
