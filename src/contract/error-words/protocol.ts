import { KEPT, named, SAFE, type TextsOf, text } from './form.ts'

export const PROTOCOL_TEXTS: TextsOf<'protocol'> = {
  'protocol.bytes': text('Some data is not what it should be.', SAFE, 'Copy it again from its source.'),
  'protocol.amount': text('That is not an amount.', SAFE, 'Use digits and one dot, with at most 8 decimals.'),
  'protocol.id': text('That is not a valid id.', SAFE, 'Copy the whole id again.'),
  'protocol.key': text('A key is not valid.', KEPT, 'Check where the key came from. Do not use it.'),
  'protocol.scalar': text('A secret number is not valid.', KEPT, 'Try again. If it stays, do not trust this service.'),
  'protocol.signature': text('A signature does not fit.', KEPT, 'Do not continue. Ask the sender for a new copy.'),
  'protocol.script': text('A spending rule is not one that Coffer knows.', KEPT, 'Do not sign it.'),
  'protocol.transaction': text('These bytes are not a valid transaction.', KEPT, 'Ask for a new copy of it.'),
  'protocol.validation': (d) =>
    text(`The transaction breaks a rule of the network: ${named(d, 'rule', 'unknown rule')}.`, KEPT, 'Build it again.'),
  'protocol.not_ours': (d) =>
    text(
      `Coin ${named(d, 'input', '?')} of this payment could not be proved to be yours.`,
      KEPT,
      'Do not try it elsewhere. Refresh, and if it stays, stop using this service and keep the report.',
    ),
  'protocol.address': text(
    'That address is not valid.',
    SAFE,
    'Copy the whole address again. One wrong character is enough.',
  ),
  'protocol.invoice': text('That invoice is damaged or not valid.', SAFE, 'Ask for a new one.'),
  'protocol.link': text('That link is not one Coffer understands.', SAFE, 'Check where it came from.'),
  'protocol.token': text('The access token is not valid.', SAFE, 'Import the account again.'),
  'protocol.keystore': text(
    'That is not a complete keystore.',
    SAFE,
    'Download the keystore again and import the whole file.',
  ),
  'protocol.pin': text('The PIN data is not valid.', SAFE, 'Try again.'),
  'protocol.inscription': text('That is not a valid inscription.', KEPT, 'Check its content.'),
  'protocol.storage': text(
    'The content does not fit what is paid for storing it.',
    KEPT,
    'Shorten it, or pay for more.',
  ),
  'protocol.selection': text(
    'These coins do not add up to the amount.',
    SAFE,
    'Choose other coins or a smaller amount.',
  ),
}
