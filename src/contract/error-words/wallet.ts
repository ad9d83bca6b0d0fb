import type { ErrorDetails } from '#protocol/text'
import { KEPT, named, SAFE, type TextsOf, text } from './form.ts'

/** The request that has a coin, as far as it is known. */
function coinTaker(details: ErrorDetails): string {
  const title = named(details, 'title', '')
  if (title === '') return 'Another transaction'
  const by = named(details, 'by', '')
  return by === '' ? `The request “${title}”` : `${by}’s request “${title}”`
}

export const WALLET_TEXTS: TextsOf<'wallet'> = {
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
  'wallet.phone_app': (d) =>
    d['reason'] === 'refused'
      ? text(
          'The service does not know the app in whose name your phone would be asked.',
          SAFE,
          'Look at the app id in Settings, Network: it is the id of a bot of yours.',
        )
      : text(
          'Your phone is always asked in the name of an app, and none is named yet.',
          SAFE,
          'Enter the id of a bot of yours. The developer dashboard shows it.',
        ),
  'wallet.phone_too_wide': (d) =>
    text(
      `The phone permitted more than looking: ${named(d, 'more', 'more than was asked for')}. Coffer does not keep such a permission.`,
      'Nothing was kept here.',
      'Take the permission back in Mixin Messenger, in its list of authorized apps, and make a new code.',
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
}
