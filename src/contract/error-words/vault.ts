import { named, SAFE, type TextsOf, text } from './form.ts'

export const VAULT_TEXTS: TextsOf<'vault'> = {
  'vault.locked': text('Coffer is locked.', SAFE, 'Unlock it and try again.'),
  'vault.wrong_passphrase': (d) =>
    text(
      'That is not the passphrase.',
      SAFE,
      Number(d['waitSeconds'] ?? 0) > 0 ? `Wait ${named(d, 'waitSeconds', '')} seconds, then try again.` : 'Try again.',
    ),
  'vault.passphrase_needed': text('This needs your passphrase.', SAFE, 'Enter it, or set one in Settings first.'),
  'vault.no_keychain': text(
    'This computer offers no keychain that Coffer can use.',
    SAFE,
    'Set a passphrase; your key is then kept in a file sealed with it.',
  ),
  'vault.key_missing': text(
    'The key of this account is not on this computer.',
    'Your money is safe as long as you have your 24 words.',
    'Restore the account from its phrase.',
  ),
  'vault.damaged': text(
    'The stored key is damaged and cannot be read.',
    'Your money is safe as long as you have your 24 words.',
    'Restore the account from its phrase. The damaged file was kept.',
  ),
  'vault.other_profile': text(
    'Your passphrase is right, but the stored keys belong to another copy of Coffer’s files.',
    'Your money is safe as long as you have your 24 words.',
    'Put back the whole data folder as it was, or restore your accounts from their words.',
  ),
  'vault.no_words': text(
    'No words spell this key.',
    'Nothing was shown.',
    'It can be shown as 64 characters instead, to be written down.',
  ),
  'vault.key_mismatch': (d) =>
    text(
      d['coin'] === true
        ? `That is the key of another account: its public key is ${named(d, 'found', '')}, and it opens no coin of this one.`
        : d['expected'] === undefined || d['expected'] === ''
          ? 'That is the key of another account.'
          : `That is another key: this account has the public key ${named(d, 'expected', '')}, and yours gives ${named(d, 'found', '')}.`,
      SAFE,
      'Use the key, or the 24 words, of this account. Words of the Messenger are others, and open nothing here.',
    ),
  'vault.key_unproved': text(
    'Nothing has shown yet that this key is the account’s, so nothing is signed with it.',
    SAFE,
    'Receive something first: the first coin that arrives proves the key or refutes it.',
  ),
}
