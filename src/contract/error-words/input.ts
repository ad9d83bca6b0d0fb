import type { ErrorDetails } from '#protocol/text'
import { weakWords } from '../passphrase.ts'
import { type ErrorText, named, SAFE, type TextsOf, text } from './form.ts'

const keystoreText = (d: ErrorDetails): ErrorText =>
  text(
    d['what'] === undefined || d['what'] === 'keystore'
      ? 'That file is not an account keystore.'
      : `That keystore is not complete: its ${named(d, 'what', '')} is missing or not valid.`,
    SAFE,
    'Choose the JSON file that the developer dashboard gave you.',
  )

/** What else such a file can be, so that nobody looks for a fault in it. */
const KEYSTORES: Readonly<Record<string, ErrorText>> = {
  rsa: text(
    'That keystore is of an old form: its session signs with RSA, which Coffer does not do.',
    'Nothing of it was kept.',
    'Make a new session for the app in the developer dashboard, and import the keystore that it gives you.',
  ),
  permission: text(
    'That is a permission to look at an account, not its keys.',
    'Nothing of it was kept.',
    'Choose “Watch an account” and paste it there.',
  ),
  'spend-key': text(
    'That is a spend key without its account.',
    'Nothing of it was kept.',
    'Import the file of the account first, or paste both together: the dashboard gives them in two places.',
  ),
  words: text(
    'These are the words of a spend key, without its account.',
    'Nothing of them was kept.',
    'Import the file of the account first. Coffer asks for the words next.',
  ),
  'messenger-words': text(
    'These are the words of a Messenger account.',
    'Nothing of them was kept.',
    'They are no spend key: without the phone they open nothing here. The phone itself can show you its money.',
  ),
  several: text('That is more than one keystore.', 'Nothing of it was kept.', 'Import one account after the other.'),
  'several-keys': text(
    'That holds two different spend keys.',
    'Nothing of it was kept.',
    'Paste the keystore with the one key that belongs to it.',
  ),
  json: text(
    'That file is cut off or damaged.',
    'Nothing of it was kept.',
    'Choose the file again, or copy all of it.',
  ),
  unknown: text(
    'No account is named in that.',
    'Nothing of it was kept.',
    'Choose the file that the developer dashboard gives for an account.',
  ),
  large: text('That is too large for a keystore.', 'Nothing of it was kept.', 'Choose the keystore alone.'),
}

const PERMISSIONS: Readonly<Record<string, ErrorText>> = {
  keystore: text(
    'Those are the keys of an account, not a permission to look at it.',
    'Nothing of it was kept.',
    'Choose “Import a keystore” and paste it there.',
  ),
  single_request: text(
    'That token was made for a single request, so it opens nothing else.',
    'Nothing of it was kept.',
    'Ask for the keys of the authorization, or for an access token that lasts.',
  ),
  ended: text(
    'The service does not accept that permission: it expired, or it was taken back.',
    'Nothing of it was kept.',
    'Ask for a new one.',
  ),
  unregistered: text(
    'The account behind that permission is not registered yet, so there is nothing to watch.',
    'Nothing of it was kept.',
    'Try again once it is registered.',
  ),
}

function permissionText(details: ErrorDetails): ErrorText {
  if (details['lacks'] !== undefined) {
    return text(
      `That permission does not include ${named(details, 'lacks', 'what is needed')}, without which there is nothing to show.`,
      'Nothing of it was kept.',
      'Ask for one with PROFILE:READ, ASSETS:READ and SNAPSHOTS:READ.',
    )
  }
  return (
    PERMISSIONS[String(details['reason'] ?? '')] ??
    text(
      'That is neither an access token nor the keys of an authorization.',
      SAFE,
      'Copy it again, the whole of it and nothing else.',
    )
  )
}

export const INPUT_TEXTS: TextsOf<'input'> = {
  'input.invalid': (d) =>
    text(
      `Something in the form is not valid: ${named(d, 'field', 'unknown field')}.`,
      SAFE,
      'Correct it and try again.',
    ),
  'input.amount': text(
    'That is not an amount Coffer can send.',
    SAFE,
    'Use digits and one dot, more than zero, with at most 8 decimals.',
  ),
  'input.amount_ambiguous': (d) =>
    text(
      `“${named(d, 'text', '')}” can be read in two ways.`,
      SAFE,
      'Choose which one you mean, or write it with a dot.',
    ),
  'input.memo_too_long': (d) =>
    text(
      `The memo is ${named(d, 'bytes', 'too many')} bytes long; ${named(d, 'most', '255')} is the most here.`,
      SAFE,
      'Shorten it.',
    ),
  'input.payee': text(
    'Coffer does not know whom that names.',
    SAFE,
    'Enter an id number, a user id, an address or a payment link.',
  ),
  'input.phrase': (d) =>
    text(
      `The phrase is not valid${d['word'] === undefined ? '' : `: word ${named(d, 'word', '')} is not on the list`}.`,
      SAFE,
      'Check spelling and order of all 24 words.',
    ),
  'input.spend_key': text(
    'That is not a spend key.',
    SAFE,
    'It has 64 characters from 0 to 9 and a to f; the dashboard showed it once when the account was registered.',
  ),
  'input.pin': text(
    'Those are not the six digits of a PIN.',
    SAFE,
    'Enter the PIN that this account had before: six digits from 0 to 9.',
  ),
  'input.tip_key': (d) =>
    text(
      d['expected'] === undefined
        ? 'That is not a TIP key.'
        : `That is another TIP key: this account has the public key ${named(d, 'expected', '')}, and yours gives ${named(d, 'found', '')}.`,
      SAFE,
      'It has 64 characters from 0 to 9 and a to f, and stands in the file as tip_private_key or pin.',
    ),
  'input.keystore': (d) => KEYSTORES[String(d['form'] ?? '')] ?? keystoreText(d),
  'input.permission': (d) => permissionText(d),
  'input.bundle': (d) =>
    text(
      `This bundle cannot be used: ${named(d, 'section', 'the file')}, ${named(d, 'reason', 'it is damaged')}.`,
      'Nothing of it was kept and nothing was signed.',
      'Ask for it again, and for the whole file or all of its codes.',
    ),
  'input.group': text(
    'These members and this number of signatures do not make a group.',
    'Nothing was added.',
    'Choose at least two members, and at most as many signatures as members.',
  ),
  'input.address_known': (d) =>
    text(
      `This address is saved already${d['label'] === undefined ? '' : `, as ${named(d, 'label', 'another')}`}.`,
      'Nothing was changed.',
      'Change the saved one instead.',
    ),
  'input.passphrase_weak': (d) => ({ money: SAFE, ...weakWords(d['why']) }),
}
