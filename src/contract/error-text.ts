import type { ErrorDetails } from '#protocol/text'
import type { ErrorCode } from './errors.ts'
import { weakWords } from './passphrase.ts'

/** Three sentences for a person: what happened, what it means for their money, what to do. */
export interface ErrorText {
  readonly what: string
  readonly money: string
  readonly todo: string
}

const SAFE = 'Your money has not moved.'
const KEPT = 'Nothing was signed and nothing was sent.'

type Text = ErrorText | ((details: ErrorDetails) => ErrorText)
const text = (what: string, money: string, todo: string): ErrorText => ({ what, money, todo })
const named = (details: ErrorDetails, key: string, otherwise: string): string => {
  const value = details[key]
  return value === undefined || value === null || value === ''
    ? otherwise
    : Array.isArray(value)
      ? value.join(', ')
      : String(value)
}

/** The request that has a coin, as far as it is known. */
function coinTaker(details: ErrorDetails): string {
  const title = named(details, 'title', '')
  if (title === '') return 'Another transaction'
  const by = named(details, 'by', '')
  return by === '' ? `The request “${title}”` : `${by}’s request “${title}”`
}

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

const TEXTS: Record<ErrorCode, Text> = {
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
      d['expected'] === undefined || d['expected'] === ''
        ? 'That is the key of another account.'
        : `That is another key: this account has the public key ${named(d, 'expected', '')}, and yours gives ${named(d, 'found', '')}.`,
      SAFE,
      'Use the key, or the 24 words, of this account.',
    ),

  'wallet.account_unknown': text('That account is not in this wallet.', SAFE, 'Choose another account.'),
  'wallet.account_exists': text('That account is already in this wallet.', SAFE, 'Switch to it instead.'),
  'wallet.account_registered': text(
    'This account is registered already, so no new key is made for it.',
    SAFE,
    'Bring its spend key or its 24 words: only they open its money.',
  ),
  'wallet.session_ended': text(
    'The service does not take this session any more.',
    SAFE,
    'Make a new session in the dashboard and import its file; keys and history stay.',
  ),
  'wallet.account_not_ready': text(
    'This account is not registered yet.',
    'It can neither receive nor send until then.',
    'Finish the registration.',
  ),
  'wallet.quiz_wrong': text('One of the words is not right.', SAFE, 'Look at your written phrase again.'),
  'wallet.watch_only': (d) =>
    d['scope'] === undefined || d['scope'] === 'FULL'
      ? text(
          `This account is watch-only, so it ${named(d, 'cannot', 'cannot do that')}: there is no key of it on this computer.`,
          SAFE,
          'Do it with an account that has its key here.',
        )
      : text(
          `This account is watch-only, and its permission does not include ${named(d, 'scope', 'this')}.`,
          SAFE,
          'Ask for a permission that includes it, and give it to this account in Settings.',
        ),
  'wallet.no_web_app': (d) =>
    text(
      `${named(d, 'name', 'This bot')} ${d['reason'] === 'no_bot' ? 'is not a bot' : 'has no page that Coffer opens'}.`,
      SAFE,
      d['reason'] === 'no_bot'
        ? 'Check the number: only bots have pages.'
        : 'Only pages over https are opened. Ask whoever runs the bot.',
    ),
  'wallet.permission_ended': text(
    'The permission to watch this account has ended: it expired, or it was taken back.',
    'Its money is untouched. You see what was read before.',
    'Ask for a new permission and give it to this account in Settings, Accounts.',
  ),
  'wallet.payment_unknown': text('That payment is not in this wallet.', SAFE, 'Look in Activity.'),
  'wallet.collectible_gone': text(
    'That collectible cannot be used now.',
    'It was sent, released or frozen, or another payment holds it. Nothing was sent.',
    'Look at it again, and at what is on its way.',
  ),
  'wallet.inscription_refused': (d) =>
    text(
      `The network would ignore this: ${named(d, 'reason', 'it breaks a rule')}.`,
      'Nothing was sent, and nothing was burnt.',
      'Change it, and look at the preview again.',
    ),
  'wallet.no_return': text(
    'The link of this payment names no address that Coffer opens.',
    'The payment itself is as its receipt says.',
    'Only addresses over https are opened, and only once the payment was sent. Copy it if you want to go there.',
  ),
  'wallet.declined': text(
    'You did not agree in the other window.',
    'Nothing was done and nothing was signed.',
    'Try again if you meant to.',
  ),
  'wallet.payment_state': (d) =>
    text(
      `This payment is already ${named(d, 'state', 'further along')}.`,
      'It was not sent a second time.',
      'Look at its receipt.',
    ),
  'wallet.insufficient': (d) =>
    text(
      `You can send ${named(d, 'available', '0')} ${named(d, 'symbol', '')}; this needs ${named(d, 'needed', 'more')}.`,
      Number(d['held'] ?? 0) > 0
        ? `${named(d, 'held', '')} ${named(d, 'symbol', '')} is held for other payments.`
        : SAFE,
      'Send less, or receive more first.',
    ),
  'wallet.too_many_inputs': (d) =>
    text(
      `One payment can use 256 coins, and yours are too small: at most ${named(d, 'fits', '?')} ${named(d, 'symbol', '')} fits.`,
      SAFE,
      'Send that much or less, or combine your coins first, which costs nothing.',
    ),
  'wallet.payee_unregistered': (d) =>
    text(
      `${named(d, 'names', 'The receiver')} is not registered to receive here yet.`,
      KEPT,
      'Invite them to register, or leave them out.',
    ),
  'wallet.fee_insufficient': (d) =>
    text(
      `The fee is ${named(d, 'fee', '')} ${named(d, 'symbol', '')}, and you do not have that much available.`,
      SAFE,
      'Receive some of that asset first.',
    ),
  'wallet.fee_unknown': text('The withdrawal fee is not known right now.', SAFE, 'Try again in a moment.'),
  'wallet.fee_receiver': text(
    'The service wants the withdrawal fee to go to somebody else than this network’s fee account.',
    KEPT,
    'Do not withdraw through this service; it may be dishonest.',
  ),
  'wallet.review_changed': text(
    'The payment is not the one you reviewed.',
    KEPT,
    'Review it again before you approve.',
  ),
  'wallet.record_differs': (d) =>
    text(
      `The service describes this payment differently from its bytes: ${named(d, 'fields', 'unknown field')}.`,
      KEPT,
      'Do not send it. Keep the report; this service may be dishonest.',
    ),
  'wallet.keys_refused': (d) =>
    text(
      `The receiving keys that the service gave are not acceptable: ${named(d, 'reason', 'unknown reason')}.`,
      KEPT,
      'Try again later. If it stays, do not trust this service.',
    ),
  'wallet.view_refused': (d) =>
    text(
      `The service did not give what is needed to sign coin ${named(d, 'input', '?')}.`,
      KEPT,
      'Try again later. If it stays, do not trust this service.',
    ),
  'wallet.already_sent': text(
    'This payment was sent before.',
    'It was not sent a second time.',
    'Look at its receipt.',
  ),
  'wallet.sent_unproved': text(
    'The service says that this payment was sent before, but no signed transaction proves it.',
    'It was not sent a second time. Its coins stay held.',
    'Try again later. If it was never sent, give it up.',
  ),
  'wallet.request_taken': text(
    'The id of this payment belongs to another transaction, which was sent before.',
    'This one was not signed and not sent.',
    'Give this payment up and look in Activity before you pay again.',
  ),
  'wallet.conflict': text(
    'A coin of this payment was spent by another payment first.',
    'This payment can never happen; the coins it held and did not spend are free again.',
    'Look at what spent the coin, then pay again if you still want to.',
  ),
  'wallet.ask_before_sending': (d) =>
    text(
      d['reason'] === 'restored'
        ? 'This payment was signed before these files were restored.'
        : d['reason'] === 'spent_elsewhere'
          ? 'This payment was signed, and since then the account paid from another computer.'
          : 'This payment was signed more than a day ago and was never confirmed.',
      'It may have been paid since, or paid again elsewhere. Coffer does not send it by itself.',
      'Send it now if it is still wanted, or make it impossible.',
    ),
  'wallet.change_at_risk': text(
    'Change from an earlier payment was not proved to be yours yet.',
    KEPT,
    'Wait a few seconds and approve again, or accept the sum that is named.',
  ),
  'wallet.again_untied': text(
    'Nothing would keep the first try of this payment from being paid as well.',
    KEPT,
    'Wait until the coin that was spent elsewhere comes back as change, or ask the receiver whether it arrived.',
  ),
  'wallet.nothing_to_void': text(
    'Each coin of this payment was tried already.',
    'The payment is still undecided, and its coins are held.',
    'Wait for the network to answer. Do not pay it a second time.',
  ),
  'wallet.sending_frozen': text(
    'Sending is stopped: change from an earlier payment did not come back as it should.',
    'No further money is put at risk.',
    'Read what is missing under Settings, Sending is stopped, before you do anything else.',
  ),
  'wallet.request_unknown': text(
    'No request with that id is known.',
    'Nothing was signed.',
    'Check the link or ask for it again; only members of the group can read a request.',
  ),
  'wallet.request_differs': text(
    'What was asked, what the service recorded and what the bytes do are not the same.',
    'Nothing was signed.',
    'Do not sign. Show the differing lines to whoever asked you.',
  ),
  'wallet.request_revoked': text(
    'The group gave this request up before enough members had signed.',
    'Its coins are free again. Signatures that were given exist on, but the service takes no more of them.',
    'Make a new request if you still want to pay.',
  ),
  'wallet.request_ended': text(
    'This request has ended and takes no more signatures.',
    'Nothing was signed now.',
    'Look at its state; you can make a new one like it.',
  ),
  'wallet.request_held': text(
    'A coin of this request is set aside for another payment of yours.',
    'Nothing was signed, so that one coin is not promised twice.',
    'Finish or cancel the other payment first.',
  ),
  'wallet.coin_taken': (d) =>
    text(
      `${coinTaker(d)} ${d['state'] === 'spent' ? 'has spent a coin of this one' : 'is signed already and holds a coin of this one'}.`,
      KEPT,
      d['state'] === 'spent'
        ? 'Give this one up, and make a new one if you still want to pay.'
        : 'Give this one up or pay with other coins; or wait until that request is given up.',
    ),
  'wallet.coin_doubted': text(
    'The service still describes this coin differently than before, and nothing proves what it says now.',
    'The coin stays out of your balance and is not spent. Nothing was lost by this.',
    'Check again later, or ask the service what happened.',
  ),
  'wallet.group_unknown': text(
    'This request belongs to a group that you have not added.',
    'Nothing was signed.',
    'Add the group after comparing its words with the other members.',
  ),
  'wallet.no_fee_due': text(
    'This withdrawal does not wait for its fee now.',
    'Nothing was paid.',
    'Look at its request: another member has paid the fee, or it is not final yet.',
  ),
  'wallet.deposit_changed': text(
    'The service now gives another deposit address than before.',
    'Money sent to the new address may be lost.',
    'Do not deposit. Compare with the address you were given first.',
  ),
  'wallet.deposit_unverified': text(
    'The deposit address is not signed by the network.',
    'Money sent to it may be lost.',
    'Do not use it. Try again later.',
  ),
  'wallet.asset_mismatch': text(
    'The service describes an asset in a way that does not fit its id.',
    KEPT,
    'Do not send it. Keep the report.',
  ),
  'wallet.needs_sync': text(
    'Coffer has to catch up with the network before it can send.',
    SAFE,
    'Wait a moment, then try again.',
  ),
  'wallet.local_only': text('This works only on the local practice network.', SAFE, 'Switch to the local network.'),

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
    'The service did not accept the PIN proof.',
    SAFE,
    'Check that this phrase belongs to this account.',
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
