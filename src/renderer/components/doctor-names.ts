import { say } from '#words'

/** What each check is about, in words; those of single calls are named by the call. */
const NAMES: Readonly<Record<string, string>> = {
  tls: say('doctor.check.tls'),
  proxy: say('doctor.check.proxy'),
  'own-authority': say('doctor.check.own-authority'),
  nodes: say('doctor.check.nodes'),
  clock: say('doctor.check.clock'),
  'request-id': say('doctor.check.request-id'),
  identity: say('doctor.check.identity'),
  registration: say('doctor.check.registration'),
  'spend-key': say('doctor.check.spend-key'),
  'other-token': say('doctor.check.other-token'),
  'no-transaction': say('doctor.check.no-transaction'),
  'no-request': say('doctor.check.no-request'),
  'no-code': say('doctor.check.no-code'),
  'kernel-asset': say('doctor.check.kernel-asset'),
  'outputs-order': say('doctor.check.outputs-order'),
  'outputs-offset': say('doctor.check.outputs-offset'),
  'outputs-limit': say('doctor.check.outputs-limit'),
  'outputs-state': say('doctor.check.outputs-state'),
  'outputs-holder': say('doctor.check.outputs-holder'),
  'outputs-ids': say('doctor.check.outputs-ids'),
  'snapshots-order': say('doctor.check.snapshots-order'),
  'snapshots-offset': say('doctor.check.snapshots-offset'),
  'recorded-bytes': say('doctor.check.recorded-bytes'),
  'ledger-bytes': say('doctor.check.ledger-bytes'),
  'ledger-output': say('doctor.check.ledger-output'),
  'ledger-key': say('doctor.check.ledger-key'),
  'one-time-keys': say('doctor.check.one-time-keys'),
  'same-hint': say('doctor.check.same-hint'),
  'other-hint': say('doctor.check.other-hint'),
  'deposit-address': say('doctor.check.deposit-address'),
  'own-key-opens': say('doctor.check.own-key-opens'),
  'pay-myself': say('doctor.check.pay-myself'),
}

export const nameOfCheck = (check: string): string | undefined => NAMES[check]
