import { KEPT, named, SAFE, type TextsOf, text } from './form.ts'

export const REMOTE_TEXTS: TextsOf<'remote'> = {
  'remote.unreachable': text(
    'The network could not be reached.',
    'What was saved stays saved; nothing is sent twice.',
    'Check your connection. Coffer keeps trying.',
  ),
  'remote.timeout': text(
    'The network did not answer in time.',
    'What was asked may still have happened. Coffer checks and never sends twice.',
    'Wait; do not pay again from elsewhere.',
  ),
  'remote.insecure': text('The address of the service is not secure.', SAFE, 'Use an https address.'),
  'remote.redirect': text(
    'The service tried to send Coffer somewhere else.',
    SAFE,
    'Check your connection; do not continue on this network.',
  ),
  'remote.too_large': text('The answer of the service is too large.', SAFE, 'Try again later.'),
  'remote.malformed': text(
    'The service answered something Coffer does not accept.',
    SAFE,
    'Try again later. If it stays, update Coffer.',
  ),
  'remote.unproved': text(
    'An answer for this account does not carry the signature of its service, so Coffer does not believe it.',
    SAFE,
    'Check your connection; do not continue on this network. If it stays, ask for a new permission.',
  ),
  'remote.clock': text('The clock of this computer is wrong.', SAFE, 'Set date and time, then try again.'),
  'remote.unauthorized': text(
    'The service does not accept this account any more.',
    SAFE,
    'Import the account again with a fresh keystore.',
  ),
  'remote.forbidden': text('The service does not allow this account to do that.', SAFE, 'Use an account that may.'),
  'remote.not_found': text('The service does not know that.', SAFE, 'Check the id.'),
  'remote.rate_limited': text('Too many requests in a short time.', SAFE, 'Wait a minute, then try again.'),
  'remote.server': text(
    'The service has a problem.',
    'What was saved stays saved; nothing is sent twice.',
    'Try again later.',
  ),
  'remote.invalid_field': text('The service did not accept a value.', KEPT, 'Check what you entered.'),
  'remote.address_pending': text('The address is still being made.', SAFE, 'Try again in a minute.'),
  'remote.output_locked': text(
    'A coin of this payment is already used by another one.',
    'It was not spent twice.',
    'Refresh and build the payment again.',
  ),
  'remote.output_unknown': text(
    'A coin of this payment is not usable yet, or was spent elsewhere.',
    'It was not spent twice.',
    'Refresh and try again.',
  ),
  'remote.not_registered': text(
    'This person or account is not registered yet.',
    SAFE,
    'Register it first, or invite them to.',
  ),
  'remote.insufficient': text('The service says the balance is too small.', KEPT, 'Refresh, then send less.'),
  'remote.amount_too_small': text('The amount is too small for this.', KEPT, 'Send more.'),
  'remote.amount_too_large': text('The amount is too large for one withdrawal.', KEPT, 'Send less at a time.'),
  'remote.fee_too_small': text('The fee has changed.', KEPT, 'Start again with the new fee.'),
  'remote.pin': text(
    'The service did not accept the PIN or key of this account.',
    SAFE,
    'Check it, then try again. After several wrong ones the service lets nobody try for a while.',
  ),
  'remote.already_paid': text('This request was paid before.', 'It was not paid a second time.', 'Look in Activity.'),
  'remote.bots_full': text('You share three bots already, which is the most.', SAFE, 'Stop sharing one of them first.'),
  'remote.receivers': text('The list of receivers is not valid.', KEPT, 'Remove duplicates and try again.'),
  'remote.receiver_gone': text('The receiver has closed their account.', KEPT, 'Choose another receiver.'),
  'remote.withdrawal_memo': text(
    'The tag or memo does not have the right form for this chain.',
    KEPT,
    'Ask the receiver for the right one.',
  ),
  'remote.withdrawal_suspended': text('Withdrawals of this asset are stopped for now.', KEPT, 'Try again later.'),
  'remote.chain_behind': text('The service is catching up with this chain.', SAFE, 'Try again later.'),
  'remote.address_malformed': text('That is not an address of this chain.', KEPT, 'Check the address and the network.'),
  'remote.output_key': text(
    'A receiving key was refused by the network.',
    'It was not sent.',
    'Build the payment again.',
  ),
  'remote.signature': text('The network refused a signature.', 'It was not sent.', 'Build the payment again.'),
  'remote.refused': (d) =>
    text(
      `The service refused (code ${named(d, 'code', 'unknown')}).`,
      'What was saved stays saved; nothing is sent twice.',
      'Look at the technical detail, then try again later.',
    ),
}
