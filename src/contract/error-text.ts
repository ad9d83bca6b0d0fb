import type { ErrorDetails } from '#protocol/text'
import type { ErrorCode } from './error-codes.ts'
import { type ErrorText, SAFE, type Text, text } from './error-words/form.ts'
import { INPUT_TEXTS } from './error-words/input.ts'
import { PROTOCOL_TEXTS } from './error-words/protocol.ts'
import { REMOTE_TEXTS } from './error-words/remote.ts'
import { VAULT_TEXTS } from './error-words/vault.ts'
import { WALLET_TEXTS } from './error-words/wallet.ts'

const TEXTS: Readonly<Record<ErrorCode, Text>> = {
  ...PROTOCOL_TEXTS,
  ...INPUT_TEXTS,
  ...VAULT_TEXTS,
  ...WALLET_TEXTS,
  ...REMOTE_TEXTS,
  'backup.none': text('That is not a backup file.', SAFE, 'Choose a file whose name ends in .coffer-backup.'),
  'backup.newer': text(
    'This backup was made by a newer Coffer.',
    'It was not changed, and nothing was restored.',
    'Update Coffer, then try again.',
  ),
  'backup.damaged': text(
    'This backup file is damaged.',
    'Nothing was restored from it.',
    'Take another backup, or copy the file again from where it was kept.',
  ),
  'backup.wrong_key': text(
    'These words or this passphrase do not open the backup.',
    'Nothing was changed.',
    'Use the 24 words of one of its accounts, or the passphrase that was in force when it was set up.',
  ),
  'backup.off': text(
    'There is no key here to seal a backup with.',
    'Nothing was written.',
    'Set a passphrase or make the key of an account first.',
  ),
  'store.newer': text('These files were written by a newer Coffer.', 'They were not touched.', 'Update Coffer.'),
  'store.damaged': text(
    'A data file was damaged.',
    'It was kept aside; what the network knows is read again.',
    'Wait until Coffer has caught up.',
  ),
  'store.other_network': text(
    'These files belong to another network.',
    'They were not touched.',
    'Start Coffer with the right network or data folder.',
  ),
  'store.in_use': text('Another Coffer is using these files.', SAFE, 'Close the other window first.'),
  'store.disk': text(
    'The disk refused to save or read.',
    'Nothing was sent that was not saved first.',
    'Free some space, or make sure that the folder may be written, and try again.',
  ),
  'host.refused': text('Coffer refused that request.', SAFE, 'Close the window and open Coffer again.'),
  internal: text(
    'Something went wrong inside Coffer.',
    'What was saved stays saved; nothing is sent twice.',
    'Try again. If it stays, save the log and report it.',
  ),
}

/** Person-facing sentences of an error. They never contain text that came from a server. */
export function errorText(code: ErrorCode, details: ErrorDetails = {}): ErrorText {
  const entry = TEXTS[code]
  return typeof entry === 'function' ? entry(details) : entry
}
