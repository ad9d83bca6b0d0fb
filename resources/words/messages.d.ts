import type { None, Tag, Text } from '../../src/words/values.ts'

/** What each message takes. Written by build/words.mjs from resources/words/en.json. */
export interface Messages {
  'shared.this-can-be-read-in-two': None
  'shared.do-you-mean-this': None
  'shared.your-passphrase': None
  'shared.that-is-not-it-wait-s': { wait: Text }
  'shared.coffer-asks-once-more-in-a': None
  'shared.signing': None
  'shared.backup-file-as-a-whole-path': None
  'shared.enter-the-path-of-the-file': None
  'shared.open-it-with': None
  'shared.passphrase': None
  'shared.passphrase-of-that-time': None
  'shared.enter-the-passphrase': None
  'shared.24-words-of-an-account-in': None
  'shared.enter-the-words': None
  'shared.made': { time: Text }
  'shared.colour': None
  'shared.coffer-error': { code: Text }
  'shared.technical-detail': None
  'shared.doctor-line': { line: Text }
  'shared.report': None
  'shared.memo': None
  'shared.memo-bytes': { bytes: number }
  'shared.none': None
  'shared.memo-in-hex': None
  'shared.coffers-own-program-does-not-answer': None
  'shared.what-you-see-was-read-before': None
  'shared.people-you-know': None
  'shared.guessed-at-once': None
  'shared.very-weak': None
  'shared.weak': None
  'shared.almost': None
  'shared.strong': None
  'shared.at-least-10-characters-four-random': None
  'shared.strength': None
  'shared.the-same-again': None
  'shared.open-its-page': None
  'shared.the-page-of': { bot: Text }
  'common.cancel': None
  'shared.open-in-a-tab': None
  'shared.the-page-is-not-opened': None
  'shared.it-opens-in-a-tab-of': None
  'shared.address': None
  'shared.afterwards': None
  'shared.coffer-opens-nothing-by-itself-once': None
  'shared.watch-only': None
  'shared.tag': None
  'shared.first-time': None
  'shared.first-payment-compared': None
  'shared.paid-time-last': { times: number; last: Text }
  'shared.tick-the-sentence-first': None
  'shared.enter-your-passphrase': None
  'shared.what-opens-it-here-is-deleted': { watched: boolean }
  'shared.i-have-the-24-words-or': None
  'shared.keep-it': None
  'shared.wait-s': { wait: Text }
  'shared.remove-from-this-computer': None
  'shared.bytes-sha3-256': { bytes: Text; contentHash: Text }
  'shared.all-of-it': None
  'shared.stored-content': None
  'shared.the-service-gave-other-bytes-than': None
  'shared.its-bytes-have-the-hash-that': None
  'shared.was-burnt-to-keep-them': { figure: Text }
  'common.save': None
  'shared.stored-by-transaction': None
  'shared.in': { at: Text; purposeName: Text; symbol: Text }
  'shared.transaction': None
  'shared.request-id': None
  'shared.kernel-asset': None
  'shared.reference': None
  'shared.extra': None
  'shared.empty': None
  'shared.bytes': None
  'shared.byte': { raw: number }
  'shared.raw-transaction': None
  'shared.copy-raw': None
  'shared.show-in-hex': None
  'shared.output': { outputs: number }
  'shared.role': None
  'shared.goes-to': None
  'shared.keys': None
  'shared.known-by': None
  'shared.amount': None
  'shared.of': { threshold: Text; keys: Text }
  'shared.coin-spent': { inputs: number }
  'shared.coins-that-are-spent': None
  'shared.output-2': None
  'shared.yours': None
  'shared.hash-of-the-coins-transaction': None
  'shared.proved': None
  'shared.not-proved': None
  'shared.checks': None
  'shared.what-no-wallet-can-check': None
  'shared.what-passed': None
  'shared.checks-passed': { passed: number }
  'shared.things-nobody-can-check': { notes: number }
  'shared.waits-for-its-fee': None
  'shared.pay-the-fee': None
  'shared.go-on-paying-the-fee': None
  'shared.one-member-pays-the-network-fee': None
  'shared.fee-paid': None
  'shared.fee-paid-by': { userName: Text }
  'shared.the-fee-is-on-its-way': None
  'shared.fee-payment': None
  'shared.the-service-sends-the-withdrawal-to': None
  'shared.sent-on-the-other-chain': { chainHash: Text }
  'shared.recovery-phrase': None
  'shared.coffer-recovery-phrase': None
  'shared.whoever-has-these-words-has-the': None
  'shared.being-spent': None
  'shared.held-for-a-payment-in-progress': None
  'shared.held-for': { title: Text }
  'shared.by-you': None
  'shared.it-carries-a-collectible-which-is': None
  'shared.a-signed-transaction-spends-it': None
  'shared.being-spent-by': { title: Text }
  'shared.it-was-spent': None
  'shared.hidden': None
  'shared.no-price': None
  'shared.value-over-time': None
  'shared.price-over-time': None
  'shared.range': None
  'shared.range-short': { range: string }
  'shared.change-over': { range: string; change: Text }
  'shared.no-price-before': { day: Text }
  'shared.at-todays-rate': None
  'shared.prices-of': { time: Text }
  'shared.in-24-hours': { move: Text }
  'shared.came-and-went': { moved: Text }
  'shared.show-as-table': None
  'shared.chart-now': None
  'shared.chart-point': { time: Text; value: Text }
  'shared.price-not-known': None
  'shared.date': None
  'shared.value': None
  'shared.chart-change': None
  'shared.export': None
  'shared.print': None
  'shared.save-as-pdf': None
  'shared.not-exported': None
  'shared.saved-unsigned': None
  'shared.saved-unsigned-why': None
  'shared.tags': None
  'shared.add-a-tag': None
  'shared.add-tag': { tag: Text }
  'shared.remove-tag': { tag: Text }
  'shared.only-with-tag': { tag: Text }
  'shared.statement-to-print': None
  'shared.table-csv': None
  'shared.signed-json': None
  'shared.for-koinly': None
  'shared.for-cointracking': None
  'shared.activity': None
  'shared.of-2': { threshold: Text; members: Text }
  'shared.words-to-compare': None
  'shared.you': None
  'shared.draft': None
  'shared.checking': None
  'shared.ready-to-sign': None
  'shared.submitted': None
  'shared.accepted': None
  'shared.final': None
  'shared.cancelled': None
  'shared.cannot-complete': None
  'shared.unknown-checking': None
  'shared.arriving': None
  'shared.you-2': None
  'shared.group-of': { members: Text }
  'shared.storage-burnt': None
  'shared.kernel-group-of': { members: Text }
  'shared.kernel-address': None
  'shared.address-2': { chainName: Text }
  'shared.unknown': None
  'shared.people': { count: number }
  'shared.recipients': { count: number }
  'shared.this-account': None
  'shared.bot': { bot: boolean; number: Text }
  'shared.group-of-2': { threshold: Text; members: Text }
  'shared.nobody-can-spend-it': None
  'shared.of-kernel-addresses': { threshold: Text; members: Text }
  'shared.the-network-does-not-say-who': None
  'shared.each-stands-in-a-row': None
  'shared.do-not-sign-this': None
  'shared.your-rules-stop-this': None
  'shared.nothing-is-wrong-with-it': None
  'shared.your-rules': None
  'shared.possible-from': None
  'shared.something-is-not-as-it-should': None
  'shared.check-before-you-sign': None
  'shared.tick-what-you-have-looked-at': None
  'shared.everything-else-was-checked': None
  'shared.all-check-passed': { ok: number }
  'shared.what-you-see-here-was-read': None
  'shared.a-check-failed-this-payment-cannot': None
  'shared.tick-the-sentence-above-first': None
  'shared.tick-the-row-of': { name: Text }
  'shared.tick-the-sentences-above-first': { open: Text }
  'shared.ask-of-signers-to': { threshold: Text; members: Text; title: Text }
  'shared.coffer-recomputed-the-receiving-key-from': None
  'shared.vouched-for': None
  'shared.address-verified': None
  'shared.the-service-vouches-for-the-receiving': None
  'shared.not-known': None
  'shared.nobody-vouches-for-these-keys': None
  'shared.the-address-stands-in-the-bytes': None
  'shared.payment-2': None
  'shared.change': None
  'shared.fee': None
  'shared.withdrawal': None
  'shared.storage': None
  'lib.leave-out-the-sign': None
  'lib.use-digits-0-to-9-and': None
  'lib.that-can-not-be-read-as': None
  'lib.at-most-decimals-this-has': { decimals: Text; decimals2: Text }
  'lib.the-amount-must-be-more-than': None
  'lib.as-the-decimal-mark': { name: Text }
  'lib.only-between-groups': { kinds: Text }
  'lib.an-app-id-has-36-characters': None
  'lib.on': { asset: Text; chainName: Text }
  'lib.hex-is-pairs-of-the-digits': None
  'lib.bytes-is-the-most-shorten-it': { bytes: Text; most: Text }
  'lib.more-four-random-words-are-best': { missing: number }
  'lib.the-two-are-not-the-same': None
  'lib.today': None
  'lib.yesterday': None
  'lib.just-now': None
  'lib.min-ago': { minutes: Text }
  'lib.h-ago': { hours: Text }
  'accounts.unspent': None
  'accounts.signed': None
  'accounts.spent': None
  'accounts.all': None
  'accounts.signed-not-sent': None
  'accounts.coin': None
  'accounts.collectible': None
  'accounts.legacy-outputs': None
  'accounts.state': None
  'accounts.coins-and-collectibles-as-the-older': None
  'common.try-again': None
  'accounts.outputs': None
  'accounts.kind': None
  'accounts.what': None
  'accounts.held-by': None
  'accounts.since': None
  'accounts.reading-legacy-outputs': None
  'accounts.no-outputs-in-this-state': None
  'accounts.the-older-interface-lists-nothing-here': None
  'accounts.show-later-ones': None
  'accounts.asset-not-named': None
  'accounts.token-id': None
  'accounts.of': { threshold: Text; names: Text }
  'activity.movement': None
  'activity.act-and-time': { act: Text; time: Text }
  'activity.the-one-above': None
  'activity.the-one-below': None
  'common.close': None
  'activity.esc': None
  'activity.reading-the-movement': None
  'activity.of-confirmations': { have: Text; need: Text }
  'activity.confirmations': None
  'activity.of': { have: Text; need: Text }
  'activity.open-the-payment': None
  'activity.pay-again': None
  'activity.receipt': None
  'activity.state': None
  'activity.fee': None
  'activity.time': None
  'activity.chain-transaction': None
  'activity.output-in-that-transaction': None
  'activity.sent-from': None
  'activity.your-address': None
  'activity.tag': None
  'activity.all-tags': None
  'activity.search-tags': None
  'activity.transaction': None
  'activity.request-id': None
  'activity.snapshot-id': None
  'activity.inscription': None
  'activity.show-the-collectible': None
  'activity.asset-id': None
  'activity.memo-bytes': None
  'activity.technical': None
  'activity.ids': { count: number }
  'activity.from': None
  'activity.to': None
  'activity.paid-time-last': { times: number; last: Text }
  'activity.only-movements-with': { partyName: Text }
  'activity.open-person': { name: Text }
  'activity.user-id': None
  'activity.address': None
  'activity.label': None
  'activity.note': None
  'activity.only-for-you': None
  'activity.edit-note': None
  'activity.edit-tags': None
  'activity.edit-label': None
  'activity.stays-on-this-computer': None
  'activity.search-activity': None
  'activity.memo-label-name-number-symbol-or': None
  'activity.clear-the-search': None
  'activity.how-to-search': None
  'activity.search-finds': None
  'activity.help-amount': None
  'activity.help-before': None
  'activity.help-after': None
  'activity.help-on': None
  'activity.help-asset': None
  'activity.help-to': None
  'activity.help-from': None
  'activity.help-tag': None
  'activity.help-exact': None
  'activity.help-is': { states: Text }
  'activity.operator-amount': None
  'activity.operator-before': None
  'activity.operator-after': None
  'activity.operator-on': None
  'activity.operator-asset': None
  'activity.operator-to': None
  'activity.operator-from': None
  'activity.operator-is': None
  'activity.operator-tag': None
  'activity.example-tag': None
  'activity.is-in': None
  'activity.is-out': None
  'activity.is-final': None
  'activity.is-pending': None
  'activity.is-cancelled': None
  'activity.is-failed': None
  'activity.is-transfer': None
  'activity.is-deposit': None
  'activity.is-withdrawal': None
  'activity.not-understood': { parts: Text }
  'activity.go-to-day': None
  'activity.saved-searches': None
  'activity.no-saved-searches': None
  'activity.forget-search': { name: Text }
  'activity.name-of-search': None
  'activity.asset': None
  'activity.search-assets': None
  'activity.all-assets': None
  'activity.direction': None
  'activity.in-and-out': None
  'activity.in': None
  'activity.out': None
  'activity.kind': None
  'activity.all-kinds': None
  'activity.transfers': None
  'activity.deposits': None
  'activity.withdrawals': None
  'activity.period': None
  'activity.filter': None
  'activity.filters-chosen': { count: number }
  'activity.any-time': None
  'activity.today': None
  'activity.last-7-days': None
  'activity.last-30-days': None
  'activity.this-year': None
  'activity.from-to': None
  'activity.not-only': { person: Text }
  'activity.clear-all': None
  'activity.movements': None
  'activity.at-todays-prices': None
  'activity.sum-in': { sum: Text }
  'activity.sum-out': { sum: Text }
  'activity.arriving-of': { have: Text; need: Text }
  'activity.reading-earlier-movements': None
  'activity.somebody-unknown': None
  'activity.movements-of-all-users': None
  'activity.reading-movements-of-all-users': None
  'activity.no-movements-of-users': None
  'activity.what-the-users-that-this-bot': None
  'activity.show-earlier-ones': None
  'activity.this-bot': None
  'activity.all-users-of-this-bot': None
  'activity.activity': None
  'activity.whose': None
  'activity.waiting-for-you': None
  'activity.reading-activity': None
  'activity.nothing-matches-these-filters': None
  'activity.no-match-for': { search: Text }
  'activity.clear-all-filters': None
  'activity.movements-outside-of-the-filters-are': None
  'activity.no-movements-yet': None
  'activity.receive-your-first-asset': None
  'activity.write-a-payment': None
  'activity.what-you-receive-and-send-appears': None
  'activity.on-the-way': None
  'activity.did-not-complete': None
  'activity.received': None
  'activity.sent': None
  'activity.moved': None
  'activity.deposit': None
  'activity.withdrawal': None
  'activity.coins-combined': None
  'activity.an-unknown-receiver': None
  'approvals.asked-record-and-actual': None
  'approvals.all-agree': None
  'approvals.the-bytes-were-checked': None
  'approvals.nobody-can-check': { notes: number }
  'approvals.stopped-differs': None
  'approvals.stopped-failed': None
  'approvals.lines-that-differ': None
  'approvals.lines-that-match': None
  'approvals.the-service-is-out-of-reach': None
  'approvals.line': None
  'approvals.asked': None
  'approvals.record': None
  'approvals.actual': None
  'approvals.differs': None
  'approvals.agrees': None
  'approvals.not-said': None
  'approvals.approvals': None
  'approvals.group-pays': { group: Text }
  'approvals.must-sign': { threshold: Text; members: Text }
  'approvals.asked-by': { userName: Text; time: Text }
  'approvals.asked-at': { time: Text }
  'approvals.hero-memo': { memo: Text }
  'approvals.memo-public': None
  'approvals.memo-of-bytes': None
  'approvals.no-memo': None
  'approvals.to-people': { people: number }
  'approvals.amount-to': { amount: Text; whom: Text }
  'approvals.amount-to-people': { amount: Text; people: number }
  'approvals.open-a-request': None
  'approvals.only-requests-of-this-group-choose': None
  'approvals.requests-for-signatures': None
  'approvals.find-a-request': None
  'approvals.amount-memo-person': None
  'approvals.age': None
  'approvals.any-age': None
  'approvals.last-day': None
  'approvals.last-week': None
  'approvals.older-than-a-week': None
  'approvals.all-groups': None
  'approvals.all-assets': None
  'approvals.show-all': None
  'approvals.no-request-found': None
  'approvals.save-as-table': None
  'approvals.file-of-requests': None
  'approvals.column-asked': None
  'approvals.column-group': None
  'approvals.column-what': None
  'approvals.column-amount': None
  'approvals.column-asset': None
  'approvals.column-by': None
  'approvals.column-state': None
  'approvals.column-needed': None
  'approvals.column-signed': None
  'approvals.column-unsigned': None
  'approvals.column-no': None
  'approvals.needs-you': None
  'approvals.waiting-for-others': None
  'common.done': None
  'approvals.tell-me-of-new-ones': None
  'approvals.send-to': { partyName: Text }
  'approvals.asked-2': None
  'approvals.asked-3': { userName: Text }
  'approvals.reading-requests': None
  'approvals.nothing-needs-your-signature': None
  'approvals.when-a-member-of-one-of': None
  'approvals.waits-for': { who: Text }
  'approvals.you-said-no': None
  'approvals.nothing-waits-for-others': None
  'approvals.what-you-have-signed-stands-here': None
  'approvals.nothing-is-done-yet': None
  'approvals.requests-that-are-complete-revoked-or': None
  'approvals.create-a-group': None
  'approvals.from-a-code-or-file': None
  'approvals.open': None
  'approvals.request-id-transaction-hash-or-link': None
  'approvals.paste-what-you-were-given': None
  'approvals.opening-a-request-signs-nothing-a': None
  'approvals.a-transaction-on-another-chain': None
  'approvals.everything-in-the-vault-goes-to': None
  'approvals.something-that-coffer-cannot-read': None
  'approvals.what-it-is-for': None
  'approvals.what-it-is-for-as-the': None
  'approvals.the-bytes-that-you-sign-do': None
  'approvals.vault': None
  'approvals.not-named': None
  'approvals.it-approves': None
  'approvals.paid-by-the-vault': None
  'approvals.on': { asset: Text; chainName: Text }
  'approvals.note': None
  'approvals.no-receiver-is-named': None
  'approvals.of-an-asset-that-is-not': None
  'approvals.request': None
  'approvals.queue-of-the-group': None
  'approvals.open-count': { count: Text }
  'approvals.in-the-queue': { count: Text }
  'approvals.in-the-queue-of-the-group': { count: Text }
  'approvals.another-spends-the-same-coin': None
  'approvals.spends-the-same-coin-as-this': None
  'approvals.spends-the-same-coin': None
  'approvals.this-one-and': { count: Text }
  'approvals.of-signed': { count: Text; needed: Text }
  'approvals.you-signed-waits': { more: Text }
  'approvals.by-and': { userName: Text; count: Text }
  'approvals.all-requests-of-the-group': None
  'approvals.next-request': { left: Text }
  'approvals.checking-the-request': None
  'common.check-again': None
  'approvals.share': None
  'approvals.say-no': None
  'approvals.say-no-to-this': None
  'approvals.say-no-and-share-it': None
  'approvals.because': None
  'approvals.a-no-stays-here-until': None
  'approvals.take-the-no-back': None
  'approvals.technical': None
  'approvals.technical-holds': None
  'approvals.words-of-the-group': None
  'approvals.this-request-was-revoked': None
  'approvals.revoked-this-request': { userName: Text }
  'approvals.nobody-can-sign-it-through-the': None
  'approvals.receipt': None
  'approvals.you-have-signed-this': None
  'approvals.you-cannot-sign-this-here': None
  'approvals.cannot-complete-a-coin-of-it': None
  'approvals.cannot-complete-its-coin-was-spent': None
  'approvals.make-a-new-one-like-this': None
  'approvals.hash-of-that-transaction': None
  'approvals.signatures-on-this-request-are-of': None
  'approvals.group-of': { members: Text }
  'approvals.unknown-group': None
  'approvals.this-request-is-for-a-group': None
  'approvals.members-signature-of-needed-compare-the': { members: Text; threshold: number; members2: Text }
  'approvals.members-hash': None
  'approvals.your-name-for-it': None
  'approvals.add-this-group': None
  'approvals.what-is-paid': None
  'approvals.back-to-the-group': None
  'approvals.nothing-the-coins-fit-exactly': None
  'approvals.as-change': None
  'approvals.left-with-the-group': None
  'approvals.came-here': None
  'approvals.nobody-is-named-as-its-maker': None
  'approvals.made-by': { userName: Text }
  'approvals.request-id': None
  'approvals.payload-hash': None
  'approvals.share-this-request': None
  'approvals.how-to-share': None
  'approvals.link': None
  'approvals.codes': None
  'approvals.file': None
  'approvals.note-for-the-others': None
  'approvals.it-travels-with-the-bundle-and': None
  'approvals.qr-code-of-the-link-to': None
  'approvals.link-to-this-request': None
  'approvals.copy-link': None
  'approvals.whoever-opens-it-needs-the-service': None
  'approvals.the-service-could-not-be-asked': None
  'approvals.if-a-member-gave-this-request': None
  'approvals.the-file-holds-the-request-with': None
  'approvals.bundle-as-text': None
  'approvals.save-file': None
  'approvals.moving-qr-code-of-the-bundle': None
  'approvals.qr-code-of-the-bundle': None
  'approvals.pause': None
  'approvals.play': None
  'approvals.of': { at: Text; frames: Text }
  'approvals.speed': None
  'approvals.slow': None
  'approvals.normal': None
  'approvals.fast': None
  'common.next': None
  'approvals.point-the-other-camera-at-it': None
  'approvals.the-whole-request-with-its-signatures': None
  'approvals.signatures-title': None
  'approvals.of-the-needed': { valid: Text; needed: Text }
  'approvals.enough': None
  'approvals.you-yourself': None
  'approvals.your-turn': None
  'approvals.yours-is-the-last': None
  'approvals.more-after-yours': { left: Text }
  'approvals.said-no': None
  'approvals.not-needed': None
  'approvals.were-not-needed': { people: number; names: Text }
  'approvals.refused-at': { userName: Text; time: Text }
  'approvals.refused-because': { userName: Text; time: Text; reason: Text }
  'approvals.signature-in-it-is-not-valid': { invalid: number }
  'approvals.did-not-sign': None
  'approvals.not-yet': None
  'approvals.signed-not-seen-by-the-service': None
  'approvals.signed': None
  'approvals.signed-2': { time: Text }
  'approvals.their-note': None
  'approvals.wrote': { userName: Text }
  'approvals.label': None
  'approvals.your-note': None
  'approvals.only-you-see-it': None
  'approvals.write-a-note': None
  'approvals.review-by': None
  'approvals.no-day': None
  'approvals.nobody-else-sees-any-of-this': None
  'approvals.what-happened': None
  'approvals.you-did-not-approve-it-in': None
  'approvals.understood': None
  'approvals.nothing-was-signed': None
  'approvals.review-again': None
  'approvals.coin': { inputs: number }
  'approvals.unlock': None
  'approvals.unlock-this-request': None
  'approvals.leave-it-as-it-is': None
  'approvals.replace-it': None
  'approvals.replace-opens-a-form': None
  'approvals.unlock-for-everyone': None
  'approvals.this-cancels-the-request-for-everyone': { coins: Text }
  'approvals.nobody-has-signed-it-yet': None
  'approvals.signature-was-released-already-unlocking-does': { valid: number }
  'approvals.your-passphrase': None
  'approvals.that-is-not-it-wait-s': { wait: Text }
  'approvals.nobody-has-signed': None
  'approvals.did-not-sign-2': { ended: boolean; names: Text }
  'approvals.signatures-2': { said: Text; countWords: Text }
  'approvals.signatures-more-needed': { said: Text; countWords: Text; more: Text }
  'approvals.a-group-not-added-yet': None
  'approvals.give-up-mine-and-sign': None
  'approvals.sign-as-of': { place: number; needed: Text }
  'approvals.the-service-is-out-of-reach-2': None
  'approvals.yours-completes-it-nobody-can-take': None
  'approvals.yours-completes-it-the-money-moves': None
  'approvals.after-yours-more-signature-needed': { left: number }
  'approvals.signed-the-threshold-is-reached-and': None
  'approvals.signed-but-the-request-was-given': None
  'approvals.signed-into-the-bundle-all-signatures': None
  'approvals.signed-into-the-bundle-share-it': { missing: Text }
  'approvals.signed-here-all-signatures-are-there': None
  'approvals.signed-here-the-service-has-not': { missing: Text }
  'approvals.signed-all-signatures-are-there-the': None
  'approvals.group-not-added': None
  'approvals.needs-your-signature': None
  'approvals.not-sent-yet': None
  'approvals.waits-for-more-signature': { more: number }
  'approvals.complete-on-its-way': None
  'approvals.waits-for-its-fee': None
  'approvals.final': None
  'approvals.revoked': None
  'approvals.cannot-complete': None
  'approvals.checks-passed': None
  'approvals.look-at-it': None
  'approvals.do-not-sign': None
  'approvals.checking': None
  'approvals.not-checked-yet': None
  'approvals.was-due': { day: Text }
  'approvals.due-today': None
  'approvals.needed': { count: Text; needed: Text }
  'approvals.of-2': { count: Text; needed: Text }
  'approvals.a-check-failed-this-request-cannot': None
  'approvals.tick-the-sentence-above-first': None
  'approvals.tick-the-sentences-above-first': { open: Text }
  'approvals.enter-your-passphrase': None
  'approvals.made-here': None
  'approvals.found-on-the-network': None
  'approvals.from-a-scanned-code': None
  'approvals.from-a-link': None
  'approvals.from-a-bundle': None
  'approvals.the-transaction-was-sent-and-becomes': None
  'approvals.enough-members-have-signed': None
  'approvals.nobody-can-take-it-back-it': None
  'approvals.the-groups-part-is-final': None
  'approvals.the-transaction-is-final-nobody-can': None
  'approvals.done-the-group-has-paid': None
  'coins.it-came-back-to-you-coffer': None
  'coins.proved-to-be-yours-with-your': None
  'coins.not-proved-to-be-yours-sending': None
  'coins.coin': None
  'coins.received': None
  'coins.transaction': None
  'coins.output-in-that-transaction': None
  'coins.whose-it-is': None
  'coins.inscription': None
  'coins.spent-by': None
  'coins.output-id': None
  'compare.compare': None
  'compare.compare-with-service': None
  'compare.compare-now': None
  'compare.compare-again': None
  'compare.what-it-does': None
  'compare.all-agree': None
  'compare.coins-differ': { count: number }
  'compare.read-anew': None
  'compare.between': { from: Text; to: Text }
  'compare.came-at': { at: Text }
  'compare.ledger-not-asked': None
  'compare.not-complete': None
  'compare.no-coins': None
  'compare.by-asset': None
  'compare.this-wallet': None
  'compare.service': None
  'compare.ledger': None
  'compare.not-asked': None
  'compare.in-coins': { count: number }
  'compare.differs': None
  'compare.what-differs': None
  'compare.sides': { wallet: Text; service: Text; ledger: Text }
  'compare.none': None
  'compare.unspent': { amount: Text }
  'compare.signed': { amount: Text }
  'compare.spent': { amount: Text }
  'coins.open-the-payment': None
  'coins.open-the-request': None
  'coins.freeze': None
  'coins.frozen-coffer-spends-it-in-no': { time: Text }
  'coins.unfreeze': None
  'coins.why-freeze-it': None
  'coins.dust-from-a-stranger': None
  'coins.a-frozen-coin-is-left-out': None
  'coins.label': None
  'coins.note': None
  'coins.stays-on-this-computer': None
  'coins.save-label': None
  'coins.saved': None
  'coins.coins': None
  'coins.reading-earlier-coins': None
  'coins.being-proved-to-be-yours': None
  'coins.not-proved-to-be-yours': None
  'coins.place': None
  'coins.amount': None
  'coins.asset': None
  'coins.mask': None
  'coins.keys': None
  'coins.owners': None
  'coins.existence': None
  'coins.label-and-origin': None
  'coins.came': None
  'coins.greatest-first': None
  'coins.least-first': None
  'coins.choose-coin': { amount: Text; symbol: Text; origin: Text }
  'coins.change-of-a-payment': None
  'coins.deposit-over': { chainName: Text }
  'coins.from': { name: Text }
  'coins.chosen-coins': None
  'coins.count-chosen': { count: number }
  'coins.choose-none': None
  'coins.plan': None
  'coins.one-payment-to-yourself': None
  'coins.what-becomes-of-them': None
  'coins.network-fee': None
  'coins.to': None
  'coins.coins-after': None
  'coins.instead-of': { after: Text; before: Text }
  'coins.seen-to-belong-together': { sources: number }
  'coins.and-more': { count: Text }
  'coins.one-coin-of': { symbol: Text }
  'coins.review-combining': None
  'coins.coins-free': { count: number }
  'coins.a-coin-is-not-what-it': None
  'coins.coin-are-not-what-they-were': { coins: number }
  'coins.what-a-coin-is-never-changes': { coins: number }
  'coins.a-coin-that-was-never-counted': None
  'coins.label-written-to': { count: number; fileName: Text }
  'coins.label-taken-over': { added: number }
  'coins.labels-as-a-file': None
  'coins.labels-and-notes-of-coins-payments': None
  'coins.export-labels': None
  'coins.import-labels': None
  'coins.what-would-be-imported': None
  'coins.it-was-made-by-another-account': None
  'coins.here': None
  'coins.in-the-file': None
  'coins.replace-the-label-that-differ': { different: number }
  'coins.take-over': { added: Text }
  'coins.combine-coins': None
  'coins.steps': None
  'coins.of-step': { done: Text; steps: number }
  'coins.step': { steps: number }
  'coins.coin-into': { coins: number; figure: Text }
  'coins.open': None
  'coins.combine': None
  'coins.review': None
  'coins.pause': None
  'coins.go-on': None
  'coins.dismiss': None
  'coins.give-up': None
  'coins.labels': None
  'coins.all-assets': None
  'coins.state': None
  'coins.search': None
  'coins.search-in': None
  'coins.coin-of': { coins: number; symbol: Text }
  'coins.look-at-them': None
  'coins.one-payment-can-use-256-coins': None
  'coins.no-coins-yet': None
  'coins.none-unspent': None
  'coins.spent-are-not-listed': { count: number }
  'coins.many-spent-are-not-listed': None
  'coins.show-spent': None
  'coins.no-coins-like-that': None
  'coins.every-amount-that-you-receive-is': None
  'coins.choose-another-state-above': None
  'coins.held': { figure: Text }
  'coins.frozen': { figure: Text }
  'coins.combine-coin-into-one': { free: number }
  'coins.your-coins': None
  'coins.prepare-a-request': None
  'coins.the-group-signs-it-like-any': None
  'coins.unspent': None
  'coins.available': None
  'coins.held-2': None
  'coins.frozen-2': None
  'coins.collectibles': None
  'coins.being-spent': None
  'coins.spent': None
  'coins.combine-coins-into-one': { coins: Text }
  'coins.one-payment-to-yourself-it-costs': None
  'coins.each-a-payment-to-yourself-it': { steps: Text }
  'coins.combining-coins-waits-for-your-approval': { coins: Text }
  'coins.nothing-was-signed-yet-the-coins': None
  'coins.combining-coins-step-of': { coins: Text; symbol: Text; min: Text; steps: Text }
  'coins.a-step-begins-when-the-coin': None
  'coins.combining-is-paused-after-of': { done: Text; steps: Text }
  'coins.what-was-done-stays-done-the': None
  'coins.coins-became-one': { coins: Text }
  'coins.done-coin-are-left-for-another': { steps: Text; left: number }
  'coins.done': { steps: Text }
  'coins.for-another-plan': { count: Text }
  'coins.left-out': { parts: Text }
  'coins.waiting': None
  'coins.on-its-way': None
  'coins.nothing-left-to-do': None
  'coins.not-possible': None
  'coins.new-label': { added: number }
  'coins.already-here': { same: Text }
  'coins.that-say-something-else-here': { different: Text }
  'coins.line-that-cannot-be-used': { invalid: number }
  'collectibles.collection': None
  'collectibles.inscribe-an-item': None
  'collectibles.items-of': { items: Text; unit: Text; symbol: Text }
  'collectibles.yours': { mine: Text }
  'collectibles.more-about-it': None
  'collectibles.supply': None
  'collectibles.treasury': None
  'collectibles.of-each-unit-to': { ratio: Text; partyName: Text }
  'collectibles.items': None
  'collectibles.nothing-is-inscribed-yet': None
  'collectibles.anybody-may-inscribe-the-first-item': None
  'collectibles.vacant': None
  'collectibles.hidden-collectibles': None
  'collectibles.collectibles': None
  'collectibles.show-again': None
  'collectibles.hide-some': None
  'collectibles.all-collectibles': None
  'collectibles.hidden': { hidden: Text }
  'collectibles.new-collection': None
  'collectibles.choose-none': None
  'collectibles.choose-all': None
  'common.show': None
  'common.hide': None
  'collectibles.find-by-name': None
  'collectibles.what-you-hide-from-the-gallery': None
  'collectibles.collectibles-that-somebody-sends-you-appear': None
  'collectibles.collectibles-that-somebody-sends-to-this': None
  'collectibles.on-its-way': None
  'collectibles.frozen': None
  'collectibles.nothing-has-that-name': None
  'collectibles.nothing-is-hidden': None
  'collectibles.no-collectibles-yet': None
  'collectibles.collectible': None
  'collectibles.this-account-is-watch-only-it': None
  'collectibles.send': None
  'collectibles.release': None
  'collectibles.show-in-gallery': None
  'collectibles.look-at-it': None
  'collectibles.nobody-holds-this-item': None
  'collectibles.occupy': None
  'collectibles.it-was-released-whoever-turns-of': { unit: Text; symbol: Text; available: Text }
  'collectibles.save-as-a-file': None
  'collectibles.nothing-was-saved': None
  'collectibles.review': None
  'collectibles.to': None
  'collectibles.look-up-who-receives-it': None
  'collectibles.the-item-goes-as-a-whole': None
  'collectibles.keep-it': None
  'collectibles.review-the-release': None
  'collectibles.releasing-gives-the-item-up-and': None
  'collectibles.its-output-is-split-in-two': None
  'collectibles.its-output-is-split-in-two-2': { amount: Text; symbol: Text }
  'collectibles.nobody-holds-the-item-any-more': None
  'collectibles.whoever-is-first-can-occupy-it': None
  'collectibles.facts': None
  'collectibles.not-known': None
  'collectibles.number': None
  'collectibles.of': { items: Text }
  'collectibles.state': None
  'collectibles.since': None
  'collectibles.worth': None
  'collectibles.first-for': None
  'collectibles.content': None
  'collectibles.content-proof': { proof: string }
  'collectibles.none': None
  'collectibles.inscription': None
  'collectibles.traits': None
  'collectibles.history-in-this-wallet': None
  'collectibles.it-has-never-been-here': None
  'collectibles.that-file-has-at-most-can': { sizeWords: Text; sizeWords2: Text }
  'collectibles.choose-a-file': None
  'collectibles.none-chosen': None
  'collectibles.passed': None
  'collectibles.note': None
  'collectibles.warning': None
  'collectibles.attention': None
  'collectibles.not-yet': None
  'collectibles.preview': None
  'collectibles.before-anything-is-burnt': None
  'collectibles.nothing-to-store-yet': None
  'collectibles.for': { sizeWords: Text; amount: Text; symbol: Text }
  'collectibles.what-is-stored': None
  'collectibles.new-collection-2': None
  'collectibles.a-collection-is-written-to-the': None
  'collectibles.what-it-is': None
  'collectibles.name': None
  'collectibles.symbol': None
  'collectibles.of-its-token': None
  'collectibles.description': None
  'collectibles.icon': None
  'collectibles.how-many': None
  'collectibles.one-item-holds': None
  'collectibles.supply-in-all': None
  'collectibles.when-items-are-paid-out': None
  'collectibles.one-by-one': None
  'collectibles.each-item-is-paid-out-as': None
  'collectibles.all-together': None
  'collectibles.all-are-paid-out-when-the': None
  'collectibles.rules-and-treasury': None
  'collectibles.rules': None
  'collectibles.what-may-be-inscribed': None
  'collectibles.an-expression-for-text-or-the': None
  'collectibles.treasury-optional': None
  'collectibles.its-share-of-each-item': None
  'collectibles.between-0-and-1-like-0': None
  'collectibles.review-the-payment': None
  'collectibles.inscribe-into': { known: Text }
  'collectibles.what-is-inscribed-stays-for-ever': None
  'collectibles.words': None
  'collectibles.nothing': None
  'collectibles.file': None
  'collectibles.receiver': None
  'collectibles.for-somebody-else-optional': None
  'collectibles.it-is-made-for-you': None
  'collectibles.name-a-person-a-group-or': None
  'collectibles.choose-another-receiver': None
  'collectibles.mixin-number-user-id-group-or': None
  'collectibles.look-up': None
  'collectibles.the-content-lies-with-which-would': { span: Text }
  'collectibles.show-content': None
  'collectibles.show-them': None
  'collectibles.pictures-lie-with': { count: number; span: Text }
  'collectibles.not-described-yet': None
  'collectibles.collection-called': { name: Text }
  'collectibles.the-content-could-not-be-read': None
  'collectibles.text-of': { name: Text }
  'collectibles.a-file-of-that-coffer-does': { sizeWords: Text }
  'collectibles.picture-of': { name: Text }
  'collectibles.drawing-of': { name: Text }
  'collectibles.sound-of': { name: Text }
  'collectibles.film-of': { name: Text }
  'collectibles.yours-2': None
  'collectibles.held-by-somebody': None
  'collectibles.held-by': { partyName: Text }
  'collectibles.not-paid-out-yet': None
  'collectibles.it-has-no-content': None
  'collectibles.its-content-lies-where-coffer-does': None
  'collectibles.its-content-could-not-be-reached': None
  'collectibles.its-content-points-somewhere-else-which': None
  'collectibles.its-content-is-larger-than-5': None
  'collectibles.its-content-did-not-arrive-in': None
  'collectibles.its-content-is-not-there': None
  'collectibles.received': None
  'collectibles.sent': None
  'collectibles.released': None
  'collectibles.occupied': None
  'collectibles.left': None
  'collectibles.item-2': { items: number }
  'collectibles.byte': { bytes: number }
  'collectibles.kb': { bytes: Text }
  'collectibles.mb': { bytes: Text }
  'contacts.add-a-contact': None
  'contacts.look-up': None
  'contacts.somebody-else': None
  'contacts.open': None
  'contacts.add-contact': None
  'contacts.mixin-number-phone-or-user-id': None
  'contacts.you-see-who-it-is-before': None
  'contacts.this-is-your-own-account': None
  'contacts.you-have-blocked-this-person-unblock': None
  'contacts.this-person-is-a-contact-already': None
  'contacts.who-it-is': None
  'contacts.a-contact-of-yours-has-the': { identityNumber: Text }
  'contacts.name': None
  'contacts.what-you-call-them-only-you': None
  'contacts.phone': None
  'contacts.note': None
  'contacts.stays-on-this-computer': None
  'contacts.contact': None
  'contacts.your-profile': None
  'contacts.unblock': None
  'contacts.block': None
  'contacts.edit': None
  'contacts.add-to-contacts': None
  'contacts.send': None
  'contacts.all-contacts': None
  'contacts.add-address': None
  'contacts.remove-from-contacts': None
  'contacts.this-account-had-the-number-and': { identityNumber: Text; identityNumber2: Text }
  'contacts.it-is-still-the-same-person': None
  'contacts.numbers-do-not-change-by-themselves': None
  'contacts.the-service-marks-this-account-as': None
  'contacts.money-that-was-sent-cannot-be': None
  'contacts.you-have-blocked-this-person': None
  'contacts.they-are-not-offered-when-you': None
  'contacts.this-is-not-the-contact-with': None
  'contacts.open-the-contact': None
  'contacts.whom-you-know-has-the-number': { userName: Text; identityNumber: Text }
  'contacts.identity': None
  'contacts.own-name': None
  'contacts.mixin-number': None
  'contacts.user-id': None
  'contacts.not-known': None
  'contacts.yes-can-be-paid': None
  'contacts.no-cannot-be-paid-yet': None
  'contacts.edit-contact': None
  'contacts.do-not-block': None
  'contacts.they-are-no-contact-any-more': None
  'common.remove': None
  'contacts.keep': None
  'contacts.the-name-you-gave-them-goes': None
  'contacts.contacts': None
  'contacts.more': None
  'contacts.read-from-the-network-now': None
  'contacts.import-a-file': None
  'contacts.export-to-a-file': None
  'contacts.people': None
  'contacts.addresses': None
  'contacts.blocked': None
  'contacts.no-contacts-yet': None
  'contacts.whoever-is-a-contact-is-offered': None
  'contacts.search-contacts': None
  'contacts.name-number-note-or-address-label': None
  'contacts.no-contact-has-a-word-that': None
  'contacts.nobody-is-blocked': None
  'contacts.whoever-you-block-is-not-offered': None
  'contacts.blocked-people': None
  'contacts.no-saved-addresses': None
  'contacts.addresses-on-other-chains-with-their': None
  'contacts.tag': None
  'contacts.more-for': { label: Text }
  'contacts.give-the-address-a-name': None
  'contacts.paste-the-whole-address': None
  'contacts.needs-a-tag': { chainName: Text }
  'contacts.add-an-address': None
  'contacts.edit-address': None
  'contacts.save-address': None
  'contacts.cold-storage': None
  'contacts.chain': None
  'contacts.search-chains': None
  'contacts.choose-the-chain-that-the-address': None
  'contacts.address': None
  'contacts.tag-or-memo': None
  'contacts.as-necessary-as-the-address-where': None
  'contacts.new': None
  'contacts.differs': None
  'contacts.stays': None
  'contacts.unknown': None
  'contacts.left-out': None
  'contacts.the-file-is-empty': None
  'contacts.the-file-is-larger-than-1': None
  'contacts.import-contacts': None
  'contacts.import': None
  'contacts.file-of-contacts': None
  'contacts.what-is-listed': None
  'contacts.often': None
  'contacts.all-by-name': None
  'contacts.paid-times': { times: number }
  'contacts.signs-in': { group: Text }
  'contacts.new-number': { number: Text }
  'contacts.never-paid': None
  'contacts.without-a-memo': None
  'contacts.also-here': None
  'contacts.groups': None
  'contacts.shared-bots-here': None
  'contacts.your-card': None
  'contacts.code-of-your-card': None
  'contacts.link-to-you': None
  'contacts.copy': None
  'contacts.file-of-the-card': None
  'contacts.show-this-card': None
  'contacts.sums': None
  'contacts.you-paid': None
  'contacts.paid-you': None
  'contacts.only-the-newest': { total: number }
  'contacts.payments-at-their-price': { count: number }
  'contacts.without-a-price': { unpriced: Text }
  'contacts.last-on': { last: Text }
  'contacts.never': None
  'contacts.by-month': None
  'contacts.month': None
  'contacts.from-them': None
  'contacts.to-them': None
  'contacts.show-as-table': None
  'contacts.show-as-bars': None
  'contacts.between-you': None
  'contacts.all-of-them': { total: number }
  'contacts.nothing-passed-yet': None
  'contacts.where-they-are-paid': None
  'contacts.you-share': None
  'contacts.only-for-you': None
  'contacts.a-file-that-coffer-exported-one': None
  'contacts.choose-a-file': None
  'contacts.lines-of-the-file': None
  'contacts.also-change-the-one-that-differs': None
  'contacts.also-change-the-that-differ-to': { changed: Text }
  'contacts.shared-bots': None
  'contacts.of': { bots: Text; max: Text }
  'contacts.you-share-none-others-would-see': None
  'contacts.stop-sharing': { userName: Text }
  'contacts.stop': None
  'contacts.stop-sharing-this-bot': None
  'contacts.share-this-bot': None
  'contacts.find-a-bot-to-share': None
  'contacts.mixin-number-or-id': None
  'contacts.scam': None
  'contacts.closed': None
  'contacts.not-registered': None
  'contacts.verified': None
  'contacts.bot': None
  'contacts.new-contact': { new: number }
  'contacts.new-address': { addresses: number }
  'contacts.new-group': { groups: number }
  'contacts.differs-from-yours': { changed: number }
  'contacts.stays-as-it-is': { same: number }
  'contacts.cannot-be-used': { useless: Text }
  'contacts.the-file-has-no-lines': None
  'groups.name-and-colour': None
  'groups.name': None
  'groups.give-the-group-a-name': None
  'groups.group': None
  'groups.this-group-is-not-in-your': None
  'groups.create-a-group': None
  'groups.it-was-removed-here-or-belongs': None
  'groups.rename': None
  'groups.receive': None
  'groups.send': None
  'groups.the-group-has-nothing-yet': None
  'groups.what-the-group-has': None
  'groups.held': { figure: Text }
  'groups.waiting-requests': None
  'groups.nothing-waits': None
  'groups.signature-of-member-for-every-payment': { threshold: number; members: number }
  'groups.requests': None
  'groups.request-for-you': { needed: number }
  'groups.members': None
  'groups.identity': None
  'groups.to-compare': None
  'groups.read-these-words-to-the-other': None
  'groups.address': None
  'groups.members-hash': None
  'groups.added-here': None
  'groups.remove-from-this-list': None
  'groups.card-of-the-group': None
  'groups.qr-code-of-the-group': { group: Text }
  'groups.members-add-the-group-with-this': None
  'groups.link-to-the-group': None
  'groups.copy-link': None
  'groups.save-file': None
  'groups.remove': { group: Text }
  'groups.keep-it': None
  'groups.the-group-disappears-from-this-list': None
  'groups.add-a-member': None
  'groups.mixin-number-user-id-or-a': None
  'groups.add': None
  'groups.new-group': None
  'groups.other-members': None
  'groups.go-on-moving': { group: Text }
  'groups.members-are-the-group': { group: Text }
  'groups.nothing-is-changed-yet': None
  'groups.move-the-money': None
  'groups.each-asset-is-a-payment': { threshold: number }
  'groups.what-is-moved': None
  'groups.nothing-is-left-to-move': { group: Text }
  'groups.open-the-group': None
  'groups.collectibles-are-moved-one-by-one': None
  'groups.moved': None
  'groups.asked-for': None
  'groups.part-of-it-is-held': { figure: Text }
  'groups.all-of-it-is-held': None
  'groups.see-requests': None
  'groups.assets-moved': { moved: Text; count: number }
  'groups.not-asked-yet': None
  'groups.ask-to-move-it': None
  'groups.open-the-request': None
  'groups.a-change-of-members': None
  'groups.money-of-a-group-moves-only': None
  'groups.you-join-with-the-account': { account: Text }
  'groups.only-for-you-others-choose-their': None
  'groups.create-group': None
  'groups.add-at-least-one-other-person': None
  'groups.signatures': None
  'groups.signatures-needed': None
  'groups.how-many-members-must-sign-before': None
  'groups.one-less': None
  'groups.of': { value: Text; members: Text }
  'groups.one-more': None
  'groups.you-are-a-member-already': None
  'groups.already-in-the-list': None
  'groups.a-group-has-at-most-members': { membersMax: Text }
  'groups.only-people-and-bots-of-the': None
  'groups.any-of-the-can-pay-nobody': { threshold: Text; members: Text }
  'groups.everybody-must-sign-every-payment': None
  'groups.each-member-alone-can-pay-out': None
  'groups.if-one-member-loses-the-key': None
  'groups.the-money-stays-within-reach-if': { spare: number }
  'groups.members-and-threshold-are-the-group': None
  'help.help': None
  'help.contents': None
  'help.search': None
  'help.escape': None
  'help.found': { count: number }
  'help.key': None
  'help.meaning': None
  'help.with-this': None
  'home.assets': None
  'home.price': None
  'home.available': None
  'home.amount': None
  'home.value': None
  'home.held': { figure: Text }
  'home.arriving': { figure: Text }
  'home.send': None
  'home.receive': None
  'home.ids-contradict-each-other': None
  'home.not-in-coffers-table': None
  'home.no-price': None
  'home.held-for': None
  'home.coins-that-you-froze': None
  'home.open': None
  'home.home': None
  'home.all-your-money': None
  'home.money-of': { group: Text }
  'home.whose-money': None
  'home.only-mine': None
  'home.with-groups': None
  'home.which-accounts': None
  'home.this-account': None
  'home.all-accounts': None
  'home.by-account': None
  'home.group-of': { account: Text }
  'home.value-is-drawn-here': None
  'home.nothing-here-yet': None
  'home.first-steps': None
  'home.step-done': None
  'home.step-account': None
  'home.step-account-done': None
  'home.step-play-money': None
  'home.step-play-money-text': None
  'home.step-receive': None
  'home.step-receive-text': None
  'home.step-receive-do': None
  'home.step-pay': None
  'home.step-pay-play': None
  'home.step-pay-text': None
  'home.step-sign': None
  'home.step-sign-text': None
  'home.step-sign-do': None
  'home.nothing-lately': None
  'home.what-you-receive-appears-here-with': None
  'home.balance': None
  'home.held-2': None
  'home.arriving-2': None
  'home.no-price-estimates-on-this-network': None
  'home.not-in-the-total': { count: number; symbol: Text }
  'home.no-price-is-known': None
  'home.needs-a-look': None
  'home.reading-balances': None
  'home.reading-your-coins': None
  'home.lately': None
  'home.lately-of': { account: Text }
  'home.all-activity': None
  'home.label-this': { what: Text }
  'home.label-kept': None
  'home.coins-found-so-far': { coins: number }
  'home.read-up-to': { coins: number; day: Text }
  'home.not-decided-yet': { title: Text }
  'home.we-do-not-know-yet-whether': None
  'home.look': None
  'home.ready-to-sign': { title: Text }
  'home.nothing-was-signed-its-coins-are': None
  'home.planned-as': { name: Text }
  'home.stopped-by-rules': { title: Text }
  'home.rules-until': { time: Text }
  'home.rules-stay': None
  'home.scheduled-of-plan': { name: Text }
  'home.review': None
  'home.deposit-on-the-way': { deposits: number }
  'home.more-confirmation-to-go-for-the': { confirmationsMissing: number }
  'home.see': None
  'home.needs-your-signature': { title: Text }
  'home.yours-is-the-last': { group: Text }
  'home.signed-of-needed': { group: Text; signed: Text; needed: Text }
  'home.no-passphrase-is-set': None
  'home.whoever-uses-this-computer-as-you': None
  'home.set-one': None
  'home.a-coin-is-not-what-it': None
  'home.coin-are-not-what-they-were': { coins: number }
  'home.the-service-describes-it-in-a': None
  'home.see-what-differs': None
  'home.sending-is-stopped': None
  'home.change-from-an-earlier-payment-did': None
  'home.read-why': None
  'home.nothing-yet': None
  'home.asset-2': { own: number }
  'home.asset-3': { heldAssets: number }
  'home.deposit': { deposits: number }
  'home.asset-4': { arrivingAssets: number }
  'asset.you-have': None
  'asset.price': None
  'asset.my-value': None
  'asset.what-is-drawn': None
  'asset.price-is-drawn-here': None
  'asset.value-is-drawn-here': None
  'asset.movements': None
  'asset.all-movements': None
  'asset.nothing-moved-yet': None
  'asset.where-it-stands': None
  'asset.can-be-spent': None
  'asset.of-it-frozen': None
  'asset.in-coins': None
  'asset.coins': { coins: number }
  'asset.share-of-your-money': None
  'asset.network': None
  'asset.confirmations': None
  'asset.least-deposit': None
  'asset.tag': None
  'asset.needed': None
  'asset.possible': None
  'asset.technical': None
  'asset.asset-id': None
  'statement.statement': None
  'statement.print-or-save-as-pdf': None
  'statement.period': None
  'statement.period-name': { period: string }
  'statement.first-day': None
  'statement.last-day': None
  'statement.whose': None
  'statement.accounts-and-groups': { count: number }
  'statement.group-of': { name: Text }
  'statement.play-money': None
  'statement.statement-of-account': None
  'statement.list-of-movements': None
  'statement.up-to': { end: Text }
  'statement.from-to': { start: Text; end: Text }
  'statement.account': None
  'statement.mixin-number': None
  'statement.drawn-up': None
  'statement.closing-value': None
  'statement.opening-value': None
  'statement.came-in': None
  'statement.went-out': None
  'statement.movements-2': { count: number }
  'statement.nothing-moved': None
  'statement.not-all-known': None
  'statement.value-over-the-period': None
  'statement.by-asset': None
  'statement.asset': None
  'statement.opening': None
  'statement.in': None
  'statement.out': None
  'statement.fees': None
  'statement.closing': None
  'statement.movements': None
  'statement.date': None
  'statement.what-and-who': None
  'statement.amount': None
  'statement.value-then': None
  'statement.balance-after': None
  'statement.total': None
  'statement.too-many-for-a-sheet': { count: number; most: number; fileMost: number }
  'statement.kind': { kind: string; chain: Text }
  'statement.transactions': None
  'statement.agrees-with-the-coins': None
  'statement.does-not-agree-with-the-coins': None
  'statement.drawn-up-on-this-computer': None
  'lock.the-file-that-says-where-your': None
  'lock.the-file-that-says-where-your-2': None
  'lock.the-master-key-that-opens-your': None
  'lock.your-keys-are-sealed-for-another': None
  'lock.your-keys-cannot-be-opened': None
  'lock.your-money-has-not-moved-your': None
  'lock.i-have-the-words-a-keystore': None
  'lock.restore-my-accounts': None
  'lock.restore-from-a-backup-file': None
  'lock.coffer-is-locked': None
  'lock.passphrase': None
  'lock.that-is-not-the-passphrase-wait': { wait: Text }
  'lock.wait-s': { wait: Text }
  'lock.unlock': None
  'onboarding.is-ready': { account: Text }
  'onboarding.you-can-look-at-it-it': None
  'onboarding.it-can-receive-sending-waits-until': None
  'onboarding.it-can-receive-and-send-start': None
  'onboarding.it-can-receive-and-send-start-2': None
  'onboarding.get-play-money': None
  'onboarding.receive': None
  'onboarding.the-other-accounts': None
  'onboarding.go-to-home': None
  'onboarding.the-key-is-not-proved-yet': None
  'onboarding.the-network-does-not-say-which': None
  'onboarding.the-file-is-deleted': None
  'onboarding.the-files-are-deleted': None
  'onboarding.keep-for-now': { names: Text }
  'onboarding.it-holds-the-spend-key-first': None
  'onboarding.is-not-needed-any-more': { names: Text; left: number }
  'onboarding.delete-the-file': { removable: number }
  'onboarding.whoever-finds-it-can-act-for': None
  'onboarding.whoever-finds-it-can-act-for-2': None
  'onboarding.restore-from-24-words': None
  'onboarding.the-phrase-brings-back-the-account': None
  'onboarding.restore-the-spend-key': None
  'onboarding.coffer-checks-that-these-words-give': None
  'onboarding.steps': None
  'onboarding.done': None
  'onboarding.add-another-account': None
  'onboarding.remove-this-account': None
  'onboarding.back-to-the-wallet': None
  'onboarding.account': None
  'onboarding.permission-to-look': None
  'onboarding.spend-key': None
  'onboarding.messenger-words': None
  'onboarding.not-read': None
  'onboarding.what-came-in': None
  'onboarding.nothing-could-be-taken-in-your': None
  'onboarding.every-account-is-ready': None
  'onboarding.some-accounts-still-lack-something-set': None
  'onboarding.set-up': { unfinished: Text }
  'common.back': None
  'onboarding.results': None
  'onboarding.its-spend-key-is-still-missing': None
  'onboarding.its-new-words-are-not-checked': None
  'onboarding.its-key-is-not-registered-yet': None
  'onboarding.its-keys-have-to-be-brought': None
  'onboarding.added': { detail: Text }
  'onboarding.added-alone': None
  'onboarding.was-here-already-its-session-is': { detail: Text }
  'onboarding.renewed-alone': None
  'onboarding.watched-balances-and-history-nothing-to': None
  'onboarding.taken-in': None
  'onboarding.for-none-of-these-accounts-it': None
  'onboarding.register-the-key': None
  'onboarding.the-network-does-not-know-this': None
  'onboarding.registering': None
  'onboarding.sign-and-register': None
  'onboarding.register-without-it': None
  'onboarding.dont-have-it-an-app-can': None
  'onboarding.coffer-signs-one-sentence-it-moves': None
  'onboarding.it-says-that-this-public-key': None
  'onboarding.the-spend-key-takes-the-place': None
  'onboarding.the-six-digits-stop-working-from': None
  'onboarding.pin-of-this-account': None
  'onboarding.pin': None
  'onboarding.enter-its-six-digits': None
  'onboarding.used-once-for-this-and-kept': None
  'onboarding.tip-key-of-this-account': None
  'onboarding.tip-key': None
  'onboarding.paste-the-tip-key': None
  'onboarding.64-characters-in-the-file-it': None
  'onboarding.its-public-key-has-to-be': None
  'onboarding.public-key': None
  'onboarding.what-exactly-is-signed': None
  'onboarding.the-backup-is-back': None
  'onboarding.now-bring-the-key-of-each': None
  'onboarding.your-keys-were-here-all-along': None
  'onboarding.continue-with-the-24-words': None
  'onboarding.import-a-keystore': None
  'onboarding.restored': None
  'onboarding.payment-may-have-moved-on-since': { missed: number }
  'onboarding.this-computer-missed-what-happened-after': None
  'onboarding.the-words-of': { name: Text }
  'onboarding.restore-from-a-backup-file': None
  'onboarding.it-holds-payments-labels-groups-people': None
  'onboarding.restore': None
  'onboarding.bring-back': { lost: Text }
  'onboarding.add-an-account': None
  'onboarding.welcome-to-coffer': None
  'onboarding.money-you-can-read': None
  'onboarding.every-payment-is-taken-apart': None
  'onboarding.the-keys-of-this-account-are': { local: boolean }
  'onboarding.your-key-is-made-and-kept': None
  'onboarding.your-key-is-made-and-kept-2': None
  'onboarding.create-an-account': None
  'onboarding.a-new-account-on-the-local': None
  'onboarding.the-json-file-that-the-developer': None
  'onboarding.i-use-mixin-messenger': None
  'onboarding.watch-your-phones-account-here-the': None
  'onboarding.watch-an-account': None
  'onboarding.look-at-balances-and-history-with': None
  'onboarding.bring-back-an-account-of-the': None
  'onboarding.payments-labels-groups-and-settings-of': None
  'onboarding.what-should-this-account-be-called': None
  'onboarding.people-on-the-local-network-see': None
  'common.continue': None
  'onboarding.name': None
  'onboarding.enter-a-name': None
  'onboarding.paste-what-its-owners-agreement-gave': None
  'onboarding.permission': None
  'onboarding.paste-the-permission': None
  'onboarding.it-has-to-include-profile-read': None
  'onboarding.word-is-still-missing': { count: number }
  'onboarding.your-24-words-in-order': None
  'onboarding.of': { words: Text; wordCount: Text }
  'onboarding.separated-by-spaces-or-line-ends': None
  'onboarding.set-a-passphrase': None
  'onboarding.it-seals-your-key-on-this': None
  'onboarding.set-passphrase': None
  'onboarding.continue-without': None
  'onboarding.a-passphrase-is-needed-on-this': None
  'onboarding.no-keychain-answers': None
  'onboarding.so-your-key-is-kept-in': { keychainProblem: Text }
  'onboarding.passphrase': None
  'onboarding.without-one-whoever-uses-this-computer': None
  'onboarding.i-have-the-spend-key': None
  'onboarding.the-64-characters-that-the-dashboard': None
  'onboarding.for-a-key-that-coffer-made': None
  'onboarding.only-look-for-now': None
  'onboarding.balances-and-history-nothing-can-be': None
  'onboarding.make-a-new-phrase': None
  'onboarding.for-an-account-that-has-never': None
  'onboarding.the-spend-key': None
  'onboarding.the-network-already-knows-a-spend': None
  'onboarding.money-of-this-account-moves-only': None
  'onboarding.choose-one': None
  'onboarding.bring-the-spend-key': None
  'onboarding.coffer-tries-it-on-a-coin': None
  'onboarding.coffer-compares-it-with-the-key': None
  'onboarding.paste-the-key': None
  'onboarding.choose-a-file': None
  'onboarding.leave-out': { file: Text }
  'onboarding.64-or-128-characters-from-0': None
  'onboarding.the-key-is-read-from': { file: Text }
  'onboarding.spend-key-file': None
  'onboarding.write-down-these-24-words': None
  'onboarding.they-are-the-only-way-back': None
  'onboarding.i-have-written-them-down': None
  'onboarding.show-the-words': None
  'onboarding.print-a-sheet': None
  'onboarding.make-sure-that-nobody-looks-over': None
  'onboarding.check-what-you-wrote': None
  'onboarding.type-the-words': { words: Text }
  'onboarding.look-at-your-paper-not-at-2': None
  'onboarding.check': None
  'onboarding.show-the-words-again': None
  'onboarding.enter-these-words': None
  'onboarding.paste-what-the-dashboard-gave-you': None
  'onboarding.import-accounts': { accounts: Text }
  'onboarding.keystore': None
  'onboarding.choose-files': None
  'onboarding.keystore-files': None
  'onboarding.keystore-as-text-or-files': None
  'onboarding.this-keystore-belongs-to-an-mtg': None
  'onboarding.while-the-node-runs-it-spends': None
  'onboarding.paste-the-keystore-or-choose-its': None
  'onboarding.account-with-its-spend-key': { span: Text; hasSpendKey: boolean }
  'onboarding.account-with-its-spend-key-not': { span: Text; hasSpendKey: boolean; ignored: Text }
  'onboarding.chosen-files': None
  'onboarding.the-file-is-empty': None
  'onboarding.mixin-messenger': None
  'onboarding.your-phone': None
  'onboarding.bring-the-key': None
  'onboarding.check-the-words': None
  'onboarding.registration': None
  'onboarding.ready': None
  'onboarding.is-not-a-word-of-a': { odd: Text }
  'onboarding.that-is-words-a-phrase-has': { words: Text; wordCount: Text }
  'onboarding.that-is-a-spend-key-alone': None
  'onboarding.those-are-24-words-import-the': None
  'onboarding.those-are-the-words-of-a': None
  'onboarding.that-is-a-permission-to-look': None
  'onboarding.its-session-is-of-an-old': None
  'onboarding.that-is-not-whole-paste-the': None
  'onboarding.that-is-too-large-for-a': None
  'onboarding.that-looks-like-a-key-but': None
  'onboarding.those-look-like-words-of-a': None
  'onboarding.its-is-missing-or-not-valid': { what: Text }
  'onboarding.that-names-no-account': None
  'onboarding.account-with-its-spend-key-2': { userId: Text; hasSpendKey: boolean }
  'onboarding.a-permission-to-look-at-an': { appId: Text }
  'onboarding.a-spend-key': None
  'onboarding.no-code': None
  'onboarding.nothing-is-asked-for-now': None
  'onboarding.asking-for-a-code': None
  'onboarding.it-takes-a-moment': None
  'onboarding.waiting-for-your-phone': None
  'onboarding.scan-the-code-with-mixin-messenger': None
  'onboarding.the-code-was-opened': None
  'onboarding.the-service-says-so-if-it': None
  'onboarding.your-phone-agreed': None
  'onboarding.the-permission-is-being-fetched-and': None
  'onboarding.the-account-is-here': None
  'onboarding.declined-on-the-phone': None
  'onboarding.nothing-was-permitted-and-nothing-was': None
  'onboarding.nobody-answered-in-ten-minutes': None
  'onboarding.that-code-is-not-followed-any': None
  'onboarding.that-did-not-work': None
  'onboarding.nothing-was-kept-here': None
  'onboarding.your-spend-key-is-in-your': None
  'onboarding.coffer-looks-and-prepares-balances-history': None
  'onboarding.messengers-13-or-25-words-and': None
  'onboarding.use-mixin-messengers-account': None
  'onboarding.watch-with-my-phone': None
  'onboarding.your-phone-is-always-asked-in': None
  'onboarding.app-id': None
  'onboarding.make-a-new-code': None
  'onboarding.open-mixin-messenger-on-your-phone': None
  'onboarding.it-names-what-may-be-read': None
  'onboarding.agree-there-with-your-pin-it': None
  'onboarding.code-as-a-link': None
  'onboarding.copy-as-link': None
  'onboarding.until': { until: Text }
  'onboarding.qr-code-for-mixin-messenger': None
  'onboarding.no-phone-here': None
  'onboarding.the-local-network-plays-it-choose': None
  'onboarding.person': None
  'onboarding.agree': None
  'onboarding.decline': None
  'onboarding.pasted-text': None
  'receive.asset': None
  'receive.search-assets': None
  'receive.choose-an-asset': None
  'receive.network': None
  'receive.over': None
  'receive.choose-a-network': None
  'receive.asset-then-network': None
  'receive.a-wrong-network-loses-it': None
  'receive.address-2': None
  'receive.on-the-way': None
  'receive.address-exists': None
  'receive.you-have-no-address-on-yet': { bdi: Text }
  'receive.making-one-costs-nothing-on-the': None
  'receive.the-service-may-charge-for-making': None
  'receive.create-address': None
  'receive.the-address-is-not-signed-by': None
  'receive.coffer-does-not-show-it-since': None
  'receive.a-deposit-without-the-tag-does': None
  'receive.your-address': { network: Text }
  'receive.address-the-tag-is-needed-too': None
  'receive.copy-address': None
  'receive.signed-by-the-network': None
  'receive.tag': None
  'receive.tag-2': None
  'receive.copy-tag': None
  'receive.qr-code-of-the': { what: Text }
  'receive.find-by-the-hash-of-the': None
  'receive.part-of-the-hash': None
  'receive.no-deposit-is-on-the-way': None
  'receive.no-deposit-has-that-hash': None
  'receive.a-deposit-appears-here-as-soon': None
  'receive.check-that-you-pasted-the-transactions': None
  'receive.deposits': None
  'receive.transaction-hash': None
  'receive.confirmations-of': { amount: Text; symbol: Text }
  'receive.simulate-a-deposit': None
  'receive.only-on-the-local-network': None
  'receive.amount': None
  'receive.simulate': None
  'receive.confirm-now': None
  'receive.the-deposit-is-seen-at-once': None
  'receive.confirm-now-makes-block-so-that': { blocksNeeded: number }
  'receive.whoever-is-on-the-network-pays': None
  'receive.any-asset': None
  'receive.choose-an-asset-to-ask-for': None
  'receive.memo': None
  'receive.bytes': { bytes: Text; memoBytes: Text }
  'receive.the-payer-sees-it-and-can': None
  'receive.payment-link': None
  'receive.qr-code-of-the-payment-link': None
  'receive.link': None
  'receive.copy-link': None
  'receive.link-and-address-as-text': None
  'receive.address-for-any-wallet-of-the': None
  'receive.address': None
  'receive.receive': None
  'receive.ways-to-receive': None
  'receive.from-another-network': None
  'receive.inside-the-network': None
  'receive.incoming': None
  'receive.send-only-or-another-asset-of': { symbol: Text; network: Text }
  'receive.send-only-over-the-network-anything': { symbol: Text; network: Text }
  'receive.it-counts-after-confirmation-of-the': { confirmations: number }
  'receive.the-least-that-is-credited-is': { minimum: Text; symbol: Text }
  'receive.confirmed': None
  'receive.of-confirmation': { confirmations: Text; threshold: number }
  'scan.use-a-file': None
  'scan.hold-a-code-in-front-of': None
  'scan.start-the-camera': None
  'scan.the-picture-stays-in-this-window': None
  'scan.picture-of-the-camera': None
  'scan.camera': None
  'scan.mirror': None
  'scan.stop': None
  'scan.nothing-found-yet-bring-the-code': None
  'scan.group-of': { members: Text }
  'scan.members': None
  'scan.to-compare': None
  'scan.read-them-to-the-other-members': None
  'scan.members-hash': None
  'scan.address': None
  'scan.your-name-for-it': None
  'scan.add-this-group': None
  'scan.open-this-group': None
  'scan.fill-the-payment-form': None
  'scan.you-are-not-a-member-so': None
  'scan.open-signatures-are-missing': None
  'scan.complete': None
  'scan.final': None
  'scan.revoked': None
  'scan.cannot-complete-a-coin-is-gone': None
  'scan.group': None
  'scan.sends': None
  'scan.to': { partyName: Text }
  'scan.signatures': None
  'scan.of': { signers: Text; threshold: Text }
  'scan.state': None
  'scan.bundle': None
  'scan.its-author-is-not-named': None
  'scan.made-by': { userName: Text }
  'scan.no-new-signatures': None
  'scan.new-signature-taken-over': { added: number }
  'scan.their-note': None
  'scan.request-id': None
  'scan.open-the-request': None
  'scan.it-asks-you-to-unlock-you': None
  'scan.without-a-name': None
  'scan.member-made': { members: number }
  'scan.coffer-is-no-messenger-conversations-are': None
  'scan.not-known': None
  'scan.kind': None
  'scan.payment-of-an-older-group': None
  'scan.transfer-of-an-older-collectible': None
  'scan.amount': None
  'scan.from': None
  'scan.to-2': None
  'scan.memo': None
  'scan.token-id': None
  'scan.inscription': None
  'scan.transaction': None
  'scan.what-its-bytes-say': None
  'scan.transactions-of-this-kind-are-signed': None
  'scan.open-collectibles': None
  'scan.open-the-collectible': None
  'scan.this-movement-is-not-one-of': None
  'scan.show-it-in-activity': None
  'scan.look-at-it': None
  'scan.its-page-opens-in-a-window': None
  'scan.its-page-opens-in-a-tab': None
  'scan.text': None
  'scan.copy-text': None
  'scan.open-code': { code: Text }
  'scan.it-is-nothing-that-coffer-knows': None
  'scan.of-parts': { have: Text; there: Text }
  'scan.missing-hold-still-until-they-are': { missing: Text }
  'scan.are-missing-hold-still-until-they': { missing: Text }
  'scan.forget-them': None
  'scan.drop-a-picture-pdf-or-file': None
  'scan.pictures-and-pdfs-are-searched-for': None
  'scan.file-to-read': None
  'scan.choose-a-file': None
  'scan.link-address-card-bundle-or-anything': None
  'scan.coffer-says-what-it-is-nothing': None
  'scan.read-it': None
  'scan.from-the-clipboard': None
  'scan.reported-as-a-fraud': None
  'scan.the-service-marks-this-account-do': None
  'scan.not-registered-on-the-network-yet': None
  'scan.user-id': None
  'scan.copy-id': None
  'scan.add-to-contacts': None
  'scan.open-contact': None
  'scan.this-was-paid-already': None
  'scan.somebody-has-paid-it-under-the': None
  'scan.you-have-paid-it-it-is': None
  'scan.you-choose-asset-and-amount': None
  'scan.the-amount-is-yours-to-choose': { symbol: Text }
  'scan.reference': None
  'scan.see-the-payment': None
  'scan.storage-of-a-larger-memo': None
  'scan.no-memo': None
  'scan.fill-the-form': None
  'scan.each-entry-is-a-payment-of': None
  'scan.what-was-read': None
  'scan.from-2': { sourceWords: Text }
  'scan.no-code-was-found': None
  'scan.draw-a-frame-around-the-code': None
  'scan.read-a-code-that-is-on': None
  'scan.choose-a-window-or-screen': None
  'scan.coffer-takes-one-picture-of-what': None
  'scan.capture-again': None
  'scan.captured-picture-draw-a-frame-around': None
  'scan.reading': None
  'scan.read-something-else': None
  'scan.this-is-what-was-read': None
  'scan.codes-in-this-picture': { codes: number }
  'scan.what-the-codes-are': None
  'scan.a-code': None
  'scan.read-on-this-computer': None
  'scan.opening-pays-nothing': None
  'scan.text-of-the-code': None
  'scan.scan-or-read': None
  'scan.nothing-happened-try-again-or-another': None
  'scan.where-the-code-is': None
  'scan.screen': None
  'scan.file': None
  'scan.paste': None
  'scan.what-you-pasted': None
  'scan.what-you-typed': None
  'scan.the-screen': None
  'scan.the-camera': None
  'scan.what-you-dropped': None
  'scan.a-link-that-was-opened': None
  'scan.a-payment-request': None
  'scan.an-invoice-with-several-entries': None
  'scan.a-request-for-signatures': None
  'scan.a-bundle-with-signatures': None
  'scan.a-transaction-of-the-older-kind': None
  'scan.a-movement-of-money': None
  'scan.an-app': None
  'scan.a-sign-in': None
  'scan.it-would-be-allowed': None
  'scan.coffer-answers-no-sign-in': None
  'scan.an-app-without-a-name': None
  'scan.nothing-to-do-here': None
  'scan.text-2': None
  'scan.there-is-no-such-entry': None
  'scan.paid': None
  'scan.after-entry-is-final': { waitsFor: number; names: Text }
  'scan.the-camera-is-not-allowed': None
  'scan.allow-it-for-coffer-in-the': None
  'scan.there-is-no-camera': None
  'scan.connect-one-and-try-again': None
  'scan.that-camera-is-gone': None
  'scan.choose-another-one': None
  'scan.the-camera-is-in-use': None
  'scan.another-program-holds-it-close-that': None
  'scan.the-camera-does-not-work-here': None
  'scan.use-one-of-the-other-ways': None
  'scan.nothing-was-captured': None
  'scan.the-capture-was-closed-or-the': None
  'scan.the-screen-cannot-be-captured-here': None
  'scan.take-a-picture-of-the-screen': None
  'scan.no-code-was-found-in-it': None
  'scan.the-reader-of-codes-did-not': None
  'scan.this-pdf-cannot-be-opened-it': None
  'scan.this-picture-cannot-be-opened-use': None
  'scan.this-file-is-larger-than-25': None
  'scan.this-file-is-neither-a-picture': None
  'scan.this-file-is-empty': None
  'scan.this-file-is-neither-a-picture-2': None
  'send.coffer-asks-for-your-signature': None
  'send.coffer-asks-whether-you-want-this': None
  'send.reading-what-is-asked': None
  'send.decline-if-you-did-not-ask': None
  'send.compare-the-receiver-once-more-a': None
  'send.do-not-sign': None
  'send.decline': None
  'send.sign-and-send': None
  'send.for-your-phone': None
  'send.show-all': { asked: Text }
  'send.new-payment': None
  'send.send': None
  'send.what-is-asked-for': None
  'send.amount': None
  'send.to': None
  'send.to-a-person': None
  'send.to-a-bot': None
  'send.to-a-group': None
  'send.to-a-kernel-address': None
  'send.to-an-address-on': { chainName: Text }
  'send.to-yourself': None
  'send.to-people': { count: number }
  'send.to-recipients': { count: number }
  'send.each-once': None
  'send.in-rows': { rows: number }
  'send.memo': None
  'send.none': None
  'send.label': None
  'send.note': None
  'send.add-a-note': None
  'send.change-the-note': None
  'send.note-only-for-you': None
  'send.trace': None
  'send.put-away': None
  'send.that-forgets-it-here-whoever-has': None
  'send.that-forgets-it-here-what-was': None
  'send.code-for-your-phone': None
  'send.qr-code-of-the-payment': None
  'send.scan-it-with-mixin-messenger': None
  'send.link': None
  'send.copy-link': None
  'send.open-in-messenger': None
  'send.link-as-text': None
  'send.open-that-request': None
  'send.write-it-with-other-coins': None
  'send.give-it-up': None
  'send.coins': None
  'send.coffer-chooses-those-that-leave-the': None
  'send.coin-chosen-by-hand': { chosen: number }
  'send.in-all': { figure: Text }
  'send.let-coffer-choose': None
  'send.choose-coins': None
  'send.it-fits-exactly': None
  'send.short': { figure: Text }
  'send.comes-back': { figure: Text }
  'send.choose-coins-2': { symbol: Text }
  'send.in-coin': { ticked: number }
  'send.use-these': None
  'send.one-payment-takes-at-most-coins': { coinsMax: Text }
  'send.you-have-no-coins': { symbol: Text }
  'send.coins-to-choose-from': None
  'send.as-many-as-one-payment-takes': None
  'send.the-receiver-and-everybody-who-sees': None
  'send.bytes': { bytes: Text }
  'send.bytes-2': { bytes: Text; memoBytes: Text }
  'send.memo-as': None
  'send.text': None
  'send.hex': None
  'send.too-long-for-a-memo-so': None
  'send.too-long-for-a-memo-so-2': { amount: Text; symbol: Text }
  'send.the-bytes-in-hex': None
  'send.the-bytes-as-text': None
  'send.these-bytes-are-not-text': None
  'send.has-bytes-is-the-most': { file: Text; file2: Text; storedBytes: Text }
  'send.from-a-file': None
  'send.tag': None
  'send.tag-or-memo-of-the-receiver': None
  'send.usually-required': None
  'send.tag-2': { chainName: Text }
  'send.exchanges-give-you-an-address-and': None
  'send.the-receiver-needs-no-tag': None
  'send.network-fee': None
  'send.paid-to-the-service-which-sends': None
  'common.ask-again': None
  'send.this-withdrawal-is-free': None
  'send.you-have': { figure: Text }
  'send.not-enough': { figure: Text }
  'send.drafts': None
  'send.no-drafts': None
  'send.write-a-payment': None
  'send.a-payment-that-you-begin-is': None
  'send.saved': { time: Text }
  'send.remove-draft': { title: Text }
  'send.paste-a-list': None
  'runs.many-payments': None
  'runs.all-runs': None
  'runs.mend-the-list': None
  'runs.make-a-run': None
  'runs.columns': None
  'runs.which-decimal-mark': None
  'runs.dot': None
  'runs.comma': None
  'runs.name-of-the-run': None
  'runs.one-name-pays-once': None
  'runs.the-form-has-one-memo': None
  'runs.the-form-has-one-asset': None
  'runs.too-many-rows': { rows: number; most: Text }
  'runs.list-too-long': None
  'runs.choose-an-asset-first': None
  'runs.no-run-yet': None
  'runs.paste-a-list-in-send': None
  'runs.paid-of-rows': { rows: number; paid: Text }
  'runs.of-total': { amount: Text; symbol: Text }
  'runs.result-as-csv': None
  'runs.rows-of-the-run': None
  'runs.verdict': None
  'runs.ready': None
  'runs.left-out': None
  'runs.waits-for-you': None
  'runs.going': None
  'runs.paid': None
  'runs.refused': None
  'runs.why-payee': None
  'runs.why-amount': None
  'runs.why-memo': None
  'runs.why-withdrawal': None
  'runs.why-asset': None
  'runs.why-refused': None
  'runs.why-elsewhere': None
  'runs.same-as': { line: Text }
  'runs.gone': { rows: number; sums: Text }
  'runs.repeats': { rows: number; name: Text }
  'runs.open-that-run': None
  'runs.rows-left-out': { rows: number }
  'runs.in-parts': { parts: number }
  'runs.nothing-left': None
  'runs.go-on-with-the-review': None
  'runs.try-the-refused-again': None
  'runs.review-the-next': { rows: number; amount: Text; symbol: Text }
  'scheduled.once': None
  'scheduled.daily': None
  'scheduled.weekly': None
  'scheduled.biweekly': None
  'scheduled.monthly': None
  'scheduled.month-end': None
  'scheduled.yearly': None
  'scheduled.every': { repeats: string; day: Text; time: Text; weekday: Text; number: Text; inYear: Text }
  'scheduled.in-zone': { text: Text; zone: Text }
  'scheduled.until-day': { text: Text; day: Text }
  'scheduled.so-many': { times: number; text: Text }
  'scheduled.being-prepared': None
  'scheduled.missed': None
  'scheduled.not-prepared': None
  'scheduled.waits-for-approval': None
  'scheduled.skipped': None
  'scheduled.given-up': None
  'scheduled.never-paid': None
  'scheduled.paused': None
  'scheduled.ended': None
  'scheduled.repeats': None
  'scheduled.day': None
  'scheduled.first-day': None
  'scheduled.time': None
  'scheduled.ends': None
  'scheduled.never': None
  'scheduled.on-a-day': None
  'scheduled.after-so-many': None
  'scheduled.last-day': None
  'scheduled.number-of-times': None
  'scheduled.no-such-time': None
  'scheduled.next-dates': None
  'scheduled.last': None
  'scheduled.scheduled': None
  'scheduled.plan': None
  'scheduled.plans': None
  'scheduled.new-plan': None
  'scheduled.nothing-planned': None
  'scheduled.fill-the-form-in-send': None
  'scheduled.must-be-open': None
  'scheduled.one-asset': None
  'scheduled.waits-for-you': None
  'scheduled.what-to-do-with-them': None
  'scheduled.prepare-chosen': { count: number }
  'scheduled.skip-chosen': { count: number }
  'scheduled.skip-all': None
  'scheduled.what-it-pays': None
  'scheduled.when': None
  'scheduled.history': None
  'scheduled.older-in-activity': None
  'scheduled.prepare-after-all': None
  'scheduled.see-payment': None
  'scheduled.change': None
  'scheduled.pause': None
  'scheduled.resume': None
  'scheduled.end': None
  'scheduled.delete': None
  'scheduled.end-plan': { name: Text }
  'scheduled.end-means': None
  'scheduled.delete-plan': { name: Text }
  'scheduled.delete-means': None
  'scheduled.change-plan': { name: Text }
  'scheduled.from-now-on': None
  'scheduled.name': None
  'scheduled.name-example': None
  'scheduled.later-or-regularly': None
  'scheduled.plan-it': None
  'scheduled.give-it-a-name': None
  'scheduled.memo-too-long': { most: Text }
  'scheduled.missed-title': { count: number }
  'scheduled.nothing-paid-without-you': None
  'scheduled.later': None
  'scheduled.decide': None
  'scheduled.from-plan': None
  'scheduled.due-at': { time: Text }
  'scheduled.first-of-plan': None
  'scheduled.same-as-last': { time: Text }
  'scheduled.differs': { what: string }
  'scheduled.last-time-was': { time: Text; amount: Text; symbol: Text }
  'scheduled.notice-ready': None
  'send.one-recipient-per-line': None
  'send.row-together': { good: number }
  'send.row-to-correct': { wrong: number }
  'send.add-rows': None
  'send.receiver-and-amount-line-by-line': None
  'send.choose-a-file': None
  'send.rows-that-were-understood': None
  'send.rows-listed': { listed: number; rows: number }
  'send.line': None
  'send.receiver': None
  'send.the-first-line-was-taken-for': None
  'send.name-number-or-address': None
  'send.name-mixin-number-group-kernel-or': None
  'send.people-and-groups': None
  'send.not-registered': None
  'send.coffer-shows-here-whom-it-understood': None
  'send.looking-up-who-that-is': None
  'send.first-time': None
  'send.pay-somebody-else': None
  'send.paid-time-last': { times: number; last: Text }
  'send.this-is-an-address-on-the': { chainName: Text }
  'send.this-link-was-paid-before-coffer': None
  'send.first-time-2': None
  'send.payment': None
  'send.back-to-the-run': None
  'send.activity': None
  'send.receipt': None
  'send.copy-receipt': None
  'send.receipt-title': None
  'send.receipt-foot': None
  'send.paid-by': { name: Text }
  'send.receipt-per-person': None
  'send.receipt-per-person-text': None
  'send.receipt-for': { name: Text }
  'send.print-receipt-for': { name: Text }
  'send.offered-to-the-network-time-always': { attempts: number }
  'send.details': None
  'send.final-on': { time: Text }
  'send.final-on-after': { seconds: number; time: Text }
  'send.signatures': None
  'send.stored-content': None
  'send.byte': { storedBytes: number }
  'send.transaction': None
  'send.request-id': None
  'send.chain-hash': None
  'send.try-anew': None
  'send.pay-again': None
  'send.afterwards': None
  'send.coffer-shows-you-the-address-once': None
  'send.needed': { signers: Text; needed: Text }
  'send.of': { signers: Text; needed: Text }
  'send.did-not-sign': { ended: boolean; waiting: Text }
  'send.open-the-request': None
  'send.progress': None
  'send.no-answer': None
  'send.not-yet-2': None
  'send.ended-here': None
  'send.what-is-paid': None
  'send.you-combine': None
  'send.you-burn': None
  'send.you-burnt': None
  'send.you-send': None
  'send.you-send-in-one': None
  'send.you-withdraw': None
  'send.you-sent': None
  'send.you-signed': None
  'send.you-withdrew': None
  'send.nobody-it-pays-for-keeping-the': None
  'send.back-to-you': None
  'send.back-to-the-group': None
  'send.nothing-your-coins-fit-exactly': None
  'send.as-change': None
  'send.coins-used': None
  'send.coin': { coins: number }
  'send.payload-hash': None
  'send.payload-hash-2': { purposeName: Text }
  'send.technical': None
  'send.stored-memo': None
  'send.burnt-to-keep-it': None
  'send.checking-the-payment': None
  'send.waiting-for-change-to-be-proved': None
  'send.change-of-an-earlier-payment-is': None
  'send.you-did-not-approve-it-in': None
  'send.understood': None
  'send.nothing-was-signed-the-coins-stay': None
  'send.review-again': None
  'send.change-it': None
  'send.cancel-payment': None
  'send.stopped-bytes-title': None
  'send.stopped-bytes-text': None
  'send.stopped-record-title': None
  'send.stopped-record-text': None
  'send.stopped-coins-free': None
  'send.stopped-cancel-frees': None
  'send.save-a-report': None
  'send.back-to-the-form': None
  'send.add-recipient': None
  'send.split-the-rest': None
  'send.share-hint': None
  'send.share-out': None
  'send.share-balance': None
  'send.share-total': None
  'send.share-remains': { figure: Text; shares: number }
  'send.share-extra': { rows: number; unit: Text }
  'send.nothing-to-share': None
  'send.of-256-coins': None
  'send.paste-list-or-csv': None
  'send.recipient-of-at-most': { rows: number; rowsMax: Text }
  'send.available': { figure: Text }
  'send.max-send-the-most-that-is': None
  'send.max': None
  'send.enter-in': { unit: Text }
  'send.amount-in': { unit: Text }
  'send.no-price-to-enter-by': { currency: Text }
  'send.fixed-at': { figure: Text; price: Text; at: Text }
  'send.rounded-down': None
  'send.price-of-now': None
  'send.fixed-when-typed': None
  'send.no-price-enter-coin': None
  'send.price-is-read': None
  'send.less-than-smallest': None
  'send.typed-at': { sum: Text; price: Text }
  'send.typed-at-several': { sum: Text }
  'send.price-age': { age: Text }
  'send.price-of': { time: Text }
  'send.worth-then': { sum: Text }
  'send.amount-for-recipient': { at: Text }
  'send.mean': None
  'send.remove-recipient': { at: Text }
  'send.start-a-new-payment': None
  'send.saving-the-draft': None
  'send.draft-saved': None
  'send.draft-not-saved': None
  'send.review': None
  'send.drafts-2': { drafts: Text }
  'send.filled-in-from': { source: Text }
  'send.check-every-line-you-decide-what': None
  'send.summary': None
  'send.people-you-pay': None
  'send.your-phone-sends': None
  'send.paid-by-one-member-later': None
  'send.none-2': None
  'send.preparing': None
  'send.make-a-code-for-the-phone': None
  'send.one-receiver-stands-in-more-than': None
  'send.your-phone-shows-everything-once-more': None
  'send.nothing-is-signed-yet-you-see': None
  'send.more-thing-after-that': { where: Text; all: number }
  'send.recipient-2': { rows: number }
  'send.what-you-can-do': None
  'send.send-it': None
  'send.if-it-is-still-wanted-the': None
  'send.your-passphrase': None
  'send.send-it-now': None
  'send.ask-the-network': None
  'send.looks-for-it-by-its-id': { attempts: number }
  'send.ask-now': None
  'send.send-the-same-again': None
  'send.the-very-same-bytes': None
  'send.send-the-same-bytes': None
  'send.its-coins-stay-held': None
  'send.make-it-impossible': None
  'send.you-pay-one-of-its-coins': None
  'send.try-another-coin': None
  'send.being-made-impossible': None
  'send.being-made-impossible-try': { at: Text }
  'send.until-one-of-the-two-is': None
  'send.until-one-of-the-payment-is': { voidedBy: number }
  'send.open-that-payment': None
  'send.who-and-how-much': None
  'send.asset': None
  'send.search-your-assets': None
  'send.you-have-nothing-to-send-yet': None
  'send.choose-what-to-send': None
  'send.one-member-pays-the-network-fee': None
  'send.from-an-own-account-once-enough': None
  'send.label-for-yourself': None
  'send.memo-label-and-coins': None
  'send.label-and-coins': None
  'send.stays-on-this-computer-you-find': None
  'send.whom-the-address-belongs-to-cannot': None
  'send.whether-it-was-paid-is-not': None
  'send.the-service-could-not-be-asked': None
  'send.waiting-for-your-phone': None
  'send.nothing-was-paid-under-this-code': None
  'send.on-its-way': None
  'send.the-service-has-this-payment-it': { unseen: Text }
  'send.paid': None
  'send.it-stands-in-this-accounts-history': { unseen: Text }
  'send.something-else-was-paid': None
  'send.this-code-pays-nothing-any-more': { paid: Text }
  'send.another-payment-was-made-under-this': None
  'send.of-an-unknown-asset': None
  'send.with-the-memo': { memoText: Text }
  'send.under-this-code-the-service-tells': { amount: Text; symbol: Text; partyName: Text; memo: Text }
  'send.not-in-the-history-yet': None
  'send.to-2': { amount: Text; symbol: Text; partyName: Text }
  'send.a-payment-link': None
  'send.this-account-is-watch-only-a': None
  'send.choose-an-asset': None
  'send.enter-who-is-paid': None
  'send.coffer-is-looking-up-who-that': None
  'send.this-receiver-cannot-be-paid': None
  'send.this-link-was-paid-before': None
  'send.enter-an-amount': None
  'send.choose-which-amount-you-mean': None
  'send.a-withdrawal-to-another-network-has': None
  'send.enter-the-tag-or-say-that': None
  'send.the-withdrawal-fee-is-not-known': None
  'send.the-fee-is-you-have-available': { amount: Text; symbol: Text; available: Text }
  'send.a-groups-memo-has-at-most': { memoBytes: Text }
  'send.the-price-of-storing-the-memo': None
  'send.choose-at-least-one-coin-or': None
  'send.one-payment-takes-at-most-256': { inOne: Text; symbol: Text }
  'send.no-link-can-ask-a-phone': None
  'send.that-is-this-account-itself': None
  'send.a-link-for-the-phone-pays': None
  'send.this-link-refers-to-another-payment': None
  'send.a-link-for-the-phone-carries': None
  'send.a-link-for-the-phone-carries-2': { memoBytes: Text }
  'send.storing-this-memo-costs-you-have': { amount: Text; symbol: Text; available: Text }
  'send.the-chosen-coins-come-to-short': { inOne: Text; symbol: Text; toAmount: Text }
  'send.is-held-for-other-payments': { held: Text; symbol: Text }
  'send.you-have-no-available': { symbol: Text; held: Text }
  'send.you-can-send-or-less': { toAmount: Text; symbol: Text; held: Text }
  'send.nobody-yet': None
  'send.no-amount-yet': None
  'send.to-3': { amount: Text; whom: Text }
  'send.an-earlier-payment': None
  'send.a-line-needs-a-receiver-and': None
  'send.more-than-two-parts-if-the': None
  'send.columns-unclear': None
  'send.which-mark-first': None
  'send.the-amount-can-be-read-in': None
  'send.prepared': None
  'send.signed': None
  'send.sent': None
  'send.accepted': None
  'send.final': None
  'send.signed-by-you': None
  'send.asked': None
  'send.enough-signed': None
  'send.draft': None
  'send.nothing-was-signed': None
  'send.being-checked': None
  'send.ready-to-sign': None
  'send.nothing-was-signed-its-coins-are': None
  'send.being-signed': None
  'send.it-is-not-sent-yet': None
  'send.signed-on-its-way-to-the': None
  'send.coffer-hands-it-over-and-waits': None
  'send.the-network-accepted-it-it-becomes': None
  'send.paid-nobody-can-take-it-back': None
  'send.all-are-paid': { count: number }
  'send.cancelled': None
  'send.nothing-was-signed-and-nothing-was': None
  'send.cannot-complete': None
  'send.this-payment-will-not-happen-those': None
  'send.we-do-not-know-yet-whether': None
  'send.coffer-is-checking-do-not-send': None
  'send.arriving': None
  'send.it-waits-for-confirmations': None
  'send.what-was-signed-can-still-be': None
  'send.do-not-send-it-again-coffer': None
  'send.it-was-signed-more-than-a': None
  'send.since-it-was-signed-this-account': None
  'send.it-was-signed-before-these-files': None
  'send.final-after-all': None
  'send.coffer-had-called-this-payment-impossible': None
  'send.the-other-payment-can-never-be': None
  'send.the-other-payment-was-taken-first': None
  'send.its-coin-was-spent-by-another': None
  'send.final-here': None
  'send.what-becomes-of-it-on-the': None
  'send.final-here-waits-for-its-fee': None
  'send.it-leaves-this-network-once-a': None
  'send.signed-and-not-sent-without-your': None
  'send.your-group-was-not-asked-yet': None
  'send.you-have-signed-coffer-goes-on': None
  'send.waiting-for-1-more-signature': None
  'send.waiting-for-more-signatures': { missing: Text }
  'send.your-group-was-asked-the-money': None
  'send.the-fee-is-paid-the-service': None
  'send.final-here-on-its-way-to': None
  'send.the-service-sends-it-there-next': None
  'send.final-and-sent-on-the-other': None
  'send.follow-it-there-by-the-hash': None
  'send.the-network-keeps-the-content-for': None
  'send.amount-on': { amount: Text; symbol: Text; asset: Text; chainName: Text }
  'send.stored-content-byte': { storedBytes: number }
  'send.memo-hex': { memoHex: Text }
  'send.on-the-other-chain': { withdrawalHash: Text }
  'send.if-it-is-an-address-of': None
  'send.address-of-which': None
  'send.send-over': { symbol: Text; chainName: Text }
  'send.combine-coins': None
  'settings.window-of-its-own-electron': None
  'settings.browser-window-on-this-computer': None
  'settings.statement-key': None
  'settings.statement-key-text': None
  'settings.statement-key-none': None
  'settings.who-owns-a-receiving-key-of': None
  'settings.change-comes-back-under-keys-that': None
  'settings.a-final-payment-cannot-be-taken': None
  'settings.whoever-has-your-24-words-has': None
  'settings.estimates-in-a-national-currency-come': None
  'settings.here-no-second-window-asks-before': None
  'settings.this-copy': None
  'settings.runs-in': None
  'settings.data-folder': None
  'settings.data-folder-2': None
  'settings.what-to-know': None
  'settings.log': None
  'settings.log-text': None
  'settings.log-open': None
  'settings.log-find': None
  'settings.log-level': None
  'settings.log-all': None
  'settings.log-warnings': None
  'settings.log-errors': None
  'settings.log-empty': None
  'settings.log-lines': { count: number }
  'settings.log-save': None
  'settings.licences': None
  'settings.coffer-stands-on-the-work-of': None
  'settings.packages': { licences: Text }
  'settings.person': None
  'settings.bot': None
  'settings.needs-a-spend-key': None
  'settings.words-not-checked-yet': None
  'settings.not-registered-yet': None
  'settings.ready': None
  'settings.keys-have-to-be-brought-back': None
  'settings.accounts': None
  'settings.state-accounts': { count: number }
  'settings.state-locks': { minutes: number }
  'settings.state-no-passphrase': None
  'settings.state-no-backup': None
  'settings.state-backup-today': None
  'settings.state-backup-days': { days: number }
  'settings.rules': None
  'settings.state-rules-lost': None
  'settings.state-rules-none': None
  'settings.state-rules': { count: number }
  'settings.rules-of': None
  'settings.rules-what': None
  'settings.rules-group': None
  'settings.rules-in-force': None
  'settings.rules-set': None
  'settings.rules-change': None
  'settings.rules-today': None
  'settings.rules-nothing-left': None
  'settings.rules-wait-until': None
  'settings.rules-hold-from': None
  'settings.rules-time-left': { hours: Text; minutes: Text }
  'settings.rules-keep': None
  'settings.rules-lost': None
  'settings.rules-lost-why': { why: string }
  'settings.rules-clock': None
  'settings.rules-clock-why': None
  'settings.rules-assets': None
  'settings.rules-add-asset': None
  'settings.rules-remove-of': { name: Text }
  'settings.rules-day': None
  'settings.rules-wait-above': None
  'settings.rules-look-above': None
  'settings.rules-empty-is-none': None
  'settings.rules-others': None
  'settings.rules-others-free': None
  'settings.rules-others-look': None
  'settings.rules-others-refused': None
  'settings.rules-fiat': { currency: Text }
  'settings.rules-fiat-why': None
  'settings.rules-payees': None
  'settings.rules-payees-anyone': None
  'settings.rules-payees-saved': None
  'settings.rules-payees-listed': None
  'settings.rules-saved-for': None
  'settings.rules-list': None
  'settings.rules-find': None
  'settings.rules-add': None
  'settings.rules-nobody': None
  'settings.rules-tag': None
  'settings.rules-wait': None
  'settings.rules-no-wait': None
  'settings.rules-hours': { hours: number }
  'settings.rules-new-payees': None
  'settings.rules-change-hours': None
  'settings.rules-none': None
  'settings.rules-stricter': None
  'settings.name-and-colour': None
  'settings.watch-permission': None
  'settings.remove': None
  'settings.remove-an-account': None
  'settings.removing-takes-keys-off': None
  'settings.each-has-its-own-key-its': None
  'settings.add-an-account': None
  'settings.key-not-proved-yet': None
  'settings.add-its-key': None
  'settings.permission-to-watch': { account: Text }
  'settings.legacy-outputs': None
  'settings.what-the-older-interface-of-the': None
  'settings.coins-of-groups-and-collectibles-told': None
  'settings.move-up': None
  'settings.move-down': None
  'settings.let-it-be-watched': None
  'settings.more-for': { account: Text }
  'settings.ids': None
  'settings.ids-and-backup': None
  'settings.words-checked': None
  'settings.not-yet': None
  'settings.system': None
  'settings.light': None
  'settings.dark': None
  'settings.appearance': None
  'settings.theme': None
  'settings.system-follows-the-setting-of-this': None
  'settings.currency-of-estimates': None
  'settings.estimates-only-payments-are-always-in': None
  'settings.currency': None
  'settings.search-currencies': None
  'settings.keyboard': None
  'settings.letter-keys': None
  'settings.letter-keys-text': None
  'settings.privacy': None
  'settings.while-it-is-closed': None
  'settings.keep-running': None
  'settings.keep-running-text': None
  'settings.start-with-system': None
  'settings.start-with-system-text': None
  'settings.hide-amounts': None
  'settings.masks-every-figure-on-screen-what': None
  'settings.backup': None
  'settings.payments-with-their-signed-bytes-labels': None
  'settings.folder': None
  'settings.none-is-chosen-yet': None
  'settings.set-up-backups': None
  'settings.change': None
  'settings.by-itself': None
  'settings.last-backup': None
  'settings.none-was-made-yet': None
  'settings.back-up-with-the-words': None
  'settings.back-up-now': None
  'settings.test-a-backup': None
  'settings.opens-a-file-and-reads-all': None
  'settings.last-opened-and-whole': { time: Text }
  'settings.test-now': None
  'settings.restore-from-a-backup-file': None
  'settings.takes-over-what-the-file-has': None
  'settings.restore': None
  'settings.a-backup-opens-with-your-passphrase': None
  'settings.a-backup-opens-with-the-24': None
  'settings.folder-as-a-whole-path': None
  'settings.enter-the-path-of-a-folder': None
  'settings.passphrase': None
  'settings.enter-the-passphrase': None
  'settings.make-the-first-backup': None
  'settings.whoever-opens-this-file-has-your': None
  'settings.the-24-words-of-every-account': None
  'settings.i-want-the-words-of-all': None
  'settings.tick-the-sentence-first': None
  'settings.coffer-opens-the-file-and-reads': None
  'settings.it-opens-and-all-of-it': None
  'settings.test-this-backup': None
  'settings.change-on-its-way-back': None
  'settings.the-service-makes-the-keys-of': None
  'settings.nothing-is-unproved': None
  'settings.not-proved-yet': { open: Text }
  'settings.without-an-amount-of-its-own': None
  'settings.of-payment-the-next-payment-with': { payments: number }
  'settings.set-an-amount': None
  'settings.up-to': { amount: Text; symbol: Text }
  'settings.payments-do-not-wait-while-less': None
  'settings.change-that-may-be-on-its': None
  'settings.a-service-that-kept-your-change': None
  'settings.there-is-nothing-in-this-account': None
  'settings.asset': None
  'settings.on': { symbol: Text; chainName: Text }
  'settings.amount': None
  'settings.your-passphrase': None
  'settings.only-the-change-of-one-payment': None
  'settings.set': None
  'settings.a-network-of-your-own-on': None
  'settings.the-real-network-what-you-send': None
  'settings.a-network-that-coffer-was-started': None
  'settings.as-published-in-the-interface-description': None
  'settings.as-the-official-service-speaks-it': None
  'settings.network': None
  'settings.name': None
  'settings.address': None
  'settings.address-of-the-service': None
  'settings.dialect': None
  'settings.a-network-is-chosen-when-coffer': None
  'settings.line': None
  'settings.line-text': None
  'settings.line-doubted': None
  'settings.line-given': None
  'settings.proxy': None
  'settings.proxy-none': None
  'settings.proxy-is': { kind: string; address: Text }
  'settings.proxy-why': None
  'settings.proxy-kind': None
  'settings.proxy-no': None
  'settings.proxy-host': None
  'settings.proxy-port': None
  'settings.proxy-no-password': None
  'settings.tor-found': { port: Text }
  'settings.tor-use': None
  'settings.authority': None
  'settings.authority-none': None
  'settings.authority-why': None
  'settings.authority-choose': None
  'settings.authority-subject': None
  'settings.authority-until': None
  'settings.authority-fingerprint': None
  'settings.authority-compare': None
  'settings.authority-remove': None
  'settings.line-try': None
  'settings.line-untried': None
  'settings.line-tried': None
  'settings.line-kept': None
  'settings.line-local': None
  'settings.line-not-changed': None
  'settings.line-check': None
  'settings.connection': None
  'settings.check-now': None
  'settings.state': None
  'settings.last-answer': None
  'settings.none-yet': None
  'settings.read-up-to': None
  'settings.clock': None
  'settings.agrees-with-the-service': None
  'settings.s-ahead-of-the-service': { abs: Text; skew: boolean }
  'settings.that-one-is-yours': None
  'settings.that-one-is-the-local-networks': None
  'settings.none-is-named-coffer-has-none': None
  'settings.asking-phones': None
  'settings.a-phone-lets-its-account-be': None
  'settings.app-id': None
  'settings.use-none-of-mine': None
  'settings.recovery-phrase-of': { spelled: boolean; account: Text }
  'settings.coffer-shows-the-words-only-to': None
  'settings.go-to-security': None
  'settings.whoever-sees-these-words-can-take': { spelled: boolean }
  'settings.that-is-not-it-wait-s': { wait: Text }
  'settings.enter-your-passphrase': None
  'settings.what-you-wrote-down-is-right': None
  'settings.keep-it-where-only-you-find': None
  'settings.look-at-your-paper-not-at': None
  'settings.coffer-now-asks-for-other-places': None
  'settings.enter-this': { spelled: boolean }
  'settings.compare': None
  'settings.make-sure-that-nobody-looks-over': None
  'settings.covered-again-in-a-minute-or': None
  'settings.the-covered-there-is-no-way': { whole: boolean }
  'settings.cover-the-words': { shown: boolean; words: boolean }
  'settings.compare-my-paper': None
  'settings.the-new-passphrase-is-in-force': None
  'settings.coffer-asks-for-it-when-it': None
  'settings.passphrase-and-lock': None
  'settings.asked-for-when-coffer-opens-and': None
  'settings.none-is-set-whoever-uses-this': None
  'settings.change-passphrase': None
  'settings.set-a-passphrase': None
  'settings.lock-by-itself': None
  'settings.after-this-time-without-a-key': None
  'settings.after-1-hour': None
  'settings.lock-now': None
  'settings.forgets-what-is-on-screen-and': None
  'settings.lock': None
  'settings.recovery-phrase': None
  'settings.24-words-of': { account: Text }
  'settings.the-only-way-back-to-your': None
  'settings.show-the-words': None
  'settings.where-your-keys-are': None
  'settings.keys-computed-in-javascript': None
  'settings.keys-computed-in-javascript-text': None
  'settings.change-the-passphrase': None
  'settings.present-passphrase': None
  'settings.enter-the-present-passphrase': None
  'settings.new-passphrase': None
  'settings.set-passphrase': None
  'settings.keep-your-24-words-at-hand': None
  'settings.copy-the-evidence-and-ask-whoever': None
  'settings.look-the-transaction-up-somewhere-else': None
  'settings.if-nobody-can-explain-it-do': None
  'settings.nothing-stops-sending': None
  'settings.all-change-of-came-back-as': { account: Text }
  'settings.what-did-not-come-back': None
  'settings.what-to-do': None
  'settings.go-on-all-the-same': None
  'settings.go-on-sending': None
  'settings.what-is-listed-above-is-given': None
  'settings.evidence': None
  'settings.copy-evidence': None
  'settings.payment': None
  'settings.transaction': None
  'settings.output': None
  'settings.found': None
  'settings.you-went-on': None
  'settings.can-send-again-the-report-stays': { name: Text }
  'settings.i-have-read-what-did-not': None
  'settings.that-is-not-it-wait-s-2': { wait: Text }
  'settings.leave-it-stopped': None
  'settings.open-a-bots-page': None
  'settings.it-opens-in-a-window-of': None
  'settings.it-opens-in-a-tab-of': None
  'settings.number-or-id-of-the-bot': None
  'settings.look-it-up': None
  'settings.address-2': None
  'settings.open': None
  'settings.open-in-a-tab': None
  'settings.this-bot-is-marked-as-a': None
  'settings.the-service-warns-about-it-pay': None
  'settings.what-pages-may-know': None
  'settings.each-address-was-asked-about-once': { account: Text }
  'settings.no-page-has-asked-for-balances': None
  'settings.pages': None
  'settings.sees-balances': { allowed: boolean; bot: Text }
  'settings.show-nothing': None
  'settings.show-balances': None
  'settings.forget': None
  'settings.every-day': None
  'settings.every-day-while-coffer-is-open': None
  'settings.every-week': None
  'settings.every-week-while-coffer-is-open': None
  'settings.only-when-i-ask': None
  'settings.never-only-when-you-press-the': None
  'settings.there-is-no-backup': None
  'settings.your-24-words-bring-your-coins': None
  'settings.the-last-backup-could-not-be': None
  'settings.there-is-none-yet-look-whether': None
  'settings.the-newest-is-look-whether-the': { age: Text }
  'settings.no-backup-was-made-yet': None
  'settings.back-up-now-2': None
  'settings.backed-up-today': None
  'settings.the-backup-is': { age: Text }
  'settings.what-you-did-since-is-not': None
  'settings.it-opens-on-any-computer-with': None
  'settings.of-today': None
  'settings.day-old': { days: number }
  'settings.settings': None
  'settings.web-apps': None
  'settings.security': None
  'settings.about': None
  'settings.sending-is-stopped': None
  'settings.missing-change': None
  'settings.it-is-missing-the-payment-is': None
  'settings.it-differs-the-service-lists-an': None
  'settings.it-is-not-proved-to-be': None
  'settings.it-was-spent-elsewhere-the-service': None
  'settings.amount-2': { failed: number }
  'settings.sending-is-stopped-amount-did-not': { open: number }
  'settings.what-is-listed-below-may-be': None
  'settings.sending-goes-on': None
  'settings.you-read-that-did-not-come': { what: Text }
  'settings.us-dollar': None
  'settings.euro': None
  'settings.pound-sterling': None
  'settings.japanese-yen': None
  'settings.chinese-yuan': None
  'settings.south-korean-won': None
  'settings.hong-kong-dollar': None
  'settings.singapore-dollar': None
  'settings.new-taiwan-dollar': None
  'settings.australian-dollar': None
  'settings.malaysian-ringgit': None
  'settings.philippine-peso': None
  'settings.uae-dirham': None
  'settings.turkish-lira': None
  'settings.no-keychain-answers': None
  'settings.sealed-by-your-passphrase-in-the': None
  'settings.your-keys-lie-in-this-computers': None
  'settings.in-the-keychain-without-a-passphrase': None
  'settings.whoever-uses-this-computer-as-you': None
  'settings.sealed-by-your-passphrase-in-a': None
  'settings.your-keys-lie-in-a-file': { why: Text }
  'settings.in-a-file-without-a-passphrase': None
  'settings.whoever-can-read-your-files-can': { why: Text }
  'settings.enter-a-name': None
  'settings.keys': None
  'settings.access-token': None
  'settings.let-be-watched': { account: Text }
  'settings.whoever-has-this-text-can-see': None
  'settings.form-of-the-permission': None
  'settings.make-a-permission': None
  'settings.permission': None
  'settings.this-permission-has-ended': None
  'settings.it-expired-or-it-was-taken': None
  'settings.you-can-look-at-this-account': None
  'settings.it-allows': None
  'settings.the-token-does-not-say-coffer': None
  'settings.form': None
  'settings.until': None
  'settings.a-year-from-when-it-was': None
  'settings.the-token-does-not-say': None
  'settings.given-to': None
  'settings.a-new-permission': None
  'settings.keys-of-an-authorization-as-json': None
  'settings.use-it-from-now-on': None
  'settings.name-and-number': None
  'settings.assets-balances-and-coins': None
  'settings.phone-number': None
  'settings.changing-circles': None
  'settings.writing-messages-in-its-name': None
  'settings.not-known-to-coffer': None
  'settings.keys-of-an-authorization-which-sign': None
  'settings.an-access-token-sent-as-it': None
  'settings.it-cannot-send-sign-make-deposit': None
  'web-apps.a-page-asks-for-your-balances': None
  'web-apps.show-nothing': None
  'web-apps.show-balances': None
  'web-apps.page-of-which-is-marked-as': { bot: Text; scam: boolean }
  'web-apps.it-would-see-which-assets-this': None
  'web-apps.it-would-see-which-assets-can': { owner: Text }
  'web-apps.it-can-move-nothing-your-answer': None
  'shell.bot': None
  'shell.bring-its-keys-back': None
  'shell.finish-setting-up': None
  'shell.accounts': None
  'shell.in-other-accounts': None
  'shell.switch-account-or-group': None
  'shell.accounts-and-groups': None
  'shell.create-a-group': None
  'shell.watch-a-group': None
  'shell.add-an-account': None
  'shell.manage-accounts': None
  'shell.your-profile': None
  'shell.shared-bots': None
  'shell.no-answer': None
  'shell.coffers-own-program-does-not-answer': None
  'shell.connection': None
  'shell.last-confirmed': None
  'shell.checked-to-sequence': None
  'shell.clock-of-this-computer': None
  'shell.try-again-now': None
  'shell.a-file-of-this-account-is': None
  'shell.your-coins-are-safe-they-are': None
  'shell.part-of-the-record-of-your': None
  'shell.it-was-left-as-it-is': None
  'shell.saved-balances-and-history-were-damaged': None
  'shell.they-are-read-from-the-service': None
  'shell.the-file-that-says-where-your': None
  'shell.coffer-brought-it-back-your-keys': None
  'shell.the-list-of-accounts-and-settings': None
  'shell.the-list-of-accounts-and-settings-2': None
  'shell.what-could-be-read-was-kept': None
  'shell.the-record-of-your-payments-was': None
  'shell.the-record-of-your-payments-was-2': None
  'shell.there-was-no-copy-what-could': None
  'shell.coffer-brought-it-back-in-part': { day: Text }
  'shell.payment-came-from-the-copy': { missed: number }
  'shell.your-coins-are-safe-before-you': { back: Text; payments: Text }
  'shell.damaged-files': None
  'shell.restore-from-a-backup-file': None
  'shell.look-at-activity': None
  'shell.i-have-read-this': None
  'shell.go-to': None
  'shell.do': None
  'shell.commands': None
  'shell.find-a-command': None
  'shell.find-anything': None
  'shell.people-and-groups': None
  'shell.movements': None
  'shell.assets': None
  'shell.requests': None
  'shell.read-what-was-pasted': { text: Text }
  'shell.you-have': { amount: Text }
  'shell.you-have-none': None
  'shell.hint-choose': None
  'shell.hint-open': None
  'shell.hint-send': None
  'shell.hint-paste': None
  'shell.enter': None
  'shell.nothing-has-that-name': None
  'shell.keyboard-shortcuts': None
  'shell.skip-to-content': None
  'shell.a-link-was-opened': None
  'shell.links-wait': { count: number }
  'shell.ignore': None
  'shell.look-at-it': None
  'shell.it-comes-from-outside-coffer-nothing': None
  'shell.drop-it-to-have-it-read': None
  'shell.coffer-shows-what-it-is-nothing': None
  'shell.home': None
  'shell.send': None
  'shell.receive': None
  'shell.approvals': None
  'shell.activity': None
  'shell.coins': None
  'shell.collectibles': None
  'shell.contacts': None
  'shell.settings': None
  'shell.group': None
  'shell.find': None
  'shell.ctrl-k': None
  'shell.show-amounts': None
  'shell.hide-amounts': None
  'shell.ctrl-shift-h': None
  'shell.lock': None
  'shell.ctrl-l': None
  'shell.scan-a-code-or-read-a': None
  'shell.scan': None
  'shell.open-coffer-from-its-link': None
  'shell.a-link-opens-one-window-once': None
  'shell.coffer-is-open-in-another-window': None
  'shell.only-one-window-at-a-time': None
  'shell.coffer-goes-on-in-another-window': None
  'shell.this-window-was-taken-over-by': None
  'shell.this-window-and-coffer-do-not': None
  'shell.nothing-was-sent-close-the-window': None
  'shell.coffer-was-closed': None
  'shell.what-was-saved-is-saved-a': None
  'shell.crash-title': None
  'shell.crash-todo': None
  'shell.crash-again': None
  'shell.crash-home': None
  'shell.crash-report': None
  'shell.crash-report-what': None
  'shell.crash-signed': { count: number }
  'shell.crash-unsigned': { count: number }
  'shell.crash-nothing': None
  'shell.crash-unknown': None
  'shell.ended-title': None
  'shell.ended-ok': None
  'shell.hidden-collectibles': None
  'shell.deploy-a-collection': None
  'shell.drafts': None
  'shell.incoming-deposits': None
  'shell.legacy-outputs': None
  'shell.search-activity': None
  'shell.lock-coffer': None
  'shell.switch-to-of': { group: Text; threshold: Text; members: Text }
  'shell.switch-to': { one: Text }
  'shell.mod-shift': { shiftKey: boolean; key: Text }
  'shell.ctrl': None
  'state.permission-ended': None
  'state.you-see-what-was-read-before': None
  'state.live': None
  'state.everything-on-screen-is-confirmed-by': None
  'state.updating': None
  'state.coffer-is-reading-what-is-new': None
  'state.stale': None
  'state.stale-since': { since: Text }
  'state.the-network-does-not-answer-you': None
  'state.you-see-what-was-confirmed': None
  'state.offline': None
  'state.you-can-read-everything-and-prepare': None
  'state.locked': None
  'state.unlock-coffer-to-read-what-is': None
  'state.not-connected': None
  'state.this-account-is-not-registered-yet': None
  'state.not-confirmed-by-the-network-yet': None
  'state.last-confirmed': { lastSuccess: Text }
  'state.needs-you': { count: number }
  'state.open-coffer-to-see-what-it': None
  'state.money-came-in': None
  'state.amount-came-in': { amount: Text }
  'state.open-it-in-activity': None
  'state.a-payment-needs-you': None
  'state.the-clipboard': None
  'ui.copied': None
  'ui.could-not-copy': None
  'ui.the-clipboard-holds-something-else-now': None
  'ui.optional': None
  'ui.caps-lock-is-on': None
  'ui.no-match': None
  'ui.clear-the-search': None
  'settings.language': None
  'settings.language-of-windows-and-notices': None
  'settings.as-the-system': None
  'ui.choose': None
  'shared.blue': None
  'shared.teal': None
  'shared.green': None
  'shared.olive': None
  'shared.amber': None
  'shared.red': None
  'shared.pink': None
  'shared.violet': None
  'shared.available': None
  'shared.held': None
  'shared.frozen': None
  'shared.collectible': None
  'shared.spent': None
  'shared.reported-by-the-service': { text: Text }
  'contacts.none': None
  'groups.cannot-sign-yet-not-registered': { names: Text }
  'scan.group-without-a-name': None
  'shared.unknown-asset': None
  'shared.unknown-network': None
  'shared.nameless-collection': None
  'shared.item-of': { collection: Text; number: Text }
  'shared.item-by-hash': { hash: Text }
  'scan.not-added-yet': None
  'scan.the-clipboard-cannot-be-read': None
  'scan.there-is-nothing-to-read': None
  'scan.this-text-is-too-long': None
  'state.your-signature-is-needed': { group: Text }
  'state.your-signature-is-needed-of': { account: Text; group: Text }
  'ui.show-secret': { noun: Text }
  'ui.hide-secret': { noun: Text }
  'ui.passphrase': None
  'receive.needs-both-address-and-tag': { network: Text }
  'send.storing-the-memo': None
  'send.you-keep': None
  'send.none-fee': None
  'settings.user-id': None
  'settings.public-key-name': None
  'activity.received-from-party': { name: Text; party: Text }
  'activity.sent-to-party': { name: Text; party: Text }
  'activity.deposited': { name: Text }
  'activity.withdrew': { name: Text }
  'scan.a-file': None
  'scan.a-person': None
  'scan.a-group': None
  'scan.a-conversation': None
  'scan.a-collectible': None
  'scan.a-bot': None
  'settings.history': None
  'settings.contacts': None
  'settings.collectibles': None
  'settings.circles': None
  'settings.stickers': None
  'shell.never': None
  'collectibles.a-file': None
  'collectibles.received-from': { party: Text }
  'collectibles.sent-to': { party: Text }
  'collectibles.items-hidden': { items: number }
  'collectibles.items-and-hidden': { items: number; hidden: Text }
  'lib.mark-comma': None
  'lib.mark-dot': None
  'lib.mark-apostrophe': None
  'lib.mark-underscore': None
  'lib.mark-space': None
  'settings.position-of-word': { spelled: boolean; position: Text }
  'shared.remove': { account: Text }
  'shared.transaction-2': { at: Text }
  'shared.frozen-2': { reason: Text }
  'shared.tag-2': { tag: Text }
  'lib.on-2': { time: Text }
  'activity.with': { person: Text }
  'activity.deposit-over': { chainName: Text }
  'activity.received-from': { name: Text }
  'activity.sent-to': { name: Text }
  'activity.moved-to': { name: Text }
  'activity.withdrawn-to': { name: Text }
  'approvals.signed-3': { listed: Text }
  'approvals.due': { day: Text }
  'coins.step-2': { at: Text }
  'collectibles.send-2': { item: Text }
  'collectibles.release-2': { item: Text }
  'collectibles.in': { group: Text }
  'contacts.add': { userName: Text }
  'contacts.unblock-2': { userName: Text }
  'contacts.address-2': { label: Text }
  'contacts.address-3': { label: Text }
  'groups.remove-2': { userName: Text }
  'home.for': { holds: number }
  'onboarding.for': { account: Text }
  'onboarding.word': { position: Text }
  'scan.camera-2': { at: Text }
  'scan.on': { chainName: Text }
  'scan.entry-of': { sourceWords: Text; at: Text; entries: Text }
  'send.add': { good: number }
  'send.paid-2': { times: number }
  'send.open': { shortHost: Text }
  'send.signed-2': { signers: Text }
  'send.tag-3': { tag: Text }
  'send.recipient-3': { at: Text }
  'send.row-2': { row: Text; text: Text }
  'send.state': { moneyWords: Text }
  'send.to-4': { partyName: Text; detail: Text }
  'send.to-each': { partyName: Text; detail: Text; amount: Text; symbol: Text }
  'send.fee': { amount: Text; symbol: Text }
  'send.memo-2': { memoText: Text }
  'send.transaction-2': { hash: Text }
  'send.request': { request: Text }
  'send.final-2': { finalAt: Text }
  'settings.version': { version: Text }
  'updates.title': None
  'updates.none-here': None
  'updates.may-ask': { service: Text }
  'updates.how': { service: Text }
  'updates.look-for': None
  'updates.off': None
  'updates.notify': None
  'updates.install': None
  'updates.install-means': None
  'updates.not-chosen': None
  'updates.not-looked': None
  'updates.current': None
  'updates.newer': { version: Text }
  'updates.later': { version: Text }
  'updates.later-means': None
  'updates.looked': { time: Text }
  'updates.look-now': None
  'updates.see': None
  'updates.whats-new': None
  'updates.no-notes': None
  'updates.fetch': { size: number }
  'updates.fetching': { got: number; size: number }
  'updates.checked': None
  'updates.install-it': None
  'updates.by-hand': None
  'updates.by-hand-at': { home: Text }
  'updates.address': None
  'updates.no-file': None
  'updates.opened': None
  'updates.replaced': None
  'updates.at-end': None
  'updates.expired': None
  'updates.expired-means': { time: Text }
  'updates.look-into': None
  'updates.updated': { version: Text }
  'settings.sequence': { checkedToSequence: Text }
  'settings.after': { minutes: number }
  'shell.menu': None
  'shell.groups': None
  'shell.play-money': None
  'shell.real-money': None
  'shell.local-network-state': { word: Text }
  'shell.connection-of': { word: Text; network: Text }
  'ui.copy': { what: Text }
  'lib.day-and-time': { day: Text; clock: Text }
  'lib.separator': None
  'shared.24-words': None
  'shared.watch-only-kind': None
  'shared.account-in-a-backup': { payments: number; open: number; labels: number; groups: number; words: boolean }
  'shell.clock-is-off': { seconds: Text; ahead: boolean }
  'approvals.more-needed': { more: number }
  'approvals.more-needed-of': { more: number; who: Text }
  'approvals.signed-and-missing': { missing: Text }
  'approvals.part-separator': None
  'coins.skipped-held': { count: Text }
  'coins.skipped-frozen': { count: Text }
  'coins.skipped-collectibles': { count: number }
  'lib.sentence': { parts: Text }
  'send.step-done': None
  'send.step-now': None
  'onboarding.lacks-nothing': None
  'onboarding.i-have-24-words': None
  'send.registered': None
  'collectibles.show-item': { hidden: boolean; chosen: number }
  'activity.from-day': None
  'activity.to-day': None
  'activity.worth-now': { now: Text }
  'activity.worth-then-and-now': { before: Text; now: Text }
  'shared.mark-failed': None
  'shared.mark-warning': None
  'shared.mark-note': None
  'shared.mark-passed': None
  'error.money.safe': None
  'error.money.kept': None
  'error.money.saved': None
  'error.money.words': None
  'error.money.unsigned': None
  'error.protocol.bytes.what': None
  'error.protocol.bytes.todo': None
  'error.protocol.amount.what': None
  'error.protocol.amount.todo': None
  'error.protocol.id.what': None
  'error.protocol.id.todo': None
  'error.protocol.key.what': None
  'error.protocol.key.todo': None
  'error.protocol.scalar.what': None
  'error.protocol.scalar.todo': None
  'error.protocol.signature.what': None
  'error.protocol.signature.todo': None
  'error.protocol.script.what': None
  'error.protocol.script.todo': None
  'error.protocol.transaction.what': None
  'error.protocol.transaction.todo': None
  'error.protocol.address.what': None
  'error.protocol.address.todo': None
  'error.protocol.invoice.what': None
  'error.protocol.invoice.todo': None
  'error.protocol.link.what': None
  'error.protocol.link.todo': None
  'error.protocol.token.what': None
  'error.protocol.token.todo': None
  'error.protocol.keystore.what': None
  'error.protocol.keystore.todo': None
  'error.protocol.pin.what': None
  'error.protocol.pin.todo': None
  'error.protocol.inscription.what': None
  'error.protocol.inscription.todo': None
  'error.protocol.storage.what': None
  'error.protocol.storage.todo': None
  'error.protocol.selection.what': None
  'error.protocol.selection.todo': None
  'error.input.proxy.what': { reason: string }
  'error.input.proxy.todo': { reason: string }
  'error.input.authority.what': { reason: string }
  'error.input.authority.todo': { reason: string }
  'error.input.amount.what': None
  'error.input.amount.todo': None
  'error.input.payee.what': None
  'error.input.payee.todo': None
  'error.input.spend_key.what': None
  'error.input.spend_key.todo': None
  'error.input.pin.what': None
  'error.input.pin.todo': None
  'error.input.group.what': None
  'error.input.group.money': None
  'error.input.group.todo': None
  'error.vault.locked.what': None
  'error.vault.locked.todo': None
  'error.vault.passphrase_needed.what': None
  'error.vault.passphrase_needed.todo': None
  'error.vault.no_keychain.what': None
  'error.vault.no_keychain.todo': None
  'error.vault.key_missing.what': None
  'error.vault.key_missing.todo': None
  'error.vault.damaged.what': None
  'error.vault.damaged.todo': None
  'error.vault.other_profile.what': None
  'error.vault.other_profile.todo': None
  'error.vault.no_words.what': None
  'error.vault.no_words.money': None
  'error.vault.no_words.todo': None
  'error.vault.key_unproved.what': None
  'error.vault.key_unproved.todo': None
  'error.wallet.account_unknown.what': None
  'error.wallet.account_unknown.todo': None
  'error.wallet.account_exists.what': None
  'error.wallet.account_exists.todo': None
  'error.wallet.account_registered.what': None
  'error.wallet.account_registered.todo': None
  'error.wallet.session_ended.what': None
  'error.wallet.session_ended.todo': None
  'error.wallet.account_not_ready.what': None
  'error.wallet.account_not_ready.money': None
  'error.wallet.account_not_ready.todo': None
  'error.wallet.quiz_wrong.what': None
  'error.wallet.quiz_wrong.todo': None
  'error.wallet.permission_ended.what': None
  'error.wallet.permission_ended.money': None
  'error.wallet.permission_ended.todo': None
  'error.wallet.payment_unknown.what': None
  'error.wallet.payment_unknown.todo': None
  'error.wallet.no_return.what': None
  'error.wallet.no_return.money': None
  'error.wallet.no_return.todo': None
  'error.wallet.collectible_gone.what': None
  'error.wallet.collectible_gone.money': None
  'error.wallet.collectible_gone.todo': None
  'error.wallet.declined.what': None
  'error.wallet.declined.money': None
  'error.wallet.declined.todo': None
  'error.wallet.fee_unknown.what': None
  'error.wallet.fee_unknown.todo': None
  'error.wallet.fee_receiver.what': None
  'error.wallet.fee_receiver.todo': None
  'error.wallet.review_changed.what': None
  'error.wallet.review_changed.todo': None
  'error.wallet.rules_stop.what': None
  'error.wallet.rules_stop.todo': None
  'error.wallet.look_again.what': None
  'error.wallet.look_again.todo': { minutes: number }
  'error.wallet.already_sent.what': None
  'error.wallet.already_sent.money': None
  'error.wallet.already_sent.todo': None
  'error.wallet.sent_unproved.what': None
  'error.wallet.sent_unproved.money': None
  'error.wallet.sent_unproved.todo': None
  'error.wallet.request_taken.what': None
  'error.wallet.request_taken.money': None
  'error.wallet.request_taken.todo': None
  'error.wallet.conflict.what': None
  'error.wallet.conflict.money': None
  'error.wallet.conflict.todo': None
  'error.wallet.change_at_risk.what': None
  'error.wallet.change_at_risk.todo': None
  'error.wallet.again_untied.what': None
  'error.wallet.again_untied.todo': None
  'error.wallet.nothing_to_void.what': None
  'error.wallet.nothing_to_void.money': None
  'error.wallet.nothing_to_void.todo': None
  'error.wallet.sending_frozen.what': None
  'error.wallet.sending_frozen.money': None
  'error.wallet.sending_frozen.todo': None
  'error.wallet.request_unknown.what': None
  'error.wallet.request_unknown.todo': None
  'error.wallet.request_differs.what': None
  'error.wallet.request_differs.todo': None
  'error.wallet.request_revoked.what': None
  'error.wallet.request_revoked.money': None
  'error.wallet.request_revoked.todo': None
  'error.wallet.request_ended.what': None
  'error.wallet.request_ended.money': None
  'error.wallet.request_ended.todo': None
  'error.wallet.request_held.what': None
  'error.wallet.request_held.money': None
  'error.wallet.request_held.todo': None
  'error.wallet.coin_doubted.what': None
  'error.wallet.coin_doubted.money': None
  'error.wallet.coin_doubted.todo': None
  'error.wallet.group_unknown.what': None
  'error.wallet.group_unknown.todo': None
  'error.wallet.no_fee_due.what': None
  'error.wallet.no_fee_due.money': None
  'error.wallet.no_fee_due.todo': None
  'error.wallet.deposit_changed.what': None
  'error.wallet.deposit_changed.money': None
  'error.wallet.deposit_changed.todo': None
  'error.wallet.deposit_unverified.what': None
  'error.wallet.deposit_unverified.money': None
  'error.wallet.deposit_unverified.todo': None
  'error.wallet.asset_mismatch.what': None
  'error.wallet.asset_mismatch.todo': None
  'error.wallet.needs_sync.what': None
  'error.wallet.needs_sync.todo': None
  'error.wallet.local_only.what': None
  'error.wallet.local_only.todo': None
  'error.remote.unreachable.what': None
  'error.remote.unreachable.todo': None
  'error.remote.unreachable.proxy.what': { reason: string }
  'error.remote.unreachable.proxy.todo': None
  'error.remote.unreachable.changed.what': None
  'error.remote.unreachable.changed.todo': None
  'error.remote.unreachable.certificate.what': None
  'error.remote.unreachable.certificate.todo': None
  'error.remote.timeout.what': None
  'error.remote.timeout.money': None
  'error.remote.timeout.todo': None
  'error.remote.insecure.what': None
  'error.remote.insecure.todo': None
  'error.remote.redirect.what': None
  'error.remote.redirect.todo': None
  'error.remote.too_large.what': None
  'error.remote.too_large.todo': None
  'error.remote.malformed.what': None
  'error.remote.malformed.todo': None
  'error.remote.unproved.what': None
  'error.remote.unproved.todo': None
  'error.remote.clock.what': None
  'error.remote.clock.todo': None
  'error.remote.unauthorized.what': None
  'error.remote.unauthorized.todo': None
  'error.remote.forbidden.what': None
  'error.remote.forbidden.todo': None
  'error.remote.not_found.what': None
  'error.remote.not_found.todo': None
  'error.remote.rate_limited.what': None
  'error.remote.rate_limited.todo': None
  'error.remote.server.what': None
  'error.remote.server.todo': None
  'error.remote.invalid_field.what': None
  'error.remote.invalid_field.todo': None
  'error.remote.address_pending.what': None
  'error.remote.address_pending.todo': None
  'error.remote.output_locked.what': None
  'error.remote.output_locked.money': None
  'error.remote.output_locked.todo': None
  'error.remote.output_unknown.what': None
  'error.remote.output_unknown.money': None
  'error.remote.output_unknown.todo': None
  'error.remote.not_registered.what': None
  'error.remote.not_registered.todo': None
  'error.remote.insufficient.what': None
  'error.remote.insufficient.todo': None
  'error.remote.amount_too_small.what': None
  'error.remote.amount_too_small.todo': None
  'error.remote.amount_too_large.what': None
  'error.remote.amount_too_large.todo': None
  'error.remote.fee_too_small.what': None
  'error.remote.fee_too_small.todo': None
  'error.remote.pin.what': None
  'error.remote.pin.todo': None
  'error.remote.already_paid.what': None
  'error.remote.already_paid.money': None
  'error.remote.already_paid.todo': None
  'error.remote.bots_full.what': None
  'error.remote.bots_full.todo': None
  'error.remote.receivers.what': None
  'error.remote.receivers.todo': None
  'error.remote.receiver_gone.what': None
  'error.remote.receiver_gone.todo': None
  'error.remote.withdrawal_memo.what': None
  'error.remote.withdrawal_memo.todo': None
  'error.remote.withdrawal_suspended.what': None
  'error.remote.withdrawal_suspended.todo': None
  'error.remote.chain_behind.what': None
  'error.remote.chain_behind.todo': None
  'error.remote.address_malformed.what': None
  'error.remote.address_malformed.todo': None
  'error.remote.output_key.what': None
  'error.remote.output_key.money': None
  'error.remote.output_key.todo': None
  'error.remote.signature.what': None
  'error.remote.signature.money': None
  'error.remote.signature.todo': None
  'error.backup.none.what': None
  'error.backup.none.todo': None
  'error.backup.newer.what': None
  'error.backup.newer.money': None
  'error.backup.newer.todo': None
  'error.backup.damaged.what': None
  'error.backup.damaged.money': None
  'error.backup.damaged.todo': None
  'error.backup.wrong_key.what': None
  'error.backup.wrong_key.money': None
  'error.backup.wrong_key.todo': None
  'error.backup.off.what': None
  'error.backup.off.money': None
  'error.backup.off.todo': None
  'error.store.newer.what': None
  'error.store.newer.money': None
  'error.store.newer.todo': None
  'error.update.untrusted.what': None
  'error.update.untrusted.todo': None
  'error.update.malformed.what': None
  'error.update.malformed.todo': None
  'error.update.replayed.what': None
  'error.update.replayed.todo': None
  'error.update.file.what': None
  'error.update.file.todo': None
  'error.update.none.what': None
  'error.update.none.todo': None
  'error.update.not_installed.what': None
  'error.update.not_installed.todo': None
  'error.store.damaged.what': None
  'error.store.damaged.money': None
  'error.store.damaged.todo': None
  'error.store.other_network.what': None
  'error.store.other_network.money': None
  'error.store.other_network.todo': None
  'error.store.in_use.what': None
  'error.store.in_use.todo': None
  'error.store.disk.what': None
  'error.store.disk.money': None
  'error.store.disk.todo': None
  'error.host.refused.what': None
  'error.host.refused.todo': None
  'error.host.not_saved.what': None
  'error.host.not_saved.todo': None
  'error.internal.what': None
  'error.internal.todo': None
  'error.money.unkept': None
  'error.money.words-unkept': None
  'error.what-and-todo': { what: Text; todo: Text }
  'error.unknown': None
  'error.unknown-field': None
  'error.unknown-reason': None
  'error.too-many': None
  'error.more': None
  'error.what-is-needed': None
  'error.more-than-asked': None
  'error.this-bot': None
  'error.the-recipient': None
  'error.breaks-a-rule': None
  'error.protocol.validation.what': None
  'error.protocol.validation.todo': None
  'error.protocol.not_ours.what': { input: Text }
  'error.protocol.not_ours.todo': None
  'error.input.invalid.what': { field: Text }
  'error.input.invalid.todo': None
  'error.input.amount_ambiguous.what': { text: Text }
  'error.input.amount_ambiguous.todo': None
  'error.input.memo_too_long.what': { bytes: Text; most: Text }
  'error.input.memo_too_long.todo': None
  'error.input.phrase.what': { word: number }
  'error.input.phrase.todo': None
  'error.input.tip_key.what': { known: string; expected: Text; found: Text }
  'error.input.tip_key.todo': None
  'error.input.keystore.what': None
  'error.input.keystore.incomplete': { lacks: Text }
  'error.input.keystore.todo': None
  'error.input.keystore.rsa.what': None
  'error.input.keystore.rsa.todo': None
  'error.input.keystore.permission.what': None
  'error.input.keystore.permission.todo': None
  'error.input.keystore.spend-key.what': None
  'error.input.keystore.spend-key.todo': None
  'error.input.keystore.words.what': None
  'error.input.keystore.words.todo': None
  'error.input.keystore.messenger-words.what': None
  'error.input.keystore.messenger-words.todo': None
  'error.input.keystore.several.what': None
  'error.input.keystore.several.todo': None
  'error.input.keystore.several-keys.what': None
  'error.input.keystore.several-keys.todo': None
  'error.input.keystore.json.what': None
  'error.input.keystore.json.todo': None
  'error.input.keystore.unknown.what': None
  'error.input.keystore.unknown.todo': None
  'error.input.keystore.large.what': None
  'error.input.keystore.large.todo': None
  'error.input.permission.what': None
  'error.input.permission.todo': None
  'error.input.permission.small.what': { lacks: Text }
  'error.input.permission.small.todo': None
  'error.input.permission.keystore.what': None
  'error.input.permission.keystore.todo': None
  'error.input.permission.single-request.what': None
  'error.input.permission.single-request.todo': None
  'error.input.permission.ended.what': None
  'error.input.permission.ended.todo': None
  'error.input.permission.unregistered.what': None
  'error.input.permission.unregistered.todo': None
  'error.input.bundle.what': { section: Text; reason: Text }
  'error.input.bundle.money': None
  'error.input.bundle.todo': None
  'error.bundle.section': { section: string }
  'error.bundle.damaged': None
  'error.bundle.other-bundles': None
  'error.bundle.parts-missing': None
  'error.bundle.parts-unfit': None
  'error.bundle.large': None
  'error.bundle.other-network': None
  'error.bundle.members': None
  'error.bundle.bytes': None
  'error.bundle.coins': None
  'error.bundle.signatures': None
  'error.bundle.author': None
  'error.bundle.changed': None
  'error.bundle.amount': None
  'error.bundle.none': None
  'error.bundle.version': None
  'error.input.address_known.what': { named: boolean; label: Text }
  'error.input.address_known.money': None
  'error.input.address_known.todo': None
  'error.input.too_many_rows.what': { count: number; most: number }
  'error.input.too_many_rows.todo': None
  'error.weak.short': None
  'error.weak.repeated': None
  'error.weak.row': None
  'error.weak.sequence': None
  'error.weak.date': None
  'error.weak.common': None
  'error.weak.word': None
  'error.weak.name': None
  'error.weak.guessable': None
  'error.weak.short.todo': None
  'error.weak.other.todo': None
  'error.weak.guessable.todo': None
  'error.vault.wrong_passphrase.what': None
  'error.vault.wrong_passphrase.todo': { seconds: number }
  'error.vault.key_mismatch.what': { known: string; found: Text; expected: Text }
  'error.vault.key_mismatch.todo': None
  'error.wallet.watch_only.what': { cannot: string }
  'error.wallet.watch_only.todo': None
  'error.wallet.watch_only.scope.what': { scope: Text }
  'error.wallet.watch_only.scope.todo': None
  'error.wallet.phone_app.what': None
  'error.wallet.phone_app.todo': None
  'error.wallet.phone_app.refused.what': None
  'error.wallet.phone_app.refused.todo': None
  'error.wallet.phone_too_wide.what': { more: Text }
  'error.wallet.phone_too_wide.money': None
  'error.wallet.phone_too_wide.todo': None
  'error.wallet.no_web_app.what': { reason: string; name: Text }
  'error.wallet.no_web_app.todo': { reason: string }
  'error.wallet.inscription_refused.what': { reason: Text }
  'error.wallet.inscription_refused.money': None
  'error.wallet.inscription_refused.todo': None
  'error.wallet.payment_state.money': None
  'error.wallet.payment_state.todo': None
  'error.wallet.insufficient.what': { available: Text; symbol: Text; needed: Text }
  'error.wallet.insufficient.held': { held: Text; symbol: Text }
  'error.wallet.insufficient.todo': None
  'error.wallet.too_many_inputs.what': { fits: Text; symbol: Text }
  'error.wallet.too_many_inputs.todo': None
  'error.wallet.payee_unregistered.what': { count: number; names: Text }
  'error.wallet.payee_unregistered.todo': None
  'error.wallet.payee_changed.what': { name: Text; number: Text; before: Text }
  'error.wallet.payee_changed.todo': None
  'error.wallet.fee_insufficient.what': { fee: Text; symbol: Text }
  'error.wallet.fee_insufficient.todo': None
  'error.wallet.record_differs.what': { fields: Text }
  'error.wallet.record_differs.todo': None
  'error.wallet.keys_refused.what': { reason: Text }
  'error.wallet.keys_refused.todo': None
  'error.wallet.view_refused.what': { input: Text }
  'error.wallet.view_refused.todo': None
  'error.wallet.ask_before_sending.what': { reason: string }
  'error.wallet.ask_before_sending.money': None
  'error.wallet.ask_before_sending.todo': None
  'error.wallet.coin_taken.what': { state: string; taker: Text }
  'error.wallet.coin_taken.todo': { state: string }
  'error.coin-taker.another': None
  'error.coin-taker.request': { title: Text }
  'error.coin-taker.request-by': { by: Text; title: Text }
  'error.remote.refused.what': { code: Text }
  'error.remote.refused.todo': None
  'error.wallet.payment_state.what': { state: string }
  'check.field.asset': None
  'check.field.inputs': None
  'check.field.outputs': None
  'check.field.output-amount': { at: Text }
  'check.field.output-type': { at: Text }
  'check.field.output-destination': { at: Text }
  'check.field.output-keys': { at: Text }
  'check.field.output-mask': { at: Text }
  'check.field.output-script': { at: Text }
  'check.field.memo': None
  'check.field.balance': None
  'check.field.request-id': None
  'check.field.transaction-hash': None
  'check.field.bytes': None
  'check.field.asset-id': None
  'check.field.senders': None
  'check.field.senders-list': None
  'check.field.senders-threshold': None
  'check.field.amount': None
  'check.field.recipients': None
  'check.field.inscription': None
  'check.left-out.bytes': None
  'check.left-out.asset': None
  'check.left-out.payer': None
  'check.left-out.some-recipients': None
  'check.left-out.recipients': None
  'check.left-out.change': None
  'check.keys.missing': None
  'check.keys.count': None
  'check.keys.unusable': None
  'check.keys.used': None
  'check.keys.changed': None
  'check.keys.twice': None
  'check.payments.coin-doubted': None
  'check.rules.day': { left: Text; limit: Text }
  'check.rules.day-over': { left: Text; limit: Text }
  'check.rules.asset': { symbol: Text }
  'check.rules.fiat': { left: Text; limit: Text }
  'check.rules.fiat-over': { left: Text; limit: Text }
  'check.rules.fiat-unknown': { currency: Text; why: string }
  'check.rules.payee': None
  'check.rules.payee-refused': { why: string }
  'check.rules.wait': None
  'check.rules.wait-over': None
  'check.rules.look': { state: string }
  'check.rules.lost': { why: string }
  'check.rules.none': None
  'check.rules.at-most': { amount: Text }
  'check.rules.at-most-fiat': { amount: Text }
  'check.rules.waits-above': { amount: Text; hours: number }
  'check.rules.look-above': { amount: Text }
  'check.rules.others': { others: string }
  'check.rules.only-saved': { hours: number }
  'check.rules.only-listed': { count: number }
  'check.rules.waits-new': { hours: number }
  'check.rules.change': { hours: number }
  'check.rules.at-once': None
  'check.rules.later': None
  'check.rules.only-here': None
  'check.line.direct': None
  'check.line.proxy': { kind: string; address: Text }
  'check.line.usual-authorities': None
  'check.line.authority': { subject: Text }
  'check.line.fingerprint': { fingerprint: Text }
  'check.line.sees': None
  'check.payments.outstanding-spent': { what: Text }
  'check.payments.outstanding': { what: Text }
  'check.payments.fee-later': None
  'check.payments.fee-recipient': None
  'check.payments.fee-risen': { fee: Text; times: Text; before: Text }
  'check.payments.fee-unknown': { fee: Text }
  'check.payments.fee-unknown-and-first': { fee: Text }
  'check.payments.fee-percent': { fee: Text; percent: Text }
  'check.payments.fee-times': { fee: Text; times: Text }
  'check.payments.fee-tiny': { fee: Text }
  'check.payments.fee-small': { fee: Text; percent: Text }
  'check.payments.alike-saved': { label: Text }
  'check.payments.alike-group': { group: Text }
  'check.payments.alike-own': None
  'check.payments.alike-withdrawn': None
  'check.payments.alike-paid': None
  'check.payments.alike-person': { name: Text }
  'check.payments.saved-without-tag': { label: Text }
  'check.payments.saved-with-tag': { label: Text; tag: Text }
  'check.payments.namesake': { number: Text }
  'check.payments.change-at-risk': { before: number; amounts: Text }
  'check.payments.group-unspendable': None
  'check.payments.needs-tag': { chain: Text }
  'check.payments.first-withdrawal': { who: string }
  'check.payments.token-contract': { symbol: Text }
  'check.payments.price-none': { currency: Text }
  'check.payments.price-old': { age: Text }
  'check.payments.hours': { hours: number }
  'check.payments.days': { days: number }
  'check.payments.price-moved': { percent: number }
  'check.payments.price-jump': { percent: number }
  'check.payments.first-payment': { who: string }
  'check.payments.this-person': None
  'check.payments.scam': { name: Text }
  'check.payments.closed': { name: Text }
  'check.payments.blocked-person': None
  'check.payments.blocked': { name: Text }
  'check.payments.other-number': { name: Text; before: Text; now: Text }
  'check.payments.bytes-agree': None
  'check.payments.bytes-differ': { field: Text }
  'check.payments.coins-proved': { coins: number }
  'check.payments.frozen': { coins: number }
  'check.payments.record-same': None
  'check.payments.record-agrees': None
  'check.payments.record-left-out': { parts: Text }
  'check.payments.keys-fresh': None
  'check.payments.owner-unknown': None
  'check.payments.asset-mismatch': { symbol: Text }
  'check.payments.asset-unlisted': { symbol: Text }
  'check.payments.voids': None
  'check.payments.storage': None
  'check.payments.vouched': None
  'check.payments.change': None
  'check.payments.item-whole': { item: Text }
  'check.payments.item-apart': { item: Text }
  'check.payments.item-else': { item: Text }
  'check.payments.release': { item: Text }
  'check.payments.occupy': { item: Text }
  'check.payments.inscribed': None
  'check.payments.plan': { steps: Text; coins: Text }
  'check.payments.combined': None
  'title.send': { what: Text }
  'title.release': { item: Text }
  'title.occupy': { item: Text }
  'title.inscribe': { collection: Text }
  'title.deploy': { collection: Text }
  'title.withdraw': { what: Text }
  'title.combine': { what: Text }
  'title.combine-into-one': { sum: Text }
  'title.a-payment': None
  'title.void': { title: Text }
  'title.pay-fee': { sum: Text }
  'title.withdraw-to-many': { count: number; what: Text }
  'title.send-to-many': { count: number; what: Text }
  'title.send-to-people': { count: number; what: Text }
  'title.withdraw-to': { what: Text; whom: Text }
  'title.send-to': { what: Text; whom: Text }
  'title.yourself': None
  'title.people': { count: number }
  'title.recipients': { count: number }
  'title.a-group': { threshold: Text; members: Text }
  'title.unknown-recipient': None
  'title.make-impossible': None
  'title.payment': None
  'title.send-now': None
  'title.send-it-now': { title: Text }
  'title.bound': { symbol: Text }
  'title.rules': None
  'title.set-rules': None
  'title.line': None
  'title.line-use': None
  'title.change-it': None
  'title.go-on': None
  'check.payments.signed-earlier': None
  'check.payments.change-of-one': None
  'check.payments.sum': { sum: Text }
  'check.payments.bound': None
  'check.payments.did-not-come-back': None
  'check.payments.go-on': None
  'check.approvals.nothing-said': None
  'check.approvals.record': None
  'check.approvals.change': None
  'check.approvals.memo': { bytes: Text }
  'check.approvals.coins-unread': None
  'check.approvals.coins-unknown': { coins: number }
  'check.approvals.coins-bundle': None
  'check.approvals.coins': None
  'check.approvals.item-whole': None
  'check.approvals.item-apart': None
  'check.approvals.ours': None
  'check.approvals.not-ours': None
  'check.approvals.output-type': { output: Text }
  'check.approvals.output-unspendable': { output: Text; threshold: Text; keys: Text }
  'check.approvals.key-twice': None
  'check.approvals.asset-unlisted': None
  'check.approvals.frozen': { coins: number }
  'check.approvals.held-signed': { sum: Text }
  'check.approvals.held': { sum: Text }
  'check.approvals.signatures': { count: number }
  'check.approvals.signers': { claimed: Text; found: Text }
  'check.approvals.vouched': None
  'check.approvals.keys-unvouched': { whom: Text }
  'check.approvals.keys-unconfirmed': { whom: Text }
  'check.approvals.keys-uncompared': { whom: Text }
  'check.approvals.rows': { lines: number }
  'check.approvals.row': { field: Text }
  'check.approvals.the-change': None
  'check.approvals.recipient': { at: Text }
  'check.approvals.coin-not-ours': { coin: Text }
  'check.approvals.some-coin-not-ours': None
  'check.row.transaction': None
  'check.row.paying-group': None
  'check.row.asset': None
  'check.row.amount': None
  'check.row.memo': None
  'check.row.coins': None
  'check.row.request': None
  'check.row.references': None
  'check.row.outputs': None
  'check.row.to': None
  'check.row.person': { name: Text; id: Text }
  'check.row.other-keys': { keys: number }
  'check.row.line': { agrees: boolean; field: Text; actual: Text; asked: Text; record: Text }
  'check.row.not-said': None
  'check.approvals.group': { threshold: Text; members: Text; words: Text }
  'check.approvals.threshold': { threshold: Text; members: Text }
  'check.approvals.change-or-not': { sums: Text }
  'check.approvals.coins-worth': { coins: Text; sum: Text }
  'check.row.change': None
  'check.row.recipient': { at: Text }
  'check.approvals.people': { people: Text }
  'check.approvals.nobody': None
  'check.approvals.of-people': { threshold: Text; people: Text }
  'check.approvals.to-keys': { keys: number; sum: Text; threshold: Text }
  'check.approvals.to-place': { sum: Text; place: Text }
  'check.approvals.place-with-tag': { destination: Text; tag: Text }
  'check.approvals.none': None
  'check.approvals.bytes': { bytes: Text; hash: Text }
  'check.proposal.changed': None
  'check.proposal.a-vault': None
  'check.proposal.the-vault': { name: Text }
  'check.proposal.unknown': { vault: Text }
  'check.proposal.transaction': { vault: Text }
  'check.proposal.recovery': { vault: Text }
  'check.proposal.nobody': { what: Text }
  'check.proposal.one': { what: Text; sum: Text; address: Text }
  'check.proposal.many': { count: number; what: Text }
  'check.log.made': None
  'check.log.found': None
  'check.log.code': None
  'check.log.link': None
  'check.log.bundle': None
  'check.log.open': None
  'check.log.complete': None
  'check.log.final': None
  'check.log.revoked': None
  'check.log.dead': None
  'check.log.signed': None
  'check.log.refused-here': None
  'check.log.refusal-taken-back': None
  'check.log.refused': { name: Text }
  'check.log.fee-paid': None
  'check.log.stranger': None
  'check.log.imported': { name: Text }
  'check.log.imported-member': None
  'check.approvals.destination': None
  'title.sign-as': { at: number; of: Text }
  'check.why.dead': None
  'check.why.revoked': None
  'check.why.complete': None
  'check.why.signed': None
  'check.why.no-member': None
  'check.why.no-group': None
  'check.why.differs': None
  'check.why.rules': None
  'check.why.no-key': None
  'check.why.no-views': None
  'title.unlock': { title: Text }
  'title.unlock-for-everyone': None
  'check.approvals.unlock': None
  'check.approvals.unlock-signed': None
  'check.collectibles.recipient-kind': None
  'check.collectibles.recipient-unspendable': None
  'check.collectibles.recipient-absent': None
  'check.collectibles.recipient': None
  'check.collectibles.recipient-invalid': None
  'check.collectibles.size': None
  'check.collectibles.size-large': None
  'check.collectibles.price': { price: Text }
  'check.collectibles.price-short': { price: Text; available: Text }
  'check.collectibles.icon': None
  'check.collectibles.icon-missing': None
  'check.collectibles.validation-none': None
  'check.collectibles.validation-checksums': { items: number }
  'check.collectibles.validation-expression': None
  'check.collectibles.validation-broken': { items: number }
  'check.collectibles.expression': None
  'check.collectibles.name': None
  'check.collectibles.name-missing': { most: Text }
  'check.collectibles.symbol': None
  'check.collectibles.symbol-missing': { most: Text }
  'check.collectibles.supply': { items: number }
  'check.collectibles.supply-uneven': None
  'check.collectibles.share': { sum: Text }
  'check.collectibles.share-none': None
  'check.collectibles.content': None
  'check.collectibles.allowed-unread': None
  'check.collectibles.allowed-any': None
  'check.collectibles.allowed-unknown': None
  'check.collectibles.room': { item: Text; room: Text }
  'check.collectibles.room-none': None
  'check.collectibles.rules': None
  'check.collectibles.rule': { reason: string }
  'check.collectibles.on-list': None
  'check.collectibles.as-allowed': None
  'check.collectibles.not-on-list': None
  'check.collectibles.not-as-allowed': None
  'check.collectibles.not-here': None
  'check.collectibles.frozen': { reason: Text }
  'check.collectibles.held': None
  'check.collectibles.not-released': None
  'check.collectibles.needs-unit': None
  'check.collectibles.too-small': None
  'check.contacts.scam': None
  'check.contacts.other-number': { number: Text }
  'check.contacts.unspendable': None
  'check.contacts.address': None
  'check.contacts.group': { threshold: Text; members: Text }
  'check.contacts.nobody': None
  'check.contacts.earlier-line': None
  'check.contacts.oneself': None
  'check.contacts.number-differs': { network: Text; file: Text }
  'check.contacts.blocked': None
  'check.contacts.other-name': { name: Text }
  'check.contacts.no-phone': None
  'check.contacts.phone': { phone: Text }
  'check.contacts.no-note': None
  'check.contacts.other-note': None
  'check.contacts.other-colour': None
  'check.contacts.same': None
  'check.contacts.changed': { differences: Text }
  'check.contacts.no-json': None
  'check.contacts.address-broken': None
  'check.contacts.neither': None
  'check.contacts.broken': None
  'check.contacts.its-address-broken': None
  'check.contacts.group-broken': None
  'check.contacts.group-changed': None
  'check.contacts.group-earlier': None
  'check.contacts.group-without-you': None
  'check.contacts.group-nobody': None
  'check.contacts.group-unregistered': None
  'check.scan.conversation': None
  'check.scan.address': None
  'check.scan.withdrawal': None
  'check.scan.lightning': None
  'check.scan.messenger': { what: Text }
  'check.scan.other-host': { host: Text }
  'check.scan.look-alike-host': { host: Text }
  'check.scan.fault-id': { part: Text }
  'check.scan.fault-twice': { part: Text }
  'check.scan.fault-amount-asset': None
  'check.scan.fault-amount': None
  'check.scan.fault-amounts': None
  'check.scan.fault-destination': None
  'check.scan.fault-missing': None
  'check.scan.fault-path': None
  'check.scan.fault-long': None
  'check.scan.fault-characters': None
  'check.scan.fault-scheme': None
  'check.scan.glance-bundle': None
  'check.scan.glance-group': None
  'check.scan.glance-address': None
  'check.scan.glance-text': None
  'check.scan.glance-invoice': None
  'check.scan.glance-payment': None
  'check.scan.glance-person': None
  'check.scan.glance-request': None
  'check.scan.glance-collectible': None
  'check.scan.glance-app': None
  'check.scan.glance-code': None
  'check.scan.glance-link': None
  'check.scan.version': None
  'check.scan.asset': None
  'check.scan.input': { at: Text }
  'check.scan.output': { at: Text }
  'check.scan.to-keys': { keys: number; amount: Text }
  'check.scan.memo': None
  'check.scan.none': None
  'check.scan.older-form': None
  'check.coins.unknown': None
  'check.coins.members': { threshold: Text; members: Text }
  'check.coins.not-proved': None
  'title.remove': { name: Text }
  'title.remove-verb': None
  'check.account.remove': None
  'title.change-passphrase': None
  'title.set-passphrase': None
  'check.account.passphrase': None
  'title.set-it': None
  'title.show-key': { name: Text }
  'check.account.show-key': None
  'title.show-it': None
  'title.show-words': { name: Text }
  'check.account.show-words': None
  'title.show-them': None
  'title.set-up-backup': None
  'check.backup.folder': { folder: Text }
  'check.backup.opens': None
  'title.set-it-up': None
  'title.restore': None
  'check.backup.file': { path: Text }
  'check.backup.own': None
  'title.restore-it': None
  'title.back-up-words': None
  'check.backup.words': None
  'check.backup.words-open': None
  'check.keychain.slow': None
  'check.keychain.library': None
  'check.keychain.service': None
  'check.keychain.locked': None
  'check.keychain.answer': None
  'check.keychain.refused': None
  'send.an-earlier-request': None
  'main.menu.lock': None
  'main.menu.settings': None
  'main.menu.file': None
  'main.menu.edit': None
  'main.menu.view': None
  'main.menu.window': None
  'main.menu.about': None
  'main.menu.hide': None
  'main.menu.hide-others': None
  'main.menu.show-all': None
  'main.menu.quit': None
  'main.menu.undo': None
  'main.menu.redo': None
  'main.menu.cut': None
  'main.menu.copy': None
  'main.menu.paste': None
  'main.menu.select-all': None
  'main.menu.actual-size': None
  'main.menu.zoom-in': None
  'main.menu.zoom-out': None
  'main.menu.full-screen': None
  'main.menu.minimize': None
  'main.menu.zoom': None
  'main.menu.close': None
  'main.menu.help': None
  'main.menu.coffer-help': None
  'main.open-address': None
  'main.cancel': None
  'main.open': None
  'main.camera': None
  'main.camera-detail': None
  'main.no': None
  'main.use-camera': None
  'main.screen': None
  'main.screen-detail': None
  'main.screen-choose': None
  'main.screen-whole': None
  'main.screen-one': { number: number }
  'main.window-stopped': None
  'main.quit': None
  'main.show-again': None
  'main.page-not-opened': None
  'main.page-not-opened-detail': { origin: Text }
  'main.ok': None
  'main.approve': None
  'main.cannot-start': None
  'main.cannot-start-here': None
  'main.switches': { switches: Text }
  'main.waits-for-you': { count: number }
  'main.update.install': { version: Text }
  'main.update.replace-means': None
  'main.update.open-means': None
  'main.update.end-means': None
  'main.update.yes': None
  'main.open-coffer': None
  'main.quit-coffer': None
  'main.port-in-use': None
  'main.start.why': { why: Text }
  'main.start.not-built': None
  'main.start.refused': { reasons: Text }
  'main.start.switch-missing': { switches: Text; count: number }
  'main.start.variable': { name: Text }
  'main.start.switch': { name: Text }
  'main.option.unknown': { option: Text }
  'main.option.text': { text: Text }
  'main.option.value-missing': { option: Text }
  'main.option.no-value': { option: Text }
  'main.option.twice': { option: Text }
  'main.option.unreadable': None
  'main.option.port': None
  'main.option.network': None
  'main.option.proxy': None
  'main.option.ca': None
  'main.option.updates': None
  'main.why.no-open': None
  'main.why.root': None
  'main.why.no-display': None
  'main.why.no-browser': None
  'main.why.ended': None
  'main.why.late': None
  'main.why.not-started': None
  'main.not-opened': { why: Text; url: Text }
  'main.guessing': None
  'main.no-window': { why: Text }
  'main.statement.usage': None
  'main.statement.file-missing': None
  'main.statement.no-file': { file: Text }
  'main.statement.no-key': None
  'main.statement.unreadable': None
  'main.statement.changed': None
  'main.statement.sums-differ': { symbol: Text }
  'main.statement.unsigned': None
  'main.statement.unchanged': { key: Text }
  'main.statement.by-that-key': { key: Text }
  'main.statement.by-another-key': { key: Text }
  'main.save-pdf': None
  'doctor.verdict.assumed': None
  'doctor.verdict.differs': None
  'doctor.verdict.refused': None
  'doctor.verdict.unseen': None
  'doctor.verdict.unasked': None
  'doctor.verdict.unanswered': None
  'main.doctor.usage': None
  'main.doctor.keystore-missing': None
  'main.doctor.local': None
  'main.doctor.data-alone': None
  'main.doctor.no-report': None
  'main.doctor.no-keystore': None
  'main.doctor.no-network': None
  'main.doctor.may-it-make-keys': None
  'main.doctor.counts': { checks: number; differs: Text; refused: Text }
  'main.doctor.money-differs': None
  'main.doctor.unanswered': { count: number }
  'main.doctor.sound': None
  'main.doctor.passphrase': None
  'main.doctor.payment-review': { symbol: Text }
  'main.doctor.may-it-pay': None
  'main.doctor.needs-terminal': None
  'main.doctor.payment-left': { differs: string }
  'main.doctor.payment-followed': None
  'main.doctor.stopped': None
  'doctor.title': None
  'doctor.what-it-does': None
  'doctor.check-now': None
  'doctor.check-again': None
  'doctor.also-keys': None
  'doctor.may-cost': None
  'doctor.save-report': None
  'doctor.report-names-nobody': None
  'doctor.pay-yourself': None
  'doctor.pay-yourself-why': None
  'doctor.sound': None
  'doctor.money-differs': None
  'doctor.money-differs-why': None
  'doctor.not-all-answered': None
  'doctor.some-unanswered': { count: number }
  'doctor.as-expected': { count: number }
  'doctor.not-checked': { count: number }
  'doctor.to-look-at': None
  'doctor.check': None
  'doctor.result': None
  'doctor.money-depends': None
  'doctor.new-members': { names: Text }
  'doctor.missing-members': { names: Text }
  'doctor.check.tls': None
  'doctor.check.proxy': None
  'doctor.check.own-authority': None
  'doctor.check.clock': None
  'doctor.check.request-id': None
  'doctor.check.identity': None
  'doctor.check.registration': None
  'doctor.check.spend-key': None
  'doctor.check.other-token': None
  'doctor.check.no-transaction': None
  'doctor.check.no-request': None
  'doctor.check.no-code': None
  'doctor.check.kernel-asset': None
  'doctor.check.outputs-order': None
  'doctor.check.outputs-offset': None
  'doctor.check.outputs-limit': None
  'doctor.check.outputs-state': None
  'doctor.check.outputs-holder': None
  'doctor.check.outputs-ids': None
  'doctor.check.snapshots-order': None
  'doctor.check.snapshots-offset': None
  'doctor.check.recorded-bytes': None
  'doctor.check.ledger-bytes': None
  'doctor.check.ledger-output': None
  'doctor.check.ledger-key': None
  'doctor.check.one-time-keys': None
  'doctor.check.same-hint': None
  'doctor.check.other-hint': None
  'doctor.check.deposit-address': None
  'doctor.check.own-key-opens': None
  'doctor.check.pay-myself': None
}
