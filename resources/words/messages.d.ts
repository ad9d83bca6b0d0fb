/** What each message takes, by kind. Written by build/words.mjs from resources/words/en.json. */
export interface Messages {
  'shared.file-cannot-be-read': {}
  'shared.this-can-be-read-in-two': {}
  'shared.do-you-mean-this': {}
  'shared.your-passphrase': {}
  'shared.that-is-not-it-wait-s': { wait: 'text' }
  'shared.coffer-asks-once-more-in-a': {}
  'shared.signing': {}
  'shared.backup-file-as-a-whole-path': {}
  'shared.how-a-path-is-copied': {}
  'shared.enter-the-path-of-the-file': {}
  'shared.open-it-with': {}
  'shared.passphrase': {}
  'shared.passphrase-of-that-time': {}
  'shared.enter-the-passphrase': {}
  'shared.24-words-of-an-account-in': {}
  'shared.enter-the-words': {}
  'shared.made': { time: 'text' }
  'shared.colour': {}
  'shared.coffer-error': { code: 'text' }
  'shared.technical-detail': {}
  'shared.doctor-line': { line: 'text' }
  'shared.report': {}
  'shared.copy-invitation': {}
  'shared.invitation-text': {}
  'shared.invitation': {}
  'shared.memo': {}
  'shared.memo-bytes': { bytes: 'number' }
  'shared.none': {}
  'shared.memo-in-hex': {}
  'shared.coffers-own-program-does-not-answer': {}
  'shared.what-you-see-was-read-before': {}
  'shared.people-you-know': {}
  'shared.picked': { name: 'text' }
  'shared.not-taken-yet': { action: 'text' }
  'shared.choose-one-below': {}
  'shared.guessed-at-once': {}
  'shared.very-weak': {}
  'shared.weak': {}
  'shared.almost': {}
  'shared.strong': {}
  'shared.at-least-10-characters-four-random': {}
  'shared.strength': {}
  'shared.the-same-again': {}
  'shared.open-its-page': {}
  'shared.the-page-of': { bot: 'text' }
  'common.cancel': {}
  'shared.open-in-a-tab': {}
  'shared.the-page-is-not-opened': {}
  'shared.it-opens-in-a-tab-of': {}
  'shared.address': {}
  'shared.afterwards': {}
  'shared.coffer-opens-nothing-by-itself-once': {}
  'shared.watch-only': {}
  'shared.tag': {}
  'shared.first-time': {}
  'shared.first-payment-compared': {}
  'shared.paid-time-last': { times: 'number'; last: 'text' }
  'shared.paid-times': { times: 'number' }
  'shared.tick-the-sentence-first': {}
  'shared.enter-your-passphrase': {}
  'shared.what-opens-it-here-is-deleted': { watched: 'flag' }
  'shared.i-have-the-24-words-or': {}
  'shared.keep-it': {}
  'shared.wait-s': { wait: 'text' }
  'shared.remove-from-this-computer': {}
  'shared.bytes-sha3-256': { bytes: 'text'; contentHash: 'text' }
  'shared.all-of-it': {}
  'shared.stored-content': {}
  'shared.the-service-gave-other-bytes-than': {}
  'shared.its-bytes-have-the-hash-that': {}
  'shared.was-burnt-to-keep-them': { figure: 'text' }
  'common.save': {}
  'shared.stored-by-transaction': {}
  'shared.in': { at: 'text'; purposeName: 'text'; symbol: 'text' }
  'shared.transaction': {}
  'shared.request-id': {}
  'shared.kernel-asset': {}
  'shared.reference': {}
  'shared.extra': {}
  'shared.empty': {}
  'shared.bytes': {}
  'shared.byte': { raw: 'number' }
  'shared.raw-transaction': {}
  'shared.copy-raw': {}
  'shared.show-in-hex': {}
  'shared.output': { outputs: 'number' }
  'shared.role': {}
  'shared.goes-to': {}
  'shared.keys': {}
  'shared.known-by': {}
  'shared.amount': {}
  'shared.of': { threshold: 'text'; keys: 'text' }
  'shared.coin-spent': { inputs: 'number' }
  'shared.coins-that-are-spent': {}
  'shared.output-2': {}
  'shared.yours': {}
  'shared.hash-of-the-coins-transaction': {}
  'shared.proved': {}
  'shared.not-proved': {}
  'shared.checks': {}
  'shared.what-no-wallet-can-check': {}
  'shared.what-passed': {}
  'shared.checks-passed': { passed: 'number' }
  'shared.things-nobody-can-check': { notes: 'number' }
  'shared.waits-for-its-fee': {}
  'shared.pay-the-fee': {}
  'shared.receive-asset': { symbol: 'text' }
  'shared.go-on-paying-the-fee': {}
  'shared.one-member-pays-the-network-fee': {}
  'shared.fee-paid': {}
  'shared.fee-paid-by': { userName: 'text' }
  'shared.the-fee-is-on-its-way': {}
  'shared.fee-payment': {}
  'shared.the-service-sends-the-withdrawal-to': {}
  'shared.sent-on-the-other-chain': { chainHash: 'text' }
  'shared.recovery-phrase': {}
  'shared.coffer-recovery-phrase': {}
  'shared.whoever-has-these-words-has-the': {}
  'shared.being-spent': {}
  'shared.held-for-a-payment-in-progress': {}
  'shared.held-for': { title: 'text' }
  'shared.by-you': {}
  'shared.it-carries-a-collectible-which-is': {}
  'shared.a-signed-transaction-spends-it': {}
  'shared.being-spent-by': { title: 'text' }
  'shared.it-was-spent': {}
  'shared.hidden': {}
  'shared.no-price': {}
  'shared.value-over-time': {}
  'shared.price-over-time': {}
  'shared.range': {}
  'shared.range-short': { range: 'choice' }
  'shared.change-over': { range: 'choice'; change: 'text' }
  'shared.change-since': { change: 'text'; day: 'text' }
  'shared.no-price-before': { day: 'text' }
  'shared.nothing-before': { day: 'text' }
  'shared.at-todays-rate': {}
  'shared.prices-of': { time: 'text' }
  'shared.in-24-hours': { move: 'text' }
  'shared.moved-in-24-hours': { move: 'text' }
  'shared.came-and-went': { moved: 'text' }
  'shared.show-as-table': {}
  'shared.chart-now': {}
  'shared.chart-point': { time: 'text'; value: 'text' }
  'shared.price-not-known': {}
  'shared.date': {}
  'shared.value': {}
  'shared.chart-change': {}
  'shared.export': {}
  'shared.print': {}
  'shared.save-as-pdf': {}
  'shared.not-exported': {}
  'shared.saved-unsigned': {}
  'shared.saved-unsigned-why': {}
  'shared.saved-incomplete': {}
  'shared.saved-incomplete-todo': {}
  'shared.tags': {}
  'shared.add-a-tag': {}
  'shared.add-tag': { tag: 'text' }
  'shared.remove-tag': { tag: 'text' }
  'shared.only-with-tag': { tag: 'text' }
  'shared.statement-to-print': {}
  'shared.table-csv': {}
  'shared.signed-json': {}
  'shared.for-koinly': {}
  'shared.for-cointracking': {}
  'shared.file-was-made': { file: 'text' }
  'shared.activity': {}
  'shared.of-2': { threshold: 'text'; members: 'text' }
  'shared.words-to-compare': {}
  'shared.you': {}
  'shared.draft': {}
  'shared.checking': {}
  'shared.ready-to-sign': {}
  'shared.submitted': {}
  'shared.accepted': {}
  'shared.final': {}
  'shared.cancelled': {}
  'shared.cannot-complete': {}
  'shared.unknown-checking': {}
  'shared.arriving': {}
  'shared.you-2': {}
  'shared.this-is-you': {}
  'shared.group-of': { members: 'text' }
  'shared.storage-burnt': {}
  'shared.kernel-group-of': { members: 'text' }
  'shared.kernel-address': {}
  'shared.address-2': { chainName: 'text' }
  'shared.unknown': {}
  'shared.people': { count: 'number' }
  'shared.recipients': { count: 'number' }
  'shared.seen-of-recipients': { count: 'number'; seen: 'text' }
  'shared.this-account': {}
  'shared.bot': { bot: 'flag'; number: 'text' }
  'shared.group-of-2': { threshold: 'text'; members: 'text' }
  'shared.nobody-can-spend-it': {}
  'shared.of-kernel-addresses': { threshold: 'text'; members: 'text' }
  'shared.the-network-does-not-say-who': {}
  'shared.each-stands-in-a-row': {}
  'shared.do-not-sign-this': {}
  'shared.your-rules-stop-this': { passes: 'flag' }
  'shared.nothing-is-wrong-with-it': {}
  'shared.your-rules': {}
  'shared.possible-from': {}
  'shared.something-is-not-as-it-should': {}
  'shared.check-before-you-sign': {}
  'shared.tick-what-you-have-looked-at': {}
  'shared.everything-else-was-checked': {}
  'shared.all-check-passed': { ok: 'number' }
  'shared.what-you-see-here-was-read': {}
  'shared.a-check-failed-this-payment-cannot': {}
  'shared.tick-the-sentence-above-first': {}
  'shared.tick-the-row-of': { name: 'text' }
  'shared.tick-the-sentences-above-first': { open: 'text' }
  'shared.ask-of-signers-to': { threshold: 'text'; members: 'text'; title: 'text' }
  'shared.sign-as-to': { verb: 'text'; title: 'text' }
  'shared.coffer-recomputed-the-receiving-key-from': {}
  'shared.vouched-for': {}
  'shared.address-verified': {}
  'shared.the-service-vouches-for-the-receiving': {}
  'shared.not-known': {}
  'shared.nobody-vouches-for-these-keys': {}
  'shared.the-address-stands-in-the-bytes': {}
  'shared.payment-2': {}
  'shared.change': {}
  'shared.fee': {}
  'shared.withdrawal': {}
  'shared.storage': {}
  'lib.leave-out-the-sign': {}
  'lib.use-digits-0-to-9-and': {}
  'lib.that-can-not-be-read-as': {}
  'lib.at-most-decimals-this-has': { decimals: 'text'; decimals2: 'text' }
  'lib.the-amount-must-be-more-than': {}
  'lib.as-the-decimal-mark': { name: 'text' }
  'lib.only-between-groups': { kinds: 'text' }
  'lib.an-app-id-has-36-characters': {}
  'lib.on': { asset: 'text'; chainName: 'text' }
  'lib.hex-is-pairs-of-the-digits': {}
  'lib.bytes-is-the-most-shorten-it': { bytes: 'text'; most: 'text' }
  'lib.more-four-random-words-are-best': { missing: 'number' }
  'lib.the-two-are-not-the-same': {}
  'lib.today': {}
  'lib.yesterday': {}
  'lib.just-now': {}
  'lib.min-ago': { minutes: 'text' }
  'lib.h-ago': { hours: 'text' }
  'accounts.unspent': {}
  'accounts.signed': {}
  'accounts.spent': {}
  'accounts.all': {}
  'accounts.signed-not-sent': {}
  'accounts.coin': {}
  'accounts.collectible': {}
  'accounts.legacy-outputs': {}
  'accounts.state': {}
  'accounts.coins-and-collectibles-as-the-older': {}
  'common.try-again': {}
  'accounts.outputs': {}
  'accounts.kind': {}
  'accounts.what': {}
  'accounts.held-by': {}
  'accounts.since': {}
  'accounts.reading-legacy-outputs': {}
  'accounts.no-outputs-in-this-state': {}
  'accounts.the-older-interface-lists-nothing-here': {}
  'accounts.show-later-ones': {}
  'accounts.asset-not-named': {}
  'accounts.token-id': {}
  'accounts.of': { threshold: 'text'; names: 'text' }
  'activity.movement': {}
  'activity.act-and-time': { act: 'text'; time: 'text' }
  'activity.the-one-above': {}
  'activity.the-one-below': {}
  'common.close': {}
  'activity.esc': {}
  'activity.reading-the-movement': {}
  'activity.of-confirmations': { have: 'text'; need: 'text' }
  'activity.confirmations': {}
  'activity.of': { have: 'text'; need: 'text' }
  'activity.open-the-payment': {}
  'activity.pay-again': {}
  'activity.receipt': {}
  'activity.state': {}
  'activity.fee': {}
  'activity.fee-unknown': {}
  'activity.time': {}
  'activity.chain-transaction': {}
  'activity.output-in-that-transaction': {}
  'activity.sent-from': {}
  'activity.your-address': {}
  'activity.tag': {}
  'activity.all-tags': {}
  'activity.search-tags': {}
  'activity.transaction': {}
  'activity.request-id': {}
  'activity.snapshot-id': {}
  'activity.inscription': {}
  'activity.show-the-collectible': {}
  'activity.asset-id': {}
  'activity.memo-bytes': {}
  'activity.technical': {}
  'activity.ids': { count: 'number' }
  'activity.from': {}
  'activity.to': {}
  'activity.only-movements-with': { partyName: 'text' }
  'activity.open-person': { name: 'text' }
  'activity.user-id': {}
  'activity.address': {}
  'activity.add-a-label': {}
  'activity.add-a-note': {}
  'activity.label': {}
  'activity.note': {}
  'activity.only-for-you': {}
  'activity.edit-note': {}
  'activity.edit-tags': {}
  'activity.edit-label': {}
  'activity.stays-on-this-computer': {}
  'activity.search-activity': {}
  'activity.memo-label-name-number-symbol-or': {}
  'activity.clear-the-search': {}
  'activity.how-to-search': {}
  'activity.search-finds': {}
  'activity.help-amount': {}
  'activity.help-before': {}
  'activity.help-after': {}
  'activity.help-on': {}
  'activity.help-asset': {}
  'activity.help-to': {}
  'activity.help-from': {}
  'activity.help-tag': {}
  'activity.help-exact': {}
  'activity.help-is': { states: 'text' }
  'activity.operator-amount': {}
  'activity.operator-before': {}
  'activity.operator-after': {}
  'activity.operator-on': {}
  'activity.operator-asset': {}
  'activity.operator-to': {}
  'activity.operator-from': {}
  'activity.operator-is': {}
  'activity.operator-tag': {}
  'activity.example-tag': {}
  'activity.is-in': {}
  'activity.is-out': {}
  'activity.is-final': {}
  'activity.is-pending': {}
  'activity.is-cancelled': {}
  'activity.is-failed': {}
  'activity.is-transfer': {}
  'activity.is-deposit': {}
  'activity.is-withdrawal': {}
  'activity.not-understood': { parts: 'text' }
  'activity.days-turned': {}
  'activity.go-to-day': {}
  'activity.saved-searches': {}
  'activity.no-saved-searches': {}
  'activity.forget-search': { name: 'text' }
  'activity.name-of-search': {}
  'activity.asset': {}
  'activity.search-assets': {}
  'activity.all-assets': {}
  'activity.direction': {}
  'activity.in-and-out': {}
  'activity.in': {}
  'activity.out': {}
  'activity.kind': {}
  'activity.all-kinds': {}
  'activity.transfers': {}
  'activity.deposits': {}
  'activity.withdrawals': {}
  'activity.period': {}
  'activity.filter': {}
  'activity.filters-chosen': { count: 'number' }
  'activity.any-time': {}
  'activity.today': {}
  'activity.last-7-days': {}
  'activity.last-30-days': {}
  'activity.this-year': {}
  'activity.from-to': {}
  'activity.not-only': { person: 'text' }
  'activity.clear-all': {}
  'activity.movements': {}
  'activity.at-todays-prices': {}
  'activity.sum-in': { sum: 'text' }
  'activity.sum-out': { sum: 'text' }
  'activity.arriving-of': { have: 'text'; need: 'text' }
  'activity.reading-earlier-movements': {}
  'activity.small-from-strangers': { count: 'number' }
  'activity.small-from-strangers-means': {}
  'activity.somebody-unknown': {}
  'activity.from-somebody-unknown': {}
  'activity.movements-of-all-users': {}
  'activity.reading-movements-of-all-users': {}
  'activity.no-movements-of-users': {}
  'activity.what-the-users-that-this-bot': {}
  'activity.show-earlier-ones': {}
  'activity.this-bot': {}
  'activity.all-users-of-this-bot': {}
  'activity.activity': {}
  'activity.whose': {}
  'activity.waiting-for-you': {}
  'activity.reading-activity': {}
  'activity.nothing-matches-these-filters': {}
  'activity.no-match-for': { search: 'text' }
  'activity.clear-all-filters': {}
  'activity.movements-outside-of-the-filters-are': {}
  'activity.no-movements-yet': {}
  'activity.receive-your-first-asset': {}
  'activity.write-a-payment': {}
  'activity.what-you-receive-and-send-appears': {}
  'activity.on-the-way': {}
  'activity.received': {}
  'activity.sent': {}
  'activity.moved': {}
  'activity.deposit': {}
  'activity.withdrawal': {}
  'activity.coins-combined': {}
  'activity.combining-coins': {}
  'activity.sending': {}
  'activity.moving': {}
  'activity.fee-of-a-withdrawal': {}
  'activity.item-released': {}
  'activity.item-occupied': {}
  'activity.released': {}
  'activity.release': {}
  'activity.occupied': {}
  'activity.occupation': {}
  'activity.an-unknown-receiver': {}
  'approvals.asked-record-and-actual': {}
  'approvals.all-agree': {}
  'approvals.the-bytes-were-checked': {}
  'approvals.nobody-can-check': { notes: 'number' }
  'approvals.stopped-differs': {}
  'approvals.stopped-failed': {}
  'approvals.lines-that-differ': {}
  'approvals.lines-that-match': {}
  'approvals.the-service-is-out-of-reach': {}
  'approvals.line': {}
  'approvals.asked': {}
  'approvals.record': {}
  'approvals.actual': {}
  'approvals.differs': {}
  'approvals.agrees': {}
  'approvals.not-said': {}
  'approvals.approvals': {}
  'approvals.group-pays': { group: 'text' }
  'approvals.must-sign': { threshold: 'text'; members: 'text' }
  'approvals.asked-by': { userName: 'text'; time: 'text' }
  'approvals.asked-at': { time: 'text' }
  'approvals.hero-memo': { memo: 'text' }
  'approvals.memo-public': {}
  'approvals.memo-of-bytes': {}
  'approvals.no-memo': {}
  'approvals.to-people': { people: 'number' }
  'approvals.amount-to': { amount: 'text'; whom: 'text' }
  'approvals.amount-to-people': { amount: 'text'; people: 'number' }
  'approvals.open-a-request': {}
  'approvals.only-requests-of-this-group-choose': {}
  'approvals.requests-for-signatures': {}
  'approvals.find-a-request': {}
  'approvals.amount-memo-person': {}
  'approvals.age': {}
  'approvals.any-age': {}
  'approvals.last-day': {}
  'approvals.last-week': {}
  'approvals.older-than-a-week': {}
  'approvals.all-groups': {}
  'approvals.all-assets': {}
  'approvals.show-all': {}
  'approvals.no-request-found': {}
  'approvals.more-found-no-room': { left: 'number' }
  'approvals.save-as-table': {}
  'approvals.file-of-requests': {}
  'approvals.column-asked': {}
  'approvals.column-group': {}
  'approvals.column-what': {}
  'approvals.column-amount': {}
  'approvals.column-asset': {}
  'approvals.column-by': {}
  'approvals.column-state': {}
  'approvals.column-needed': {}
  'approvals.column-signed': {}
  'approvals.column-unsigned': {}
  'approvals.column-no': {}
  'approvals.needs-you': {}
  'approvals.waiting-for-others': {}
  'common.done': {}
  'approvals.tell-me-of-new-ones': {}
  'approvals.send-to': { partyName: 'text' }
  'approvals.asked-2': {}
  'approvals.asked-3': { userName: 'text' }
  'approvals.reading-requests': {}
  'approvals.nothing-needs-your-signature': {}
  'approvals.when-a-member-of-one-of': {}
  'approvals.waits-for': { who: 'text' }
  'approvals.you-said-no': {}
  'approvals.nothing-waits-for-others': {}
  'approvals.what-you-have-signed-stands-here': {}
  'approvals.nothing-is-done-yet': {}
  'approvals.requests-that-are-complete-revoked-or': {}
  'approvals.create-a-group': {}
  'approvals.from-a-code-or-file': {}
  'approvals.open': {}
  'approvals.request-id-transaction-hash-or-link': {}
  'approvals.paste-what-you-were-given': {}
  'approvals.opening-a-request-signs-nothing-a': {}
  'approvals.a-transaction-on-another-chain': {}
  'approvals.everything-in-the-vault-goes-to': {}
  'approvals.something-that-coffer-cannot-read': {}
  'approvals.what-it-is-for': {}
  'approvals.what-it-is-for-as-the': {}
  'approvals.the-bytes-that-you-sign-do': {}
  'approvals.vault': {}
  'approvals.not-named': {}
  'approvals.it-approves': {}
  'approvals.paid-by-the-vault': {}
  'approvals.note': {}
  'approvals.no-receiver-is-named': {}
  'approvals.of-an-asset-that-is-not': {}
  'approvals.request': {}
  'approvals.queue-of-the-group': {}
  'approvals.open-count': { count: 'text' }
  'approvals.in-the-queue': { count: 'text' }
  'approvals.in-the-queue-of-the-group': { count: 'text' }
  'approvals.another-spends-the-same-coin': {}
  'approvals.spends-the-same-coin-as-this': {}
  'approvals.spends-the-same-coin': {}
  'approvals.this-one-and': { count: 'text' }
  'approvals.of-signed': { count: 'text'; needed: 'text' }
  'approvals.signed-needed': { count: 'text'; needed: 'text' }
  'approvals.you-signed-waits': { more: 'text' }
  'approvals.by-and': { userName: 'text'; count: 'text' }
  'approvals.all-requests-of-the-group': {}
  'approvals.next-request': { left: 'text' }
  'approvals.checking-the-request': {}
  'common.check-again': {}
  'approvals.share': {}
  'approvals.say-no': {}
  'approvals.say-no-to-this': {}
  'approvals.say-no-and-share-it': {}
  'approvals.because': {}
  'approvals.a-no-stays-here-until': {}
  'approvals.too-late-for-a-no': {}
  'approvals.close-and-drop-it': {}
  'approvals.take-the-no-back': {}
  'approvals.technical': {}
  'approvals.technical-holds': {}
  'approvals.words-of-the-group': {}
  'approvals.this-request-was-revoked': {}
  'approvals.revoked-this-request': { userName: 'text' }
  'approvals.you-revoked-this-request': {}
  'approvals.nobody-can-sign-it-through-the': {}
  'approvals.revoked-with-all': {}
  'approvals.receipt': {}
  'approvals.you-have-signed-this': {}
  'approvals.you-cannot-sign-this-here': {}
  'approvals.cannot-complete-a-coin-of-it': {}
  'approvals.cannot-complete-its-coin-was-spent': {}
  'approvals.make-a-new-one-like-this': {}
  'approvals.hash-of-that-transaction': {}
  'approvals.signatures-on-this-request-are-of': {}
  'approvals.service-says-coin-spent': {}
  'approvals.service-says-coin-spent-by': {}
  'approvals.others-may-still-complete-it': {}
  'approvals.group-of': { members: 'text' }
  'approvals.unknown-group': {}
  'approvals.this-request-is-for-a-group': {}
  'approvals.members-signature-of-needed-compare-the': { members: 'text'; threshold: 'number'; members2: 'text' }
  'approvals.members-hash': {}
  'approvals.your-name-for-it': {}
  'approvals.add-this-group': {}
  'approvals.what-is-paid': {}
  'approvals.back-to-the-group': {}
  'approvals.nothing-the-coins-fit-exactly': {}
  'approvals.change-not-known': {}
  'approvals.as-change': {}
  'approvals.balance-afterwards': {}
  'approvals.came-here': {}
  'approvals.nobody-is-named-as-its-maker': {}
  'approvals.made-by': { userName: 'text' }
  'approvals.says-to-have-asked': { userName: 'text'; time: 'text' }
  'approvals.says-to-have-asked-2': { userName: 'text' }
  'approvals.made-by-own-word': { userName: 'text' }
  'approvals.request-id': {}
  'approvals.payload-hash': {}
  'approvals.share-this-request': {}
  'approvals.how-to-share': {}
  'approvals.link': {}
  'approvals.codes': {}
  'approvals.file': {}
  'approvals.note-for-the-others': {}
  'approvals.it-travels-with-the-bundle-and': {}
  'approvals.ended-meanwhile': {}
  'approvals.ended-meanwhile-note': {}
  'approvals.qr-code-of-the-link-to': {}
  'approvals.link-to-this-request': {}
  'approvals.copy-link': {}
  'approvals.copy-question': {}
  'approvals.question': { title: 'text'; group: 'text' }
  'approvals.question-about-this': {}
  'approvals.whoever-opens-it-needs-the-service': {}
  'approvals.a-link-carries-no-no': {}
  'approvals.the-service-could-not-be-asked': {}
  'approvals.if-a-member-gave-this-request': {}
  'approvals.the-file-holds-the-request-with': {}
  'approvals.bundle-as-text': {}
  'approvals.save-file': {}
  'approvals.file-saved': {}
  'approvals.moving-qr-code-of-the-bundle': {}
  'approvals.qr-code-of-the-bundle': {}
  'approvals.pause': {}
  'approvals.play': {}
  'approvals.of': { at: 'text'; frames: 'text' }
  'approvals.speed': {}
  'approvals.slow': {}
  'approvals.normal': {}
  'approvals.fast': {}
  'common.next': {}
  'approvals.point-the-other-camera-at-it': {}
  'approvals.the-whole-request-with-its-signatures': {}
  'approvals.signatures-title': {}
  'approvals.of-the-needed': { valid: 'text'; needed: 'text' }
  'approvals.enough': {}
  'approvals.you-yourself': {}
  'approvals.your-turn': {}
  'approvals.yours-is-the-last': {}
  'approvals.more-after-yours': { left: 'text' }
  'approvals.said-no': {}
  'approvals.not-needed': {}
  'approvals.refused-at': { who: 'choice'; userName: 'text'; time: 'text' }
  'approvals.refused-because': { who: 'choice'; userName: 'text'; time: 'text'; reason: 'text' }
  'approvals.signature-in-it-is-not-valid': { invalid: 'number' }
  'approvals.did-not-sign': {}
  'approvals.not-yet': {}
  'approvals.signed-not-seen-by-the-service': {}
  'approvals.signed-not-needed': {}
  'approvals.signed': {}
  'approvals.signed-2': { time: 'text' }
  'approvals.signed-seen': { time: 'text' }
  'approvals.their-note': {}
  'approvals.a-link-carries-no-note': {}
  'approvals.wrote': { userName: 'text' }
  'approvals.label': {}
  'approvals.your-note': {}
  'approvals.only-you-see-it': {}
  'approvals.write-a-note': {}
  'approvals.review-by': {}
  'approvals.no-day': {}
  'approvals.nobody-else-sees-any-of-this': {}
  'approvals.what-happened': {}
  'approvals.sign-once-it-answers': {}
  'approvals.nothing-was-signed': {}
  'approvals.coin': { inputs: 'number' }
  'approvals.unlock': {}
  'approvals.unlock-this-request': {}
  'approvals.leave-it-as-it-is': {}
  'approvals.replace-it': {}
  'approvals.replace-opens-a-form': {}
  'approvals.unlock-for-everyone': {}
  'approvals.end-it': {}
  'approvals.end-request-of': { userName: 'text' }
  'approvals.end-and-replace': {}
  'approvals.they-asked': { userName: 'text' }
  'approvals.you-said-no-to-this': {}
  'approvals.take-it-back-to-sign': {}
  'approvals.this-cancels-the-request-for-everyone': { coins: 'text' }
  'approvals.cancels-and-a-coin-stays-taken': { inputs: 'number' }
  'approvals.nobody-has-signed-it-yet': {}
  'approvals.signature-was-released-already-unlocking-does': { valid: 'number' }
  'approvals.nobody-has-signed': {}
  'approvals.did-not-sign-2': { ended: 'flag'; names: 'text' }
  'approvals.signatures-2': { said: 'text'; countWords: 'text' }
  'approvals.signatures-more-needed': { said: 'text'; countWords: 'text'; more: 'text' }
  'approvals.a-group-not-added-yet': {}
  'approvals.give-up-mine-and-sign': {}
  'approvals.sign-as-of': { place: 'number'; needed: 'text' }
  'approvals.the-service-is-out-of-reach-2': {}
  'approvals.yours-completes-it-nobody-can-take': {}
  'approvals.yours-completes-it-the-money-moves': {}
  'approvals.yours-completes-it-the-item': {}
  'approvals.after-yours-more-signature-needed': { left: 'number' }
  'approvals.signed-the-threshold-is-reached-and': {}
  'approvals.signed-but-the-request-was-given': {}
  'approvals.signed-into-the-bundle-all-signatures': {}
  'approvals.signed-into-the-bundle-share-it': { missing: 'text' }
  'approvals.signed-here-all-signatures-are-there': {}
  'approvals.signed-here-the-service-has-not': { missing: 'text' }
  'approvals.signed-all-signatures-are-there-the': {}
  'approvals.group-not-added': {}
  'approvals.needs-your-signature': {}
  'approvals.not-sent-yet': {}
  'approvals.waits-for-more-signature': { more: 'number' }
  'approvals.complete-on-its-way': {}
  'approvals.waits-for-its-fee': {}
  'approvals.final': {}
  'approvals.revoked': {}
  'approvals.cannot-complete': {}
  'approvals.coin-said-spent': {}
  'approvals.checks-passed': {}
  'approvals.look-at-it': {}
  'approvals.do-not-sign': {}
  'approvals.stopped-by-your-rules': {}
  'approvals.checking': {}
  'approvals.not-checked-yet': {}
  'approvals.was-due': { day: 'text' }
  'approvals.due-today': {}
  'approvals.needed': { count: 'text'; needed: 'text' }
  'approvals.of-2': { count: 'text'; needed: 'text' }
  'approvals.a-check-failed-this-request-cannot': {}
  'approvals.made-here': {}
  'approvals.found-on-the-network': {}
  'approvals.from-a-scanned-code': {}
  'approvals.from-a-link': {}
  'approvals.from-a-bundle': {}
  'approvals.the-transaction-was-sent-and-becomes': {}
  'approvals.enough-members-have-signed': {}
  'approvals.nobody-can-take-it-back-it': {}
  'approvals.the-groups-part-is-final': {}
  'approvals.the-transaction-is-final-nobody-can': {}
  'approvals.done-the-group-has-paid': {}
  'coins.it-came-back-to-you-coffer': {}
  'coins.proved-to-be-yours-with-your': {}
  'coins.as-the-service-says': { who: 'choice' }
  'coins.prove-it-now': {}
  'coins.not-proved-to-be-yours-sending': {}
  'coins.coin': {}
  'coins.received': {}
  'coins.transaction': {}
  'coins.output-in-that-transaction': {}
  'coins.whose-it-is': {}
  'coins.inscription': {}
  'coins.spent-by': {}
  'coins.output-id': {}
  'compare.compare': {}
  'compare.compare-with-service': {}
  'compare.compare-now': {}
  'compare.compare-again': {}
  'compare.what-it-does': {}
  'compare.all-agree': {}
  'compare.coins-differ': { count: 'number' }
  'compare.read-anew': {}
  'compare.between': { from: 'text'; to: 'text' }
  'compare.came-at': { at: 'text' }
  'compare.ledger-not-asked': {}
  'compare.not-complete': {}
  'compare.no-coins': {}
  'compare.by-asset': {}
  'compare.this-wallet': {}
  'compare.service': {}
  'compare.ledger': {}
  'compare.not-asked': {}
  'compare.in-coins': { count: 'number' }
  'compare.differs': {}
  'compare.what-differs': {}
  'compare.sides': { wallet: 'text'; service: 'text'; ledger: 'text' }
  'compare.none': {}
  'compare.unspent': { amount: 'text' }
  'compare.signed': { amount: 'text' }
  'compare.spent': { amount: 'text' }
  'coins.open-the-payment': {}
  'coins.open-the-request': {}
  'coins.freeze': {}
  'coins.frozen-coffer-spends-it-in-no': { time: 'text' }
  'coins.unfreeze': {}
  'coins.why-freeze-it': {}
  'coins.why-frozen-example': {}
  'coins.write-why': {}
  'coins.frozen-already': { all: 'flag'; count: 'number' }
  'coins.a-frozen-coin-is-left-out': {}
  'coins.was-item': {}
  'coins.was-other-item': {}
  'coins.was-item-sure': {}
  'coins.called-first': {}
  'coins.label': {}
  'coins.note': {}
  'coins.stays-on-this-computer': {}
  'coins.save-label': {}
  'coins.write-a-label': {}
  'coins.saved': {}
  'coins.coins': {}
  'coins.reading-earlier-coins': {}
  'coins.being-proved-to-be-yours': {}
  'coins.proved-once-the-group-spends-it': {}
  'coins.not-proved-to-be-yours': {}
  'coins.place': {}
  'coins.amount': {}
  'coins.asset': {}
  'coins.mask': {}
  'coins.keys': {}
  'coins.owners': {}
  'coins.existence': {}
  'coins.first-or-now': { fact: 'text'; when: 'choice' }
  'coins.label-and-origin': {}
  'coins.came': {}
  'coins.greatest-first': {}
  'coins.least-first': {}
  'coins.newest-first': {}
  'coins.oldest-first': {}
  'coins.choose-coin': { amount: 'text'; symbol: 'text'; origin: 'text' }
  'coins.change-of-a-payment': {}
  'coins.deposit-over': { chainName: 'text' }
  'coins.from': { name: 'text' }
  'coins.chosen-coins': {}
  'coins.count-chosen': { count: 'number' }
  'coins.choose-none': {}
  'coins.plan': {}
  'coins.one-payment-to-yourself': {}
  'coins.what-becomes-of-them': {}
  'coins.network-fee': {}
  'coins.to': {}
  'coins.coins-after': {}
  'coins.instead-of': { after: 'text'; before: 'text' }
  'coins.seen-to-belong-together': { sources: 'number' }
  'coins.and-more': { count: 'text' }
  'coins.one-coin-of': { symbol: 'text' }
  'coins.review-combining': {}
  'coins.coins-free': { count: 'number' }
  'coins.a-coin-is-not-what-it': {}
  'coins.coin-are-not-what-they-were': { coins: 'number' }
  'coins.what-a-coin-is-never-changes': { coins: 'number' }
  'coins.put-it-away': {}
  'coins.put-away-means': {}
  'coins.a-coin-that-was-never-counted': {}
  'coins.label-written-to': { count: 'number'; fileName: 'text' }
  'coins.label-taken-over': { added: 'number' }
  'coins.labels-as-a-file': {}
  'coins.labels-and-notes-of-coins-payments': {}
  'coins.export-labels': {}
  'coins.import-labels': {}
  'coins.what-would-be-imported': {}
  'coins.it-was-made-by-another-account': {}
  'coins.here': {}
  'coins.in-the-file': {}
  'coins.replace-the-label-that-differ': { different: 'number' }
  'coins.take-over': { added: 'text' }
  'coins.combine-coins': {}
  'coins.steps': {}
  'coins.of-step': { done: 'text'; steps: 'number' }
  'coins.step': { steps: 'number' }
  'coins.coin-into': { coins: 'number'; figure: 'text' }
  'coins.open': {}
  'coins.combine': {}
  'coins.review': {}
  'coins.pause': {}
  'coins.go-on': {}
  'coins.dismiss': {}
  'coins.give-up': {}
  'coins.labels': {}
  'coins.all-assets': {}
  'coins.state': {}
  'coins.search': {}
  'coins.search-in': {}
  'coins.coin-of': { coins: 'number'; symbol: 'text' }
  'coins.look-at-them': {}
  'coins.one-payment-can-use-256-coins': {}
  'coins.no-coins-yet': {}
  'coins.none-unspent': {}
  'coins.spent-are-not-listed': { count: 'number' }
  'coins.many-spent-are-not-listed': {}
  'coins.show-spent': {}
  'coins.no-coins-like-that': {}
  'coins.every-amount-that-you-receive-is': {}
  'coins.choose-another-state-above': {}
  'coins.held': { figure: 'text' }
  'coins.frozen': { figure: 'text' }
  'coins.signed': { figure: 'text' }
  'coins.combine-coin-into-one': { free: 'number' }
  'coins.your-coins': {}
  'coins.prepare-a-request': {}
  'coins.the-group-signs-it-like-any': {}
  'coins.unspent': {}
  'coins.available': {}
  'coins.held-2': {}
  'coins.frozen-2': {}
  'coins.collectibles': {}
  'coins.being-spent': {}
  'coins.spent': {}
  'coins.combine-coins-into-one': { coins: 'text' }
  'coins.one-payment-to-yourself-it-costs': {}
  'coins.each-a-payment-to-yourself-it': { steps: 'text' }
  'coins.combining-coins-waits-for-your-approval': { coins: 'text' }
  'coins.nothing-was-signed-yet-the-coins': {}
  'coins.combining-coins-step-of': { coins: 'text'; symbol: 'text'; min: 'text'; steps: 'text' }
  'coins.a-step-begins-when-the-coin': {}
  'coins.combining-is-paused-after-of': { done: 'text'; steps: 'text' }
  'coins.what-was-done-stays-done-the': {}
  'coins.coins-became-one': { coins: 'text' }
  'coins.done-coin-are-left-for-another': { steps: 'text'; left: 'number' }
  'coins.done': { steps: 'text' }
  'coins.for-another-plan': { count: 'text' }
  'coins.left-out': { parts: 'text' }
  'coins.waiting': {}
  'coins.on-its-way': {}
  'coins.nothing-left-to-do': {}
  'coins.not-possible': {}
  'coins.new-label': { added: 'number' }
  'coins.already-here': { same: 'text' }
  'coins.that-say-something-else-here': { different: 'text' }
  'coins.line-that-cannot-be-used': { invalid: 'number' }
  'collectibles.collection': {}
  'collectibles.inscribe-an-item': {}
  'collectibles.items-of': { items: 'number'; unit: 'text'; symbol: 'text' }
  'collectibles.yours': { mine: 'text' }
  'collectibles.more-about-it': {}
  'collectibles.supply': {}
  'collectibles.treasury': {}
  'collectibles.of-each-unit-to': { ratio: 'text'; partyName: 'text' }
  'collectibles.items': {}
  'collectibles.nothing-is-inscribed-yet': {}
  'collectibles.anybody-may-inscribe-the-first-item': {}
  'collectibles.vacant': {}
  'collectibles.hidden-collectibles': {}
  'collectibles.collectibles': {}
  'collectibles.show-again': {}
  'collectibles.hide-some': {}
  'collectibles.all-collectibles': {}
  'collectibles.hidden': { hidden: 'text' }
  'collectibles.new-collection': {}
  'collectibles.choose-none': {}
  'collectibles.choose-all': {}
  'common.show': {}
  'common.hide': {}
  'collectibles.find-by-name': {}
  'collectibles.what-you-hide-from-the-gallery': {}
  'collectibles.collectibles-that-somebody-sends-you-appear': {}
  'collectibles.collectibles-that-somebody-sends-to-this': {}
  'collectibles.frozen': {}
  'collectibles.nothing-has-that-name': {}
  'collectibles.nothing-is-hidden': {}
  'collectibles.no-collectibles-yet': {}
  'collectibles.collectible': {}
  'collectibles.this-account-is-watch-only-it': {}
  'collectibles.send': {}
  'collectibles.release': {}
  'collectibles.show-in-gallery': {}
  'collectibles.look-at-it': {}
  'collectibles.nobody-holds-this-item': {}
  'collectibles.occupy': {}
  'collectibles.it-was-released-whoever-turns-of': { unit: 'text'; symbol: 'text'; available: 'text' }
  'collectibles.save-as-a-file': {}
  'collectibles.review': {}
  'collectibles.to': {}
  'collectibles.look-up-who-receives-it': {}
  'collectibles.the-item-goes-as-a-whole': {}
  'collectibles.keep-it': {}
  'collectibles.review-the-release': {}
  'collectibles.releasing-gives-the-item-up-and': {}
  'collectibles.its-output-is-split-in-two': {}
  'collectibles.its-output-is-split-in-two-2': { amount: 'text'; symbol: 'text' }
  'collectibles.nobody-holds-the-item-any-more': {}
  'collectibles.whoever-is-first-can-occupy-it': {}
  'collectibles.facts': {}
  'collectibles.not-known': {}
  'collectibles.number': {}
  'collectibles.number-among': { number: 'text'; first: 'text'; last: 'text' }
  'collectibles.state': {}
  'collectibles.since': {}
  'collectibles.worth': {}
  'collectibles.own-token': {}
  'collectibles.first-for': {}
  'collectibles.content': {}
  'collectibles.content-proof': { proof: 'choice' }
  'collectibles.none': {}
  'collectibles.inscription': {}
  'collectibles.traits': {}
  'collectibles.history-in-this-wallet': {}
  'collectibles.it-has-never-been-here': {}
  'collectibles.that-file-has-at-most-can': { sizeWords: 'text'; sizeWords2: 'text' }
  'collectibles.choose-a-file': {}
  'collectibles.none-chosen': {}
  'collectibles.passed': {}
  'collectibles.note': {}
  'collectibles.warning': {}
  'collectibles.attention': {}
  'collectibles.not-yet': {}
  'collectibles.preview': {}
  'collectibles.before-anything-is-burnt': {}
  'collectibles.nothing-to-store-yet': {}
  'collectibles.for': { sizeWords: 'text'; amount: 'text'; symbol: 'text' }
  'collectibles.what-is-stored': {}
  'collectibles.new-collection-2': {}
  'collectibles.a-collection-is-written-to-the': {}
  'collectibles.what-it-is': {}
  'collectibles.name': {}
  'collectibles.symbol': {}
  'collectibles.of-its-token': {}
  'collectibles.description': {}
  'collectibles.icon': {}
  'collectibles.how-many': {}
  'collectibles.one-item-holds': {}
  'collectibles.supply-in-all': {}
  'collectibles.when-items-are-paid-out': {}
  'collectibles.one-by-one': {}
  'collectibles.each-item-is-paid-out-as': {}
  'collectibles.all-together': {}
  'collectibles.all-are-paid-out-when-the': {}
  'collectibles.rules-and-treasury': {}
  'collectibles.rules': {}
  'collectibles.what-may-be-inscribed': {}
  'collectibles.an-expression-for-text-or-the': {}
  'collectibles.treasury-optional': {}
  'collectibles.its-share-of-each-item': {}
  'collectibles.between-0-and-1-like-0': {}
  'collectibles.review-the-payment': {}
  'collectibles.inscribe-into': { known: 'text' }
  'collectibles.what-is-inscribed-stays-for-ever': {}
  'collectibles.words': {}
  'collectibles.nothing': {}
  'collectibles.file': {}
  'collectibles.receiver': {}
  'collectibles.for-somebody-else-optional': {}
  'collectibles.it-is-made-for-you': {}
  'collectibles.name-a-person-a-group-or': {}
  'collectibles.choose-another-receiver': {}
  'collectibles.mixin-number-user-id-group-or': {}
  'collectibles.look-up': {}
  'collectibles.the-content-lies-with-which-would': { span: 'text' }
  'collectibles.show-content': {}
  'collectibles.show-them': {}
  'collectibles.content-lies-with': { count: 'number'; span: 'text' }
  'collectibles.not-described-yet': {}
  'collectibles.collection-called': { name: 'text' }
  'collectibles.the-content-could-not-be-read': {}
  'collectibles.text-of': { name: 'text' }
  'collectibles.a-file-of-that-coffer-does': { sizeWords: 'text' }
  'collectibles.picture-of': { name: 'text' }
  'collectibles.drawing-of': { name: 'text' }
  'collectibles.sound-of': { name: 'text' }
  'collectibles.film-of': { name: 'text' }
  'collectibles.yours-2': {}
  'collectibles.held-by-somebody': {}
  'collectibles.held-by': { partyName: 'text' }
  'collectibles.not-paid-out-yet': {}
  'collectibles.it-has-no-content': {}
  'collectibles.its-content-lies-where-coffer-does': {}
  'collectibles.its-content-could-not-be-reached': {}
  'collectibles.its-content-points-somewhere-else-which': {}
  'collectibles.its-content-is-larger-than-5': {}
  'collectibles.its-content-did-not-arrive-in': {}
  'collectibles.its-content-is-not-there': {}
  'collectibles.received': {}
  'collectibles.sent': {}
  'collectibles.released': {}
  'collectibles.occupied': {}
  'collectibles.left': {}
  'collectibles.item-2': { items: 'number' }
  'collectibles.byte': { bytes: 'number' }
  'collectibles.kb': { bytes: 'text' }
  'collectibles.mb': { bytes: 'text' }
  'contacts.add-a-contact': {}
  'contacts.look-up': {}
  'contacts.somebody-else': {}
  'contacts.open': {}
  'contacts.add-contact': {}
  'contacts.mixin-number-phone-or-user-id': {}
  'contacts.you-see-who-it-is-before': {}
  'contacts.enter-whom-to-look-up': {}
  'contacts.this-is-your-own-account': {}
  'contacts.you-have-blocked-this-person-unblock': {}
  'contacts.this-person-is-a-contact-already': {}
  'contacts.who-it-is': {}
  'contacts.a-contact-of-yours-has-the': { identityNumber: 'text' }
  'contacts.name': {}
  'contacts.what-you-call-them-only-you': {}
  'contacts.phone': {}
  'contacts.note': {}
  'contacts.stays-on-this-computer': {}
  'contacts.biography': {}
  'contacts.contact': {}
  'contacts.your-profile': {}
  'contacts.unblock': {}
  'contacts.block': {}
  'contacts.edit': {}
  'contacts.add-to-contacts': {}
  'contacts.send': {}
  'contacts.all-contacts': {}
  'contacts.add-address': {}
  'contacts.remove-from-contacts': {}
  'contacts.this-account-had-the-number-and': { identityNumber: 'text'; identityNumber2: 'text' }
  'contacts.it-is-still-the-same-person': {}
  'contacts.numbers-do-not-change-by-themselves': {}
  'contacts.the-service-marks-this-account-as': {}
  'contacts.money-that-was-sent-cannot-be': {}
  'contacts.you-have-blocked-this-person': {}
  'contacts.they-are-not-offered-when-you': {}
  'contacts.this-is-not-the-contact-with': {}
  'contacts.open-the-contact': {}
  'contacts.whom-you-know-has-the-number': { userName: 'text'; identityNumber: 'text' }
  'contacts.identity': {}
  'contacts.own-name': {}
  'contacts.mixin-number': {}
  'contacts.user-id': {}
  'contacts.not-known': {}
  'contacts.yes-can-be-paid': {}
  'contacts.no-cannot-be-paid-yet': {}
  'contacts.edit-contact': {}
  'contacts.do-not-block': {}
  'contacts.they-are-no-contact-any-more': {}
  'common.remove': {}
  'contacts.keep': {}
  'contacts.the-name-you-gave-them-goes': {}
  'contacts.remove-address': { label: 'text' }
  'contacts.address-goes': {}
  'contacts.contacts': {}
  'contacts.more': {}
  'contacts.read-from-the-network-now': {}
  'contacts.import-a-file': {}
  'contacts.export-to-a-file': {}
  'contacts.people': {}
  'contacts.addresses': {}
  'contacts.blocked': {}
  'contacts.no-contacts-yet': {}
  'contacts.whoever-is-a-contact-is-offered': {}
  'contacts.search-contacts': {}
  'contacts.name-number-note-or-address-label': {}
  'contacts.no-contact-has-a-word-that': {}
  'contacts.nobody-is-blocked': {}
  'contacts.whoever-you-block-is-not-offered': {}
  'contacts.blocked-people': {}
  'contacts.no-saved-addresses': {}
  'contacts.addresses-on-other-chains-with-their': {}
  'contacts.tag': {}
  'contacts.more-for': { label: 'text' }
  'contacts.give-the-address-a-name': {}
  'contacts.paste-the-whole-address': {}
  'contacts.needs-a-tag': { chainName: 'text' }
  'contacts.add-an-address': {}
  'contacts.edit-address': {}
  'contacts.save-address': {}
  'contacts.cold-storage': {}
  'contacts.chain': {}
  'contacts.search-chains': {}
  'contacts.choose-the-chain-that-the-address': {}
  'contacts.address': {}
  'contacts.tag-or-memo': {}
  'contacts.as-necessary-as-the-address-where': {}
  'contacts.new': {}
  'contacts.differs': {}
  'contacts.stays': {}
  'contacts.unknown': {}
  'contacts.left-out': {}
  'contacts.the-file-is-empty': {}
  'contacts.the-file-is-larger-than-1': {}
  'contacts.import-contacts': {}
  'contacts.import': {}
  'contacts.file-of-contacts': {}
  'contacts.what-is-listed': {}
  'contacts.often': {}
  'contacts.all-by-name': {}
  'contacts.signs-in': { group: 'text' }
  'contacts.new-number': { number: 'text' }
  'contacts.never-paid': {}
  'contacts.also-here': {}
  'contacts.groups': {}
  'contacts.shared-bots-here': {}
  'contacts.your-card': {}
  'contacts.code-of-your-card': {}
  'contacts.link-to-you': {}
  'contacts.copy': {}
  'contacts.file-of-the-card': {}
  'contacts.show-this-card': {}
  'contacts.sums': {}
  'contacts.you-paid': {}
  'contacts.paid-you': {}
  'contacts.only-the-newest': { total: 'number' }
  'contacts.payments-at-their-price': { count: 'number' }
  'contacts.without-a-price': { unpriced: 'text' }
  'contacts.last-on': { last: 'text' }
  'contacts.never': {}
  'contacts.by-month': {}
  'contacts.month': {}
  'contacts.from-them': {}
  'contacts.to-them': {}
  'contacts.show-as-table': {}
  'contacts.show-as-bars': {}
  'contacts.between-you': {}
  'contacts.all-of-them': { total: 'number' }
  'contacts.nothing-passed-yet': {}
  'contacts.where-they-are-paid': {}
  'contacts.you-share': {}
  'contacts.only-for-you': {}
  'contacts.a-file-that-coffer-exported-one': {}
  'contacts.choose-a-file': {}
  'contacts.lines-of-the-file': {}
  'contacts.also-change-the-one-that-differs': {}
  'contacts.also-change-the-that-differ-to': { changed: 'text' }
  'contacts.shared-bots': {}
  'contacts.of': { bots: 'text'; max: 'text' }
  'contacts.you-share-none-others-would-see': {}
  'contacts.stop-sharing': { userName: 'text' }
  'contacts.stop': {}
  'contacts.stop-sharing-this-bot': {}
  'contacts.share-this-bot': {}
  'contacts.find-a-bot-to-share': {}
  'contacts.mixin-number-or-id': {}
  'contacts.scam': {}
  'contacts.closed': {}
  'contacts.not-registered': {}
  'contacts.verified': {}
  'contacts.bot': {}
  'contacts.new-contact': { new: 'number' }
  'contacts.new-address': { addresses: 'number' }
  'contacts.new-group': { groups: 'number' }
  'contacts.differs-from-yours': { changed: 'number' }
  'contacts.stays-as-it-is': { same: 'number' }
  'contacts.cannot-be-used': { useless: 'text' }
  'contacts.the-file-has-no-lines': {}
  'groups.name-and-colour': {}
  'groups.name': {}
  'groups.give-the-group-a-name': {}
  'groups.group': {}
  'groups.this-group-is-not-in-your': {}
  'groups.create-a-group': {}
  'groups.it-was-removed-here-or-belongs': {}
  'groups.rename': {}
  'groups.the-group-has-nothing-yet': {}
  'groups.what-the-group-has': {}
  'groups.held': { figure: 'text' }
  'groups.waiting-requests': {}
  'groups.nothing-waits': {}
  'groups.signature-of-member-for-every-payment': { threshold: 'number'; members: 'number' }
  'groups.requests': {}
  'groups.request-for-you': { needed: 'number' }
  'groups.members': {}
  'groups.identity': {}
  'groups.to-compare': {}
  'groups.read-these-words-to-the-other': {}
  'groups.address': {}
  'groups.members-hash': {}
  'groups.added-here': {}
  'groups.remove-from-this-list': {}
  'groups.card-of-the-group': {}
  'groups.qr-code-of-the-group': { group: 'text' }
  'groups.members-add-the-group-with-this': {}
  'groups.words-do-not-bring-it': { spelled: 'flag' }
  'groups.kept-in-backups': {}
  'groups.member': {}
  'groups.link-to-the-group': {}
  'groups.copy-link': {}
  'groups.save-file': {}
  'groups.remove': { group: 'text' }
  'groups.keep-it': {}
  'groups.the-group-disappears-from-this-list': {}
  'groups.add-a-member': {}
  'groups.mixin-number-user-id-or-a': {}
  'groups.add': {}
  'groups.new-group': {}
  'groups.other-members': {}
  'groups.go-on-moving': { group: 'text' }
  'groups.members-are-the-group': { group: 'text' }
  'groups.nothing-is-changed-yet': {}
  'groups.move-the-money': {}
  'groups.each-asset-is-a-payment': { threshold: 'number' }
  'groups.what-is-moved': {}
  'groups.nothing-is-left-to-move': { group: 'text' }
  'groups.open-the-group': { group: 'text' }
  'groups.collectibles-are-moved-one-by-one': {}
  'groups.moved': {}
  'groups.asked-for': {}
  'groups.part-of-it-is-held': { figure: 'text'; by: 'choice' }
  'groups.all-of-it-is-held': { by: 'choice' }
  'groups.see-requests': {}
  'groups.assets-moved': { moved: 'text'; count: 'number'; asked: 'number' }
  'groups.all-are-asked': {}
  'groups.not-asked-yet': {}
  'groups.ask-to-move-it': {}
  'groups.open-the-payment': {}
  'groups.open-the-request': {}
  'groups.a-change-of-members': {}
  'groups.money-of-a-group-moves-only': {}
  'groups.you-join-with-the-account': { account: 'text' }
  'groups.only-for-you-others-choose-their': {}
  'groups.create-group': {}
  'groups.add-at-least-one-other-person': {}
  'groups.signatures': {}
  'groups.signatures-needed': {}
  'groups.how-many-members-must-sign-before': {}
  'groups.one-less': {}
  'groups.of': { value: 'text'; members: 'text' }
  'groups.one-more': {}
  'groups.you-are-a-member-already': {}
  'groups.already-in-the-list': {}
  'groups.a-group-has-at-most-members': { membersMax: 'text' }
  'groups.only-people-and-bots-of-the': {}
  'groups.any-of-the-can-pay-nobody': { threshold: 'text'; members: 'text' }
  'groups.everybody-must-sign-every-payment': {}
  'groups.each-member-alone-can-pay-out': {}
  'groups.if-one-member-loses-the-key': {}
  'groups.the-money-stays-within-reach-if': { spare: 'number' }
  'groups.members-and-threshold-are-the-group': {}
  'help.help': {}
  'help.contents': {}
  'help.search': {}
  'help.escape': {}
  'help.found': { count: 'number' }
  'help.key': {}
  'help.meaning': {}
  'help.with-this': {}
  'home.assets': {}
  'home.price': {}
  'home.available': {}
  'home.amount': {}
  'home.value': {}
  'home.held': { figure: 'text' }
  'home.arriving': { figure: 'text' }
  'home.send': {}
  'home.receive': {}
  'home.ids-contradict-each-other': {}
  'home.not-in-coffers-table': {}
  'home.no-price': {}
  'home.held-for': {}
  'home.frozen-coins': {}
  'home.open': {}
  'home.home': {}
  'home.all-your-money': {}
  'home.money-of': { name: 'text' }
  'home.whose-money': {}
  'home.only-mine': {}
  'home.with-groups': {}
  'home.which-accounts': {}
  'home.this-account': {}
  'home.all-accounts': {}
  'home.by-account': {}
  'home.group-of': { account: 'text' }
  'home.value-is-drawn-here': {}
  'home.value-needs-a-price': {}
  'home.nothing-here-yet': {}
  'home.first-steps': {}
  'home.step-done': {}
  'home.step-account': {}
  'home.step-account-done': {}
  'home.step-play-money': {}
  'home.step-play-money-text': {}
  'home.step-receive': {}
  'home.step-receive-text': {}
  'home.step-receive-do': {}
  'home.step-pay': {}
  'home.step-pay-play': {}
  'home.step-pay-text': {}
  'home.step-sign': {}
  'home.step-sign-text': {}
  'home.step-sign-do': {}
  'home.nothing-lately': {}
  'home.what-you-receive-appears-here-with': {}
  'home.balance': {}
  'home.held-2': {}
  'home.arriving-2': {}
  'home.no-price-estimates-on-this-network': {}
  'home.not-in-the-total': { count: 'number'; symbol: 'text' }
  'home.hidden-assets': { count: 'number' }
  'home.hidden-still-count': {}
  'home.no-price-is-known': {}
  'home.needs-a-look': {}
  'home.reading-balances': {}
  'home.reading-your-coins': {}
  'home.lately': {}
  'home.lately-of': { account: 'text' }
  'home.all-activity': {}
  'home.label-this': { what: 'text' }
  'home.label-kept': {}
  'home.coins-found-so-far': { coins: 'number' }
  'home.read-up-to': { coins: 'number'; day: 'text' }
  'home.not-decided-yet': { title: 'text' }
  'home.we-do-not-know-yet-whether': {}
  'home.signed-and-waits-for-your-word': {}
  'home.look': {}
  'home.ready-to-sign': { title: 'text' }
  'home.nothing-was-signed-its-coins-are': {}
  'home.planned-as': { name: 'text' }
  'home.stopped-by-rules': { title: 'text' }
  'home.rules-until': { time: 'text' }
  'home.rules-stay': {}
  'home.scheduled-of-plan': { name: 'text'; others: 'number' }
  'home.review': {}
  'home.ask-not-paid': { count: 'number'; amount: 'text'; symbol: 'text' }
  'home.ask-look-again': { day: 'text' }
  'home.deposits-missed': { deposits: 'number' }
  'home.deposits-missed-means': {}
  'home.deposit-on-the-way': { deposits: 'number' }
  'home.more-confirmation-to-go-for-the': { confirmationsMissing: 'number' }
  'home.see': {}
  'home.needs-your-signature': { title: 'text' }
  'home.yours-is-the-last': { group: 'text' }
  'home.group-and-signed': { group: 'text'; signed: 'text' }
  'home.no-passphrase-is-set': {}
  'home.whoever-uses-this-computer-as-you': {}
  'home.set-one': {}
  'home.the-last-backup-failed': {}
  'home.what-is-new-since-then-is': {}
  'home.the-backup-is-old': { days: 'number' }
  'home.a-coin-is-not-what-it': {}
  'home.coin-are-not-what-they-were': { coins: 'number' }
  'home.the-service-describes-it-in-a': {}
  'home.see-what-differs': {}
  'home.item-unnamed': { coins: 'number' }
  'home.item-unnamed-text': {}
  'home.a-node-says-otherwise': { coins: 'number' }
  'home.a-node-says-otherwise-text': {}
  'home.sending-is-stopped': {}
  'home.change-from-an-earlier-payment-did': {}
  'home.read-why': {}
  'home.nothing-yet': {}
  'home.asset-2': { own: 'number' }
  'home.asset-3': { heldAssets: 'number' }
  'home.deposit': { deposits: 'number' }
  'home.asset-4': { arrivingAssets: 'number' }
  'asset.you-have': {}
  'asset.price': {}
  'asset.my-value': {}
  'asset.what-is-drawn': {}
  'asset.price-is-drawn-here': {}
  'asset.value-is-drawn-here': {}
  'asset.movements': {}
  'asset.all-movements': {}
  'asset.nothing-moved-yet': {}
  'asset.where-it-stands': {}
  'asset.can-be-spent': {}
  'asset.of-it-frozen': {}
  'asset.in-coins': {}
  'asset.coins': { coins: 'number' }
  'asset.share-of-your-money': {}
  'asset.network': {}
  'asset.confirmations': {}
  'asset.least-deposit': {}
  'asset.tag': {}
  'asset.needed': {}
  'asset.possible': {}
  'asset.technical': {}
  'asset.hide-on-home': {}
  'asset.show-on-home': {}
  'asset.asset-id': {}
  'statement.statement': {}
  'statement.print-or-save-as-pdf': {}
  'statement.period': {}
  'statement.period-name': { period: 'choice' }
  'statement.first-day': {}
  'statement.last-day': {}
  'statement.whose': {}
  'statement.accounts-and-groups': { count: 'number' }
  'statement.group-of': { name: 'text' }
  'statement.play-money': {}
  'statement.only': { symbol: 'text'; detail: 'text' }
  'statement.statement-of-account': {}
  'statement.list-of-movements': {}
  'statement.up-to': { end: 'text' }
  'statement.from-to': { start: 'text'; end: 'text' }
  'statement.account': {}
  'statement.mixin-number': {}
  'statement.drawn-up': {}
  'statement.closing-value': {}
  'statement.by-prices': { figure: 'text' }
  'statement.opening-value': {}
  'statement.came-in': {}
  'statement.went-out': {}
  'statement.movements-2': { count: 'number' }
  'statement.nothing-moved': {}
  'statement.not-all-known': {}
  'statement.value-over-the-period': {}
  'statement.by-an-older-price': {}
  'statement.by-asset': {}
  'statement.asset': {}
  'statement.opening': {}
  'statement.in': {}
  'statement.out': {}
  'statement.fees': {}
  'statement.closing': {}
  'statement.movements': {}
  'statement.date': {}
  'statement.what-and-who': {}
  'statement.amount': {}
  'statement.value-then': {}
  'statement.balance-after': {}
  'statement.total': {}
  'statement.too-many-for-a-sheet': { count: 'number'; most: 'number'; fileMost: 'number' }
  'statement.kind': { kind: 'choice'; chain: 'text' }
  'statement.transactions': {}
  'statement.agrees-with-the-coins': {}
  'statement.does-not-agree-with-the-coins': {}
  'statement.digest': { digest: 'text' }
  'statement.drawn-up-on-this-computer': {}
  'lock.something-new': {}
  'lock.the-file-that-says-where-your': {}
  'lock.the-file-that-says-where-your-2': {}
  'lock.the-master-key-that-opens-your': {}
  'lock.your-keys-are-sealed-for-another': {}
  'lock.your-keys-cannot-be-opened': {}
  'lock.your-money-has-not-moved-your': {}
  'lock.i-have-the-words-a-keystore': {}
  'lock.restore-my-accounts': {}
  'lock.restore-from-a-backup-file': {}
  'lock.coffer-is-locked': {}
  'lock.passphrase': {}
  'lock.that-is-not-the-passphrase-wait': { wait: 'text' }
  'lock.wait-s': { wait: 'text' }
  'lock.your-keys-lie-in-the-keychain': {}
  'lock.unlock': {}
  'lock.forgotten': {}
  'lock.forgotten-title': {}
  'lock.forgotten-nobody': {}
  'lock.forgotten-back': { network: 'choice' }
  'lock.forgotten-here': {}
  'lock.forgotten-folder': {}
  'lock.forgotten-keep': {}
  'networks.change': {}
  'networks.network': {}
  'networks.play-money': {}
  'networks.play-money-text': {}
  'networks.real-money': {}
  'networks.real-money-text': {}
  'networks.another-service': {}
  'networks.another-service-text': {}
  'networks.address': {}
  'networks.address-hint': {}
  'networks.what-happens': {}
  'networks.use-real-money': {}
  'onboarding.is-ready': { account: 'text' }
  'onboarding.you-can-look-at-it-it': {}
  'onboarding.it-can-receive-sending-waits-until': {}
  'onboarding.it-can-receive-and-send': {}
  'onboarding.it-can-receive-and-send-start': {}
  'onboarding.it-can-receive-and-send-start-2': {}
  'onboarding.get-play-money': {}
  'onboarding.receive': {}
  'onboarding.the-other-accounts': {}
  'onboarding.go-to-home': {}
  'onboarding.the-key-is-not-proved-yet': {}
  'onboarding.the-network-does-not-say-which': {}
  'onboarding.the-file-is-deleted': {}
  'onboarding.the-files-are-deleted': {}
  'onboarding.keep-for-now': { names: 'text' }
  'onboarding.it-holds-the-spend-key-first': { left: 'number' }
  'onboarding.is-not-needed-any-more': { names: 'text'; left: 'number' }
  'onboarding.delete-the-file': { removable: 'number' }
  'onboarding.whoever-finds-it-can-act-for': {}
  'onboarding.whoever-finds-it-can-act-for-2': {}
  'onboarding.restore-from-24-words': {}
  'onboarding.the-phrase-brings-back-the-account': {}
  'onboarding.restore-the-spend-key': {}
  'onboarding.coffer-checks-that-these-words-give': {}
  'onboarding.steps': {}
  'onboarding.done': {}
  'onboarding.add-another-account': {}
  'onboarding.more-for': { account: 'text' }
  'onboarding.remove-this-account': {}
  'onboarding.back-to-the-wallet': {}
  'onboarding.account': {}
  'onboarding.permission-to-look': {}
  'onboarding.spend-key': {}
  'onboarding.messenger-words': {}
  'onboarding.not-read': {}
  'onboarding.what-came-in': {}
  'onboarding.nothing-could-be-taken-in-your': {}
  'onboarding.every-account-is-ready': {}
  'onboarding.some-accounts-still-lack-something-set': {}
  'onboarding.set-up': { unfinished: 'text' }
  'common.back': {}
  'onboarding.results': {}
  'onboarding.its-spend-key-is-still-missing': {}
  'onboarding.its-new-words-are-not-checked': {}
  'onboarding.its-key-is-not-registered-yet': {}
  'onboarding.its-keys-have-to-be-brought': {}
  'onboarding.added': { detail: 'text' }
  'onboarding.added-alone': {}
  'onboarding.was-here-already-its-session-is': { detail: 'text' }
  'onboarding.renewed-alone': {}
  'onboarding.watched-balances-and-history-nothing-to': {}
  'onboarding.taken-in': {}
  'onboarding.for-none-of-these-accounts-it': {}
  'onboarding.register-the-key': {}
  'onboarding.the-network-does-not-know-this': {}
  'onboarding.registering': {}
  'onboarding.sign-and-register': {}
  'onboarding.register-without-it': {}
  'onboarding.dont-have-it-an-app-can': {}
  'onboarding.coffer-signs-one-sentence-it-moves': {}
  'onboarding.it-says-that-this-public-key': {}
  'onboarding.the-spend-key-takes-the-place': {}
  'onboarding.the-six-digits-stop-working-from': {}
  'onboarding.pin-of-this-account': {}
  'onboarding.pin': {}
  'onboarding.enter-its-six-digits': {}
  'onboarding.used-once-for-this-and-kept': {}
  'onboarding.tip-key-of-this-account': {}
  'onboarding.tip-key': {}
  'onboarding.paste-the-tip-key': {}
  'onboarding.64-characters-in-the-file-it': {}
  'onboarding.its-public-key-has-to-be': {}
  'onboarding.public-key': {}
  'onboarding.what-exactly-is-signed': {}
  'onboarding.the-backup-is-back': {}
  'onboarding.now-bring-the-key-of-each': {}
  'onboarding.your-keys-were-here-all-along': {}
  'onboarding.continue-with-the-24-words': {}
  'onboarding.import-a-keystore': {}
  'onboarding.restored': {}
  'onboarding.payment-may-have-moved-on-since': { missed: 'number' }
  'onboarding.this-computer-missed-what-happened-after': {}
  'onboarding.the-words-of': { name: 'text' }
  'onboarding.restore-from-a-backup-file': {}
  'onboarding.it-holds-payments-labels-groups-people': {}
  'onboarding.restore': {}
  'onboarding.bring-back': { lost: 'text' }
  'onboarding.add-an-account': {}
  'onboarding.welcome-to-coffer': {}
  'onboarding.money-you-can-read': {}
  'onboarding.every-payment-is-taken-apart': {}
  'onboarding.the-keys-of-this-account-are': { local: 'flag' }
  'onboarding.your-key-is-made-and-kept': {}
  'onboarding.your-key-is-made-and-kept-2': {}
  'onboarding.play-money-here': {}
  'onboarding.create-an-account': {}
  'onboarding.a-new-account-on-the-local': {}
  'onboarding.the-json-file-that-the-developer': {}
  'onboarding.i-use-mixin-messenger': {}
  'onboarding.watch-your-phones-account-here-the': {}
  'onboarding.watch-an-account': {}
  'onboarding.look-at-balances-and-history-with': {}
  'onboarding.bring-back-an-account-of-the': {}
  'onboarding.payments-labels-groups-and-settings-of': {}
  'onboarding.what-should-this-account-be-called': {}
  'onboarding.people-on-the-local-network-see': {}
  'common.continue': {}
  'onboarding.name': {}
  'onboarding.enter-a-name': {}
  'onboarding.paste-what-its-owners-agreement-gave': {}
  'onboarding.permission': {}
  'onboarding.paste-the-permission': {}
  'onboarding.it-has-to-include-profile-read': {}
  'onboarding.word-is-still-missing': { count: 'number' }
  'onboarding.your-24-words-in-order': {}
  'onboarding.of': { words: 'text'; wordCount: 'text' }
  'onboarding.separated-by-spaces-or-line-ends': {}
  'onboarding.set-a-passphrase': {}
  'onboarding.it-seals-your-key-on-this': {}
  'onboarding.it-seals-the-permission': {}
  'onboarding.it-seals-the-key-brought': {}
  'onboarding.set-passphrase': {}
  'onboarding.continue-without': {}
  'onboarding.a-passphrase-is-needed-on-this': {}
  'onboarding.no-keychain-answers': {}
  'onboarding.so-your-key-is-kept-in': { keychainProblem: 'text'; seals: 'choice' }
  'onboarding.passphrase': {}
  'onboarding.without-one-whoever-uses-this-computer': {}
  'onboarding.i-have-the-spend-key': {}
  'onboarding.the-64-characters-that-the-dashboard': {}
  'onboarding.for-a-key-that-coffer-made': {}
  'onboarding.only-look-for-now': {}
  'onboarding.balances-and-history-nothing-can-be': {}
  'onboarding.make-a-new-phrase': {}
  'onboarding.for-an-account-that-has-never': {}
  'onboarding.the-spend-key': {}
  'onboarding.the-network-already-knows-a-spend': {}
  'onboarding.money-of-this-account-moves-only': {}
  'onboarding.choose-one': {}
  'onboarding.bring-the-spend-key': {}
  'onboarding.coffer-tries-it-on-a-coin': {}
  'onboarding.coffer-compares-it-with-the-key': {}
  'onboarding.paste-the-key': {}
  'onboarding.choose-a-file': {}
  'onboarding.leave-out': { file: 'text' }
  'onboarding.64-or-128-characters-from-0': {}
  'onboarding.the-key-is-read-from': { file: 'text' }
  'onboarding.spend-key-file': {}
  'onboarding.write-down-these-24-words': {}
  'onboarding.they-are-the-only-way-back': {}
  'onboarding.i-have-written-them-down': {}
  'onboarding.show-the-words': {}
  'onboarding.print-a-sheet': {}
  'onboarding.check-what-you-wrote': {}
  'onboarding.type-the-words': { words: 'text' }
  'onboarding.look-at-your-paper-not-at-2': {}
  'onboarding.check': {}
  'onboarding.show-the-words-again': {}
  'onboarding.enter-these-words': {}
  'onboarding.paste-what-the-dashboard-gave-you': {}
  'onboarding.import-accounts': { accounts: 'text' }
  'onboarding.keystore': {}
  'onboarding.choose-files': {}
  'onboarding.keystore-files': {}
  'onboarding.keystore-as-text-or-files': {}
  'onboarding.this-keystore-belongs-to-an-mtg': {}
  'onboarding.while-the-node-runs-it-spends': {}
  'onboarding.paste-the-keystore-or-choose-its': {}
  'onboarding.account-with-its-spend-key': { span: 'text'; hasSpendKey: 'flag' }
  'onboarding.account-with-its-spend-key-not': { span: 'text'; hasSpendKey: 'flag'; ignored: 'text' }
  'onboarding.chosen-files': {}
  'onboarding.files-not-read': { count: 'number' }
  'onboarding.choose-them-again': {}
  'onboarding.import-these-first': { most: 'text' }
  'onboarding.the-file-is-empty': {}
  'onboarding.mixin-messenger': {}
  'onboarding.your-phone': {}
  'onboarding.bring-the-key': {}
  'onboarding.check-the-words': {}
  'onboarding.registration': {}
  'onboarding.ready': {}
  'onboarding.is-not-a-word-of-a': { odd: 'text' }
  'onboarding.that-is-words-a-phrase-has': { words: 'text'; wordCount: 'text' }
  'onboarding.that-is-a-spend-key-alone': {}
  'onboarding.those-are-24-words-import-the': {}
  'onboarding.those-are-the-words-of-a': {}
  'onboarding.that-is-a-permission-to-look': {}
  'onboarding.its-session-is-of-an-old': {}
  'onboarding.that-is-not-whole-paste-the': {}
  'onboarding.that-is-too-large-for-a': {}
  'onboarding.that-looks-like-a-key-but': {}
  'onboarding.those-look-like-words-of-a': {}
  'onboarding.its-is-missing-or-not-valid': { what: 'text' }
  'onboarding.that-names-no-account': {}
  'onboarding.account-with-its-spend-key-2': { userId: 'text'; hasSpendKey: 'flag' }
  'onboarding.a-permission-to-look-at-an': { appId: 'text' }
  'onboarding.a-spend-key': {}
  'onboarding.no-code': {}
  'onboarding.nothing-is-asked-for-now': {}
  'onboarding.asking-for-a-code': {}
  'onboarding.it-takes-a-moment': {}
  'onboarding.waiting-for-your-phone': {}
  'onboarding.scan-the-code-with-mixin-messenger': {}
  'onboarding.the-code-was-opened': {}
  'onboarding.the-service-says-so-if-it': {}
  'onboarding.your-phone-agreed': {}
  'onboarding.the-permission-is-being-fetched-and': {}
  'onboarding.the-account-is-here': {}
  'onboarding.declined-on-the-phone': {}
  'onboarding.nothing-was-permitted-and-nothing-was': {}
  'onboarding.nobody-answered-in-ten-minutes': {}
  'onboarding.that-code-is-not-followed-any': {}
  'onboarding.that-did-not-work': {}
  'onboarding.nothing-was-kept-here': {}
  'onboarding.your-spend-key-is-in-your': {}
  'onboarding.coffer-looks-and-prepares-balances-history': {}
  'onboarding.messengers-13-or-25-words-and': {}
  'onboarding.use-mixin-messengers-account': {}
  'onboarding.watch-with-my-phone': {}
  'onboarding.your-phone-is-always-asked-in': {}
  'onboarding.app-id': {}
  'onboarding.make-a-new-code': {}
  'onboarding.open-mixin-messenger-on-your-phone': {}
  'onboarding.it-names-what-may-be-read': {}
  'onboarding.agree-there-with-your-pin-it': {}
  'onboarding.code-as-a-link': {}
  'onboarding.copy-as-link': {}
  'onboarding.until': { until: 'text' }
  'onboarding.qr-code-for-mixin-messenger': {}
  'onboarding.no-phone-here': {}
  'onboarding.the-local-network-plays-it-choose': {}
  'onboarding.person': {}
  'onboarding.agree': {}
  'onboarding.decline': {}
  'onboarding.pasted-text': {}
  'receive.asset': {}
  'receive.search-assets': {}
  'receive.choose-an-asset': {}
  'receive.network': {}
  'receive.over': {}
  'receive.choose-a-network': {}
  'receive.asset-then-network': {}
  'receive.more-above': { count: 'number' }
  'receive.a-wrong-network-loses-it': {}
  'receive.address-2': {}
  'receive.on-the-way': {}
  'receive.address-exists': {}
  'receive.you-have-no-address-on-yet': { bdi: 'text' }
  'receive.making-one-costs-nothing-on-the': {}
  'receive.only-a-key-makes-one': {}
  'receive.the-service-may-charge-for-making': {}
  'receive.create-address': {}
  'receive.the-address-is-not-signed-by': {}
  'receive.coffer-does-not-show-it-since': {}
  'receive.a-deposit-without-the-tag-does': {}
  'receive.your-address': { network: 'text' }
  'receive.address-the-tag-is-needed-too': {}
  'receive.copy-address': {}
  'receive.signed-by-the-network': {}
  'receive.tag': {}
  'receive.tag-2': {}
  'receive.copy-tag': {}
  'receive.qr-code-of-the': { what: 'text' }
  'receive.find-by-the-hash-of-the': {}
  'receive.part-of-the-hash': {}
  'receive.no-deposit-is-on-the-way': {}
  'receive.no-deposit-has-that-hash': {}
  'receive.a-deposit-appears-here-as-soon': {}
  'receive.check-that-you-pasted-the-transactions': {}
  'receive.deposits': {}
  'receive.transaction-hash': {}
  'receive.confirmations-of': { amount: 'text'; symbol: 'text' }
  'receive.simulate-a-deposit': {}
  'receive.only-on-the-local-network': {}
  'receive.amount': {}
  'receive.simulate': {}
  'receive.confirm-now': {}
  'receive.the-deposit-is-seen-at-once': {}
  'receive.confirm-now-makes-block-so-that': { blocksNeeded: 'number' }
  'receive.whoever-is-on-the-network-pays': {}
  'receive.any-asset': {}
  'receive.choose-an-asset-to-ask-for': {}
  'receive.memo': {}
  'receive.bytes': { bytes: 'text'; memoBytes: 'text' }
  'receive.the-payer-sees-it-and-can': {}
  'receive.payment-link': {}
  'receive.qr-code-of-the-payment-link': {}
  'receive.link': {}
  'receive.copy-link': {}
  'receive.link-and-address-as-text': {}
  'receive.address-for-any-wallet-of-the': {}
  'receive.address': {}
  'receive.receive': {}
  'receive.ways-to-receive': {}
  'receive.from-another-network': {}
  'receive.inside-the-network': {}
  'receive.incoming': {}
  'receive.send-only-or-another-asset-of': { symbol: 'text'; network: 'text' }
  'receive.send-only-over-the-network-anything': { symbol: 'text'; network: 'text' }
  'receive.it-counts-after-confirmation-of-the': { confirmations: 'number' }
  'receive.the-least-that-is-credited-is': { minimum: 'text'; symbol: 'text' }
  'receive.the-most-that-is-credited-is': { maximum: 'text'; symbol: 'text' }
  'receive.bounds-of-no-asset': { minimum: 'choice'; maximum: 'choice' }
  'receive.newer-title': {}
  'receive.newer-text': { address: 'text' }
  'receive.how-often': {}
  'receive.once': {}
  'receive.often': {}
  'receive.once-means': {}
  'receive.often-means': {}
  'receive.once-code': {}
  'receive.make-code': {}
  'receive.link-as-text': {}
  'receive.save-picture': {}
  'receive.no-picture': {}
  'receive.asked-for': {}
  'receive.ask-waiting': {}
  'receive.ask-paid': {}
  'receive.ask-more': {}
  'receive.ask-less': {}
  'receive.ask-other': {}
  'receive.ask-by': { day: 'text' }
  'receive.ask-today': {}
  'receive.ask-late': { day: 'text' }
  'receive.look-again': {}
  'receive.stop-waiting': {}
  'receive.take-off': {}
  'receive.stop-means': {}
  'receive.show-in-activity': {}
  'receive.came-in-already': {}
  'receive.confirmed': {}
  'receive.seen': {}
  'receive.late': {}
  'receive.late-credit': {}
  'receive.of-confirmation': { confirmations: 'text'; threshold: 'number' }
  'receive.missed': {}
  'receive.about-to-be-credited': {}
  'receive.listed-no-more': {}
  'receive.listed-no-more-means': {}
  'receive.credited-less': { credited: 'text'; amount: 'text'; symbol: 'text' }
  'receive.credited-less-means': {}
  'scan.use-a-file': {}
  'scan.hold-a-code-in-front-of': {}
  'scan.start-the-camera': {}
  'scan.the-picture-stays-in-this-window': {}
  'scan.picture-of-the-camera': {}
  'scan.camera': {}
  'scan.mirror': {}
  'scan.stop': {}
  'scan.nothing-found-yet-bring-the-code': {}
  'scan.group-of': { members: 'text' }
  'scan.members': {}
  'scan.to-compare': {}
  'scan.read-them-to-the-other-members': {}
  'scan.members-hash': {}
  'scan.address': {}
  'scan.your-name-for-it': {}
  'scan.add-this-group': {}
  'scan.open-this-group': {}
  'scan.fill-the-payment-form': {}
  'scan.you-are-not-a-member-so': {}
  'scan.open-signatures-are-missing': {}
  'scan.not-sent-yet': {}
  'scan.complete': {}
  'scan.final': {}
  'scan.revoked': {}
  'scan.cannot-complete-a-coin-is-gone': {}
  'scan.coin-said-spent': {}
  'scan.group': {}
  'scan.signatures': {}
  'scan.state': {}
  'scan.bundle': {}
  'scan.its-author-is-not-named': {}
  'scan.made-by': { userName: 'text' }
  'scan.no-new-signatures': {}
  'scan.new-signature-taken-over': { added: 'number' }
  'scan.older-files-made-room': { left: 'number' }
  'scan.older-files': {}
  'scan.request-id': {}
  'scan.open-the-request': {}
  'scan.it-asks-you-to-unlock-you': {}
  'scan.without-a-name': {}
  'scan.member-made': { members: 'number' }
  'scan.coffer-is-no-messenger-conversations-are': {}
  'scan.not-known': {}
  'scan.kind': {}
  'scan.payment-of-an-older-group': {}
  'scan.transfer-of-an-older-collectible': {}
  'scan.amount': {}
  'scan.from': {}
  'scan.to-2': {}
  'scan.memo': {}
  'scan.token-id': {}
  'scan.inscription': {}
  'scan.transaction': {}
  'scan.what-its-bytes-say': {}
  'scan.transactions-of-this-kind-are-signed': {}
  'scan.open-collectibles': {}
  'scan.open-the-collectible': {}
  'scan.this-movement-is-not-one-of': {}
  'scan.show-it-in-activity': {}
  'scan.look-at-it': {}
  'scan.its-page-opens-in-a-window': {}
  'scan.its-page-opens-in-a-tab': {}
  'scan.text': {}
  'scan.copy-text': {}
  'scan.open-code': { code: 'text' }
  'scan.it-is-nothing-that-coffer-knows': {}
  'scan.of-parts': { have: 'text'; there: 'text' }
  'scan.missing-hold-still-until-they-are': { missing: 'text' }
  'scan.are-missing-hold-still-until-they': { missing: 'text' }
  'scan.forget-them': {}
  'scan.drop-a-picture-pdf-or-file': {}
  'scan.pictures-and-pdfs-are-searched-for': {}
  'scan.choose-a-file': {}
  'scan.link-address-card-bundle-or-anything': {}
  'scan.coffer-says-what-it-is-nothing': {}
  'scan.read-it': {}
  'scan.from-the-clipboard': {}
  'scan.reported-as-a-fraud': {}
  'scan.the-service-marks-this-account-do': {}
  'scan.not-registered-on-the-network-yet': {}
  'scan.user-id': {}
  'scan.copy-id': {}
  'scan.add-to-contacts': {}
  'scan.open-contact': {}
  'scan.this-was-paid-already': {}
  'scan.somebody-has-paid-it-under-the': {}
  'scan.you-have-paid-it-it-is': {}
  'scan.somebody-has-sent-it': {}
  'scan.you-have-sent-it': {}
  'scan.you-choose-asset-and-amount': {}
  'scan.the-amount-is-yours-to-choose': { symbol: 'text' }
  'scan.reference': {}
  'scan.see-the-payment': {}
  'scan.storage-of-a-larger-memo': {}
  'scan.no-memo': {}
  'scan.fill-the-form': {}
  'scan.each-entry-is-a-payment-of': {}
  'scan.what-was-read': {}
  'scan.from-2': { sourceWords: 'text' }
  'scan.no-code-was-found': {}
  'scan.draw-a-frame-around-the-code': {}
  'scan.read-a-code-that-is-on': {}
  'scan.choose-a-window-or-screen': {}
  'scan.coffer-takes-one-picture-of-what': {}
  'scan.capture-again': {}
  'scan.captured-picture-draw-a-frame-around': {}
  'scan.reading': {}
  'scan.read-something-else': {}
  'scan.this-is-what-was-read': {}
  'scan.codes-in-this-picture': { codes: 'number' }
  'scan.what-the-codes-are': {}
  'scan.a-code': {}
  'scan.read-on-this-computer': {}
  'scan.opening-pays-nothing': {}
  'scan.text-of-the-code': {}
  'scan.scan-or-read': {}
  'scan.nothing-happened-try-again-or-another': {}
  'scan.where-the-code-is': {}
  'scan.screen': {}
  'scan.file': {}
  'scan.paste': {}
  'scan.what-you-pasted': {}
  'scan.what-you-typed': {}
  'scan.the-screen': {}
  'scan.the-camera': {}
  'scan.what-you-dropped': {}
  'scan.a-link-that-was-opened': {}
  'scan.a-payment-request': {}
  'scan.an-invoice-with-several-entries': {}
  'scan.a-request-for-signatures': {}
  'scan.a-bundle-with-signatures': {}
  'scan.a-transaction-of-the-older-kind': {}
  'scan.a-movement-of-money': {}
  'scan.an-app': {}
  'scan.a-sign-in': {}
  'scan.it-would-be-allowed': {}
  'scan.coffer-answers-no-sign-in': {}
  'scan.an-app-without-a-name': {}
  'scan.nothing-to-do-here': {}
  'scan.text-2': {}
  'scan.there-is-no-such-entry': {}
  'scan.paid': {}
  'scan.on-its-way': {}
  'scan.being-prepared': {}
  'scan.after-entry-is-final': { waitsFor: 'number'; names: 'text' }
  'scan.after-entry': { entry: 'text' }
  'scan.not-in-order': {}
  'scan.a-later-entry-was-paid': {}
  'scan.the-camera-is-not-allowed': {}
  'scan.allow-it-for-coffer-in-the': {}
  'scan.there-is-no-camera': {}
  'scan.connect-one-and-try-again': {}
  'scan.that-camera-is-gone': {}
  'scan.choose-another-one': {}
  'scan.the-camera-is-in-use': {}
  'scan.another-program-holds-it-close-that': {}
  'scan.the-camera-does-not-work-here': {}
  'scan.use-one-of-the-other-ways': {}
  'scan.nothing-was-captured': {}
  'scan.the-capture-was-closed-or-the': {}
  'scan.the-screen-cannot-be-captured-here': {}
  'scan.take-a-picture-of-the-screen': {}
  'scan.no-code-was-found-in-it': {}
  'scan.several-files': {}
  'scan.the-reader-of-codes-did-not': {}
  'scan.this-pdf-cannot-be-opened-it': {}
  'scan.this-picture-cannot-be-opened-use': {}
  'scan.this-file-is-larger-than-25': {}
  'scan.this-file-is-neither-a-picture': {}
  'scan.this-file-is-empty': {}
  'scan.this-file-is-neither-a-picture-2': {}
  'send.coffer-asks-for-your-signature': {}
  'send.coffer-asks-whether-you-want-this': {}
  'send.reading-what-is-asked': {}
  'send.decline-if-you-did-not-ask': {}
  'send.compare-the-receiver-once-more-a': {}
  'send.do-not-sign': {}
  'send.decline': {}
  'send.for-your-phone': {}
  'send.show-all': { asked: 'text' }
  'send.more': {}
  'send.new-payment': {}
  'send.send': {}
  'send.what-is-asked-for': {}
  'send.not-as-the-link-asks': {}
  'send.amount': {}
  'send.to': {}
  'send.to-a-person': {}
  'send.to-a-bot': {}
  'send.to-a-group': {}
  'send.to-a-kernel-address': {}
  'send.to-an-address-on': { chainName: 'text' }
  'send.to-yourself': {}
  'send.to-people': { count: 'number' }
  'send.to-recipients': { count: 'number' }
  'send.each-once': {}
  'send.in-rows': { rows: 'number' }
  'send.memo': {}
  'send.none': {}
  'send.label': {}
  'send.note': {}
  'send.add-a-note': {}
  'send.change-the-note': {}
  'send.note-only-for-you': {}
  'send.trace': {}
  'send.put-away': {}
  'send.that-forgets-it-here-whoever-has': {}
  'send.that-forgets-it-here-what-was': {}
  'send.code-for-your-phone': {}
  'send.qr-code-of-the-payment': {}
  'send.scan-it-with-mixin-messenger': {}
  'send.link': {}
  'send.copy-link': {}
  'send.open-in-messenger': {}
  'send.link-as-text': {}
  'send.open-that-request': {}
  'send.write-it-with-other-coins': {}
  'send.give-it-up': {}
  'send.coins': {}
  'send.coffer-chooses-those-that-leave-the': {}
  'send.coin-chosen-by-hand': { chosen: 'number' }
  'send.in-all': { figure: 'text' }
  'send.let-coffer-choose': {}
  'send.choose-coins': {}
  'send.it-fits-exactly': {}
  'send.short': { figure: 'text' }
  'send.comes-back': { figure: 'text' }
  'send.choose-coins-2': { symbol: 'text' }
  'send.in-coin': { ticked: 'number' }
  'send.use-these': {}
  'send.one-payment-takes-at-most-coins': { coinsMax: 'text' }
  'send.you-have-no-coins': { symbol: 'text' }
  'send.coins-to-choose-from': {}
  'send.as-many-as-one-payment-takes': {}
  'send.the-receiver-and-everybody-who-sees': {}
  'send.bytes': { bytes: 'text' }
  'send.bytes-2': { bytes: 'text'; memoBytes: 'text' }
  'send.memo-as': {}
  'send.text': {}
  'send.hex': {}
  'send.too-long-for-a-memo-so': {}
  'send.too-long-for-a-memo-so-2': { amount: 'text'; symbol: 'text' }
  'send.the-bytes-in-hex': {}
  'send.the-bytes-as-text': {}
  'send.these-bytes-are-not-text': {}
  'send.has-bytes-is-the-most': { file: 'text'; file2: 'text'; storedBytes: 'text' }
  'send.from-a-file': {}
  'send.tag': {}
  'send.tag-or-memo-of-the-receiver': {}
  'send.usually-required': {}
  'send.tag-2': { chainName: 'text' }
  'send.exchanges-give-you-an-address-and': {}
  'send.the-receiver-needs-no-tag': {}
  'send.network-fee': {}
  'send.paid-to-the-service-which-sends': {}
  'common.ask-again': {}
  'send.this-withdrawal-is-free': {}
  'send.you-have': { figure: 'text' }
  'send.not-enough': { figure: 'text' }
  'send.drafts': {}
  'send.no-drafts': {}
  'send.write-a-payment': {}
  'send.a-payment-that-you-begin-is': {}
  'send.saved': { time: 'text' }
  'send.remove-draft': { title: 'text' }
  'send.draft-goes': {}
  'send.paste-a-list': {}
  'runs.many-payments': {}
  'runs.earlier-runs': { runs: 'text' }
  'runs.unfinished': { runs: 'text' }
  'runs.all-runs': {}
  'runs.mend-the-list': {}
  'runs.make-a-run': {}
  'runs.columns': {}
  'runs.columns-unread': { count: 'number'; names: 'text' }
  'runs.memo-and-label': {}
  'runs.which-decimal-mark': {}
  'runs.which-comma': { torn: 'text' }
  'runs.comma-one-amount': {}
  'runs.comma-two-columns': {}
  'runs.dot': {}
  'runs.comma': {}
  'runs.name-of-the-run': {}
  'runs.labels-cut': { count: 'number'; most: 'text' }
  'runs.not-enough': {}
  'runs.short': { sums: 'text' }
  'runs.one-name-pays-once': {}
  'runs.the-form-has-one-memo': {}
  'runs.the-form-has-one-asset': {}
  'runs.name-the-run': {}
  'runs.the-form-has-room': { room: 'number' }
  'runs.too-many-rows': { rows: 'number'; most: 'text' }
  'runs.list-too-long': {}
  'runs.choose-an-asset-first': {}
  'runs.no-run-yet': {}
  'runs.paste-a-list-in-send': {}
  'runs.paid-of-rows': { rows: 'number'; paid: 'text' }
  'runs.of-total': { amount: 'text'; symbol: 'text' }
  'runs.result-as-csv': {}
  'runs.rows-of-the-run': {}
  'runs.verdict': {}
  'runs.ready': {}
  'runs.left-out': {}
  'runs.to-withdraw': {}
  'runs.waits-for-you': {}
  'runs.going': {}
  'runs.asked': {}
  'runs.paid': {}
  'runs.refused': {}
  'runs.why-payee': {}
  'runs.why-nobody': {}
  'runs.why-unregistered': {}
  'runs.why-unanswered': {}
  'runs.why-amount': {}
  'runs.why-memo': {}
  'runs.fee-waits': {}
  'runs.why-asset': {}
  'runs.why-refused': {}
  'runs.why-put-away': {}
  'runs.why-elsewhere': {}
  'runs.same-as': { line: 'text' }
  'runs.gone': { rows: 'number'; sums: 'text' }
  'runs.repeats': { rows: 'number'; name: 'text' }
  'runs.repeats-several': {}
  'runs.repeats-of': { name: 'text'; rows: 'number' }
  'runs.repeated-lines': { rows: 'number' }
  'runs.open-that-run': {}
  'runs.rows-left-out': { rows: 'number' }
  'runs.fill-the-form': {}
  'runs.the-list': { name: 'text' }
  'runs.in-parts': { parts: 'number' }
  'runs.withdrawals-left': { rows: 'number' }
  'runs.nothing-left': {}
  'runs.go-on-with-the-review': {}
  'runs.doubled': { rows: 'number' }
  'runs.give-up-doubled': {}
  'runs.try-the-refused-again': {}
  'runs.review-the-next': { rows: 'number'; amount: 'text'; symbol: 'text' }
  'scheduled.once': {}
  'scheduled.daily': {}
  'scheduled.weekly': {}
  'scheduled.biweekly': {}
  'scheduled.monthly': {}
  'scheduled.month-end': {}
  'scheduled.yearly': {}
  'scheduled.every': { repeats: 'choice'; day: 'text'; time: 'text'; weekday: 'text'; number: 'text'; inYear: 'text' }
  'scheduled.in-zone': { text: 'text'; zone: 'text' }
  'scheduled.until-day': { text: 'text'; day: 'text' }
  'scheduled.so-many': { times: 'number'; text: 'text' }
  'scheduled.being-prepared': {}
  'scheduled.missed': {}
  'scheduled.not-prepared': {}
  'scheduled.waits-for-approval': {}
  'scheduled.skipped': {}
  'scheduled.given-up': {}
  'scheduled.never-paid': {}
  'scheduled.paused': {}
  'scheduled.ended': {}
  'scheduled.repeats': {}
  'scheduled.day': {}
  'scheduled.first-day': {}
  'scheduled.time': {}
  'scheduled.ends': {}
  'scheduled.never': {}
  'scheduled.on-a-day': {}
  'scheduled.after-so-many': {}
  'scheduled.last-day': {}
  'scheduled.number-of-times': {}
  'scheduled.no-such-time': {}
  'scheduled.next-dates': {}
  'scheduled.next-at': { time: 'text' }
  'scheduled.last': {}
  'scheduled.scheduled': {}
  'scheduled.plan': {}
  'scheduled.plans': {}
  'scheduled.new-plan': {}
  'scheduled.nothing-planned': {}
  'scheduled.fill-the-form-in-send': {}
  'scheduled.must-be-open': {}
  'scheduled.one-asset': {}
  'scheduled.waits-for-you': {}
  'scheduled.what-to-do-with-them': {}
  'scheduled.prepare-chosen': { count: 'number' }
  'scheduled.skip-chosen': { count: 'number' }
  'scheduled.skip-all': {}
  'scheduled.what-it-pays': {}
  'scheduled.pays-former': { what: 'choice' }
  'scheduled.when': {}
  'scheduled.history': {}
  'scheduled.older-in-activity': {}
  'scheduled.prepare-after-all': {}
  'scheduled.see-payment': {}
  'scheduled.change': {}
  'scheduled.pause': {}
  'scheduled.resume': {}
  'scheduled.end': {}
  'scheduled.delete': {}
  'scheduled.end-plan': { name: 'text' }
  'scheduled.end-means': {}
  'scheduled.delete-plan': { name: 'text' }
  'scheduled.delete-means': {}
  'scheduled.change-plan': { name: 'text' }
  'scheduled.from-now-on': {}
  'scheduled.name': {}
  'scheduled.name-example': {}
  'scheduled.later-or-regularly': {}
  'scheduled.plan-it': {}
  'scheduled.give-it-a-name': {}
  'scheduled.memo-too-long': { most: 'text' }
  'scheduled.missed-title': { count: 'number' }
  'scheduled.nothing-paid-without-you': {}
  'scheduled.later': {}
  'scheduled.decide': {}
  'scheduled.from-plan': {}
  'scheduled.due-at': { time: 'text' }
  'scheduled.first-of-plan': {}
  'scheduled.same-as-last': { time: 'text' }
  'scheduled.differs': { what: 'choice' }
  'scheduled.last-time-was': { time: 'text'; amount: 'text'; symbol: 'text' }
  'scheduled.notice-ready': {}
  'send.one-recipient-per-line': {}
  'send.row-together': { good: 'number' }
  'send.row-to-correct': { wrong: 'number' }
  'send.add-rows': {}
  'send.receiver-and-amount-line-by-line': {}
  'send.choose-a-file': {}
  'send.rows-that-were-understood': {}
  'send.rows-listed': { listed: 'number'; rows: 'number' }
  'send.line': {}
  'send.receiver': {}
  'send.the-first-line-was-taken-for': {}
  'send.name-number-or-address': {}
  'send.name-mixin-number-group-kernel-or': {}
  'send.people-and-groups': {}
  'send.not-registered': {}
  'send.coffer-shows-here-whom-it-understood': {}
  'send.looking-up-who-that-is': {}
  'send.first-time': {}
  'send.pay-somebody-else': {}
  'send.this-is-an-address-on-the': { chainName: 'text' }
  'send.this-link-was-paid-before-coffer': {}
  'send.this-link-is-being-paid-coffer': {}
  'send.first-time-2': {}
  'send.payment': {}
  'send.back-to-the-run': {}
  'send.activity': {}
  'send.receipt': {}
  'send.copy-receipt': {}
  'send.receipt-title': {}
  'send.receipt-foot': {}
  'send.paid-by': { name: 'text' }
  'send.receipt-per-person': {}
  'send.receipt-per-person-text': {}
  'send.receipt-for': { name: 'text' }
  'send.print-receipt-for': { name: 'text' }
  'send.offered-to-the-network-time-always': { attempts: 'number' }
  'send.details': {}
  'send.final-on': { time: 'text' }
  'send.final-on-after': { seconds: 'number'; time: 'text' }
  'send.signatures': {}
  'send.stored-content': {}
  'send.byte': { storedBytes: 'number' }
  'send.transaction': {}
  'send.request-id': {}
  'send.chain-hash': {}
  'send.try-anew': {}
  'send.pay-again': {}
  'send.afterwards': {}
  'send.coffer-shows-you-the-address-once': {}
  'send.did-not-sign': { ended: 'flag'; waiting: 'text' }
  'send.open-the-request': {}
  'send.progress': {}
  'send.no-answer': {}
  'send.not-yet-2': {}
  'send.ended-here': {}
  'send.what-is-paid': {}
  'send.you-combine': {}
  'send.you-burn': { group: 'flag' }
  'send.you-burnt': { group: 'flag' }
  'send.not-paid': {}
  'send.you-send': { group: 'flag' }
  'send.you-send-item': { group: 'flag' }
  'send.you-send-in-one': { group: 'flag' }
  'send.you-withdraw': { group: 'flag' }
  'send.you-sent': { group: 'flag' }
  'send.you-sent-item': { group: 'flag' }
  'send.with-item': { sum: 'text' }
  'send.you-signed': {}
  'send.you-signed-item': {}
  'send.you-release': { group: 'flag' }
  'send.you-released': { group: 'flag' }
  'send.released-nobody-can-take-it-back': {}
  'send.its-money-is-yours': {}
  'send.you-withdrew': {}
  'send.nobody-it-pays-for-keeping-the': {}
  'send.back-to-you': {}
  'send.back-to-the-group': {}
  'send.nothing-your-coins-fit-exactly': {}
  'send.as-change': {}
  'shared.change-at-stake': { who: 'choice' }
  'send.technical': {}
  'send.stored-memo': {}
  'send.burnt-to-keep-it': {}
  'send.checking-the-payment': {}
  'send.waiting-for-change-to-be-proved': {}
  'send.change-of-an-earlier-payment-is': {}
  'send.nothing-was-signed-the-coins-stay': {}
  'send.change-it': {}
  'send.cancel-payment': {}
  'send.stopped-bytes-title': {}
  'send.stopped-bytes-text': {}
  'send.stopped-record-title': {}
  'send.stopped-record-text': {}
  'send.stopped-coins-free': {}
  'send.stopped-cancel-frees': {}
  'send.save-a-report': {}
  'send.back-to-the-form': {}
  'send.add-recipient': {}
  'send.split-the-rest': {}
  'send.share-hint': {}
  'send.share-out': {}
  'send.share-balance': {}
  'send.share-total': {}
  'send.share-remains': { shares: 'number'; figure: 'text' }
  'send.share-extra': { rows: 'number'; unit: 'text' }
  'send.nothing-to-share': {}
  'send.of-256-coins': {}
  'send.paste-list-or-csv': {}
  'send.recipient-of-at-most': { rows: 'number'; rowsMax: 'text' }
  'send.available': { figure: 'text' }
  'send.max-send-the-most-that-is': {}
  'send.max': {}
  'send.enter-in': { unit: 'text' }
  'send.amount-in': { unit: 'text' }
  'send.no-price-to-enter-by': { currency: 'text' }
  'send.fixed-at': { figure: 'text'; price: 'text'; at: 'text' }
  'send.rounded-down': {}
  'send.price-of-now': {}
  'send.fixed-when-typed': {}
  'send.no-price-enter-coin': {}
  'send.price-is-read': {}
  'send.less-than-smallest': {}
  'send.typed-at': { sum: 'text'; price: 'text' }
  'send.typed-at-several': { sum: 'text' }
  'send.price-age': { age: 'text' }
  'send.price-of': { time: 'text' }
  'send.worth-then': { sum: 'text' }
  'send.amount-for-recipient': { at: 'text' }
  'send.mean': {}
  'send.remove-recipient': { at: 'text' }
  'send.start-a-new-payment': {}
  'send.saving-the-draft': {}
  'send.draft-saved': {}
  'send.draft-not-saved': {}
  'send.review': {}
  'send.review-to-pay-now': {}
  'send.drafts-2': { drafts: 'text' }
  'send.filled-in-from': { source: 'text' }
  'send.pays-its-row': {}
  'send.not-its-row': { name: 'text' }
  'send.not-its-row-text': {}
  'send.as-in-the-list': {}
  'send.check-every-line-you-decide-what': {}
  'send.summary': {}
  'send.known-recipients': {}
  'send.your-phone-sends': {}
  'send.paid-by-one-member-later': {}
  'send.fee-by-one-member': {}
  'send.none-2': {}
  'send.preparing': {}
  'send.make-a-code': {}
  'send.one-receiver-stands-in-more-than': {}
  'send.your-phone-shows-everything-once-more': {}
  'send.nothing-is-signed-yet-you-see': {}
  'send.more-thing-after-that': { where: 'text'; all: 'number' }
  'send.recipient-2': { rows: 'number' }
  'send.what-you-can-do': {}
  'send.send-it': {}
  'send.if-it-is-still-wanted-the': {}
  'send.send-it-now': {}
  'send.ask-the-network': {}
  'send.looks-for-it-by-its-id': { attempts: 'number' }
  'send.ask-now': {}
  'send.send-the-same-again': {}
  'send.the-very-same-bytes': {}
  'send.send-the-same-bytes': {}
  'send.its-coins-stay-held': {}
  'send.make-it-impossible': {}
  'send.you-pay-one-of-its-coins': {}
  'send.put-it-away': {}
  'send.its-coin-is-not-there': {}
  'send.try-another-coin': {}
  'send.being-made-impossible': {}
  'send.being-made-impossible-try': { at: 'text' }
  'send.until-one-of-the-two-is': {}
  'send.until-one-of-the-payment-is': { voidedBy: 'number' }
  'send.open-that-payment': {}
  'send.who-and-how-much': {}
  'send.asset': {}
  'send.search-your-assets': {}
  'send.you-have-nothing-to-send-yet': {}
  'send.choose-what-to-send': {}
  'send.one-member-pays-the-network-fee': {}
  'send.from-an-own-account-once-enough': {}
  'send.the-others-read-why': {}
  'send.label-for-yourself': {}
  'send.label-coins-and-bytes': {}
  'send.label-and-coins': {}
  'send.label-and-bytes': {}
  'send.stays-on-this-computer-you-find': {}
  'send.whom-the-address-belongs-to-cannot': {}
  'send.whether-it-was-paid-is-not': {}
  'send.the-service-could-not-be-asked': {}
  'send.waiting-for-your-phone': {}
  'send.nothing-was-paid-under-this-code': {}
  'send.on-its-way': {}
  'send.the-service-has-this-payment-it': { unseen: 'text' }
  'send.paid': {}
  'send.it-stands-in-this-accounts-history': { unseen: 'text' }
  'send.something-else-was-paid': {}
  'send.this-code-pays-nothing-any-more': { paid: 'text' }
  'send.another-payment-was-made-under-this': {}
  'send.of-an-unknown-asset': {}
  'send.with-the-memo': { memoText: 'text' }
  'send.under-this-code-the-service-tells': { amount: 'text'; symbol: 'text'; partyName: 'text'; memo: 'text' }
  'send.not-in-the-history-yet': {}
  'send.to-2': { amount: 'text'; symbol: 'text'; partyName: 'text' }
  'send.a-payment-link': {}
  'send.this-account-is-watch-only-a': {}
  'send.choose-an-asset': {}
  'send.receive-something-first': {}
  'send.enter-who-is-paid': {}
  'send.choose-who-is-meant': {}
  'send.coffer-is-looking-up-who-that': {}
  'send.this-receiver-cannot-be-paid': {}
  'send.this-recipient-could-not-be-looked-up': {}
  'send.this-link-was-paid-before': {}
  'send.this-link-is-being-paid': {}
  'send.enter-an-amount': {}
  'send.choose-which-amount-you-mean': {}
  'send.a-withdrawal-to-another-network-has': {}
  'send.enter-the-tag-or-say-that': {}
  'send.tag-unseen': {}
  'send.the-withdrawal-fee-is-not-known': {}
  'send.the-fee-is-you-have-available': { amount: 'text'; symbol: 'text'; available: 'text' }
  'send.a-groups-memo-has-at-most': { memoBytes: 'text' }
  'send.the-price-of-storing-the-memo': {}
  'send.choose-at-least-one-coin-or': {}
  'send.one-payment-takes-at-most-256': { inOne: 'text'; symbol: 'text' }
  'send.no-link-can-ask-a-phone': {}
  'send.that-is-this-account-itself': {}
  'send.a-link-for-the-phone-pays': {}
  'send.this-link-refers-to-another-payment': {}
  'send.a-link-for-the-phone-carries': {}
  'send.a-link-for-the-phone-carries-2': { memoBytes: 'text' }
  'send.storing-this-memo-costs-you-have': { amount: 'text'; symbol: 'text'; available: 'text' }
  'send.the-chosen-coins-come-to-short': { inOne: 'text'; symbol: 'text'; toAmount: 'text' }
  'send.is-held-or-frozen': { held: 'text'; symbol: 'text' }
  'send.see-what-is-held': {}
  'send.you-have-no-available': { symbol: 'text'; held: 'text' }
  'send.you-can-send-or-less': { toAmount: 'text'; symbol: 'text'; held: 'text' }
  'send.nobody-yet': {}
  'send.no-amount-yet': {}
  'send.nothing-yet': {}
  'send.to-3': { amount: 'text'; whom: 'text' }
  'send.an-earlier-payment': {}
  'send.a-line-needs-a-receiver-and': {}
  'send.too-many-parts': {}
  'send.which-comma-first': {}
  'send.columns-unclear': {}
  'send.which-mark-first': {}
  'send.the-amount-can-be-read-in': {}
  'send.prepared': {}
  'send.signed': {}
  'send.sent': {}
  'send.accepted': {}
  'send.final': {}
  'send.signed-by-you': {}
  'send.asked': {}
  'send.enough-signed': {}
  'send.draft': {}
  'send.nothing-was-signed': {}
  'send.being-checked': {}
  'send.ready-to-sign': {}
  'send.nothing-was-signed-its-coins-are': {}
  'send.being-signed': {}
  'send.it-is-not-sent-yet': {}
  'send.signed-on-its-way-to-the': {}
  'send.coffer-hands-it-over-and-waits': {}
  'send.the-network-accepted-it-it-becomes': {}
  'send.paid-nobody-can-take-it-back': {}
  'send.all-are-paid': { count: 'number' }
  'send.cancelled': {}
  'send.nothing-was-signed-and-nothing-was': {}
  'send.cannot-complete': {}
  'send.this-payment-will-not-happen-those': {}
  'send.coin-went-first': {}
  'send.see-what-took-its-coin': {}
  'send.put-away-by-you': {}
  'send.its-coin-is-said-to-be': {}
  'send.nothing-signed-nobody-proved': {}
  'send.taken-for-not-paid': {}
  'send.we-do-not-know-yet-whether': {}
  'send.coffer-is-checking-do-not-send': {}
  'send.arriving': {}
  'send.it-waits-for-confirmations': {}
  'send.what-was-signed-can-still-be': {}
  'send.do-not-send-it-again-coffer': {}
  'send.it-was-signed-more-than-a': {}
  'send.since-it-was-signed-this-account': {}
  'send.it-was-signed-before-these-files': {}
  'send.the-service-had-called-it-final': {}
  'send.the-service-does-not-give-the-history': {}
  'send.final-after-all': {}
  'send.coffer-had-called-this-payment-impossible': {}
  'send.the-other-payment-can-never-be': {}
  'send.the-other-payment-was-taken-first': {}
  'send.its-coin-was-spent-by-another': {}
  'send.final-here': {}
  'send.what-becomes-of-it-on-the': {}
  'send.final-here-waits-for-its-fee': {}
  'send.it-leaves-this-network-once-a': {}
  'send.signed-and-not-sent-without-your': {}
  'send.signed-and-waits-for-the-history': {}
  'send.your-group-was-not-asked-yet': {}
  'send.you-have-signed-coffer-goes-on': {}
  'send.another-request-holds-a-coin': {}
  'send.waiting-for-1-more-signature': {}
  'send.waiting-for-more-signatures': { missing: 'text' }
  'send.your-group-was-asked-the-money': {}
  'send.your-group-was-asked-the-item': { what: 'choice' }
  'send.the-fee-is-paid-the-service': {}
  'send.final-here-on-its-way-to': {}
  'send.the-service-sends-it-there-next': {}
  'send.final-and-sent-on-the-other': {}
  'send.follow-it-there-by-the-hash': {}
  'send.the-network-keeps-the-content-for': {}
  'send.amount-on': { amount: 'text'; symbol: 'text'; asset: 'text'; chainName: 'text' }
  'send.stored-content-byte': { storedBytes: 'number' }
  'send.memo-hex': { memoHex: 'text' }
  'send.on-the-other-chain': { withdrawalHash: 'text' }
  'send.if-it-is-an-address-of': {}
  'send.address-of-which': {}
  'send.send-over': { symbol: 'text'; chainName: 'text' }
  'send.combine-coins': {}
  'settings.notice-locked-text': {}
  'settings.notice-locked': {}
  'settings.notice-settled-text': {}
  'settings.notice-settled': {}
  'settings.notice-signature-text': {}
  'settings.notice-signature': {}
  'settings.notice-money-text': {}
  'settings.notice-money': {}
  'settings.allow-notices': {}
  'settings.notices-denied': {}
  'settings.notices-not-asked': {}
  'settings.notices-of-browser': {}
  'settings.notices': {}
  'settings.window-of-its-own-electron': {}
  'settings.browser-window-on-this-computer': {}
  'settings.statement-key': {}
  'settings.statement-key-copied': {}
  'settings.statement-key-text': {}
  'settings.statement-key-none': {}
  'settings.who-owns-a-receiving-key-of': {}
  'settings.change-comes-back-under-keys-that': {}
  'settings.a-balance-is-the-services-word': {}
  'settings.waiting-may-have-happened': {}
  'settings.malware-while-unlocked': {}
  'settings.a-final-payment-cannot-be-taken': {}
  'settings.whoever-has-your-24-words-has': {}
  'settings.estimates-in-a-national-currency-come': {}
  'settings.here-no-second-window-asks-before': {}
  'settings.this-copy': {}
  'settings.runs-in': {}
  'settings.data-folder': {}
  'settings.data-folder-2': {}
  'settings.what-to-know': {}
  'settings.log': {}
  'settings.log-text': {}
  'settings.log-open': {}
  'settings.log-find': {}
  'settings.log-level': {}
  'settings.log-all': {}
  'settings.log-warnings': {}
  'settings.log-errors': {}
  'settings.log-empty': {}
  'settings.log-lines': { count: 'number' }
  'settings.log-more': { count: 'number' }
  'settings.log-save': {}
  'settings.licences': {}
  'settings.coffer-stands-on-the-work-of': {}
  'settings.packages': { licences: 'text' }
  'settings.person': {}
  'settings.bot': {}
  'settings.needs-a-spend-key': {}
  'settings.words-not-checked-yet': {}
  'settings.not-registered-yet': {}
  'settings.ready': {}
  'settings.keys-have-to-be-brought-back': {}
  'settings.accounts': {}
  'settings.state-accounts': { count: 'number' }
  'settings.state-locks': { minutes: 'number' }
  'settings.state-no-passphrase': {}
  'settings.state-no-backup': {}
  'settings.state-backup-failed': {}
  'settings.state-backup-today': {}
  'settings.state-backup-days': { days: 'number' }
  'settings.rules': {}
  'settings.state-rules-lost': {}
  'settings.state-rules-none': {}
  'settings.state-rules': { count: 'number' }
  'settings.state-pages': { count: 'number' }
  'settings.rules-of': {}
  'settings.rules-what': {}
  'settings.rules-group': {}
  'settings.rules-in-force': {}
  'settings.rules-set': {}
  'settings.rules-change': {}
  'settings.rules-today': {}
  'settings.rules-nothing-left': {}
  'settings.rules-wait-until': {}
  'settings.rules-hold-from': { time: 'text' }
  'settings.rules-time-left': { hours: 'text'; minutes: 'text' }
  'settings.rules-keep': {}
  'settings.rules-lost': {}
  'settings.rules-lost-why': { why: 'choice' }
  'settings.rules-clock': {}
  'settings.rules-clock-why': {}
  'settings.rules-how-much': {}
  'settings.rules-every-asset': {}
  'settings.rules-what-waits': {}
  'settings.rules-wait-for': {}
  'settings.rules-recipients': {}
  'settings.rules-changing': {}
  'settings.rules-add-asset': {}
  'settings.rules-remove-of': { name: 'text' }
  'settings.rules-day': {}
  'settings.rules-wait-above': {}
  'settings.rules-look-above': {}
  'settings.rules-empty-is-none': {}
  'settings.rules-others': {}
  'settings.rules-others-free': {}
  'settings.rules-others-look': {}
  'settings.rules-others-refused': {}
  'settings.rules-fiat': {}
  'settings.rules-fiat-why': {}
  'settings.rules-look': {}
  'settings.rules-look-memo': {}
  'settings.rules-look-hours': {}
  'settings.rules-look-days': {}
  'settings.rules-look-from': {}
  'settings.rules-look-to': {}
  'settings.rules-look-zone': { zone: 'text' }
  'settings.rules-days-all': {}
  'settings.rules-days-mon-fri': {}
  'settings.rules-days-mon-sat': {}
  'settings.rules-days-sun-thu': {}
  'settings.rules-payees': {}
  'settings.rules-payees-anyone': {}
  'settings.rules-payees-saved': {}
  'settings.rules-payees-listed': {}
  'settings.rules-saved-for': {}
  'settings.rules-saved-from': {}
  'settings.rules-list': {}
  'settings.rules-list-empty': {}
  'settings.rules-add-recipient': {}
  'settings.rules-find': {}
  'settings.rules-add': {}
  'settings.rules-nobody': {}
  'settings.rules-tag': {}
  'settings.rules-wait': {}
  'settings.rules-no-wait': {}
  'settings.rules-hours': { hours: 'number' }
  'settings.rules-new-payees': {}
  'settings.rules-change-hours': {}
  'settings.rules-none': {}
  'settings.rules-stricter': {}
  'settings.name-and-colour': {}
  'settings.watch-permission': {}
  'settings.remove': {}
  'settings.remove-an-account': {}
  'settings.removing-takes-keys-off': {}
  'settings.each-has-its-own-key-its': {}
  'settings.add-an-account': {}
  'settings.key-not-proved-yet': {}
  'settings.add-its-key': {}
  'settings.permission-to-watch': { account: 'text' }
  'settings.legacy-outputs': {}
  'settings.what-the-older-interface-of-the': {}
  'settings.coins-of-groups-and-collectibles-told': {}
  'settings.move-up': {}
  'settings.move-down': {}
  'settings.let-it-be-watched': {}
  'settings.more-for': { account: 'text' }
  'settings.ids': {}
  'settings.ids-and-backup': {}
  'settings.words-checked': {}
  'settings.not-yet': {}
  'settings.system': {}
  'settings.light': {}
  'settings.dark': {}
  'settings.appearance': {}
  'settings.theme': {}
  'settings.system-follows-the-setting-of-this': {}
  'settings.currency-of-estimates': {}
  'settings.estimates-only-payments-are-always-in': {}
  'settings.currency': {}
  'settings.search-currencies': {}
  'settings.keyboard': {}
  'settings.coins-in-sidebar': {}
  'settings.coins-in-sidebar-text': {}
  'settings.letter-keys': {}
  'settings.letter-keys-text': {}
  'settings.privacy': {}
  'settings.while-it-is-closed': {}
  'settings.keep-running': {}
  'settings.keep-running-text': {}
  'settings.start-with-system': {}
  'settings.start-with-system-text': {}
  'settings.hide-amounts': {}
  'settings.masks-every-figure-on-screen-what': {}
  'settings.block-capture': {}
  'settings.block-capture-text': {}
  'settings.backup': {}
  'settings.payments-with-their-signed-bytes-labels': {}
  'settings.folder': {}
  'settings.set-up-backups': {}
  'settings.change': {}
  'settings.by-itself': {}
  'settings.last-backup': {}
  'settings.none-was-made-yet': {}
  'settings.back-up-with-the-words': {}
  'settings.back-up-now': {}
  'settings.test-a-backup': {}
  'settings.opens-a-file-and-reads-all': {}
  'settings.last-opened-and-whole': { time: 'text' }
  'settings.test-now': {}
  'settings.restore-from-a-backup-file': {}
  'settings.takes-over-what-the-file-has': {}
  'settings.restore': {}
  'settings.a-backup-opens-with-your-passphrase': {}
  'settings.a-backup-opens-with-the-24': {}
  'settings.folder-as-a-whole-path': {}
  'settings.enter-the-path-of-a-folder': {}
  'settings.passphrase': {}
  'settings.make-the-first-backup': {}
  'settings.whoever-opens-this-file-has-your': {}
  'settings.the-24-words-of-every-account': {}
  'settings.i-want-the-words-of-all': {}
  'settings.coffer-opens-the-file-and-reads': {}
  'settings.it-opens-and-all-of-it': {}
  'settings.test-this-backup': {}
  'settings.change-on-its-way-back': {}
  'settings.the-service-makes-the-keys-of': {}
  'settings.nothing-is-unproved': {}
  'settings.not-proved-yet': { open: 'text' }
  'settings.without-an-amount-of-its-own': {}
  'settings.of-payment-the-next-payment-with': { payments: 'number' }
  'settings.set-an-amount': {}
  'settings.up-to': { amount: 'text'; symbol: 'text' }
  'settings.payments-do-not-wait-while-less': {}
  'settings.change-that-may-be-on-its': {}
  'settings.a-service-that-kept-your-change': {}
  'settings.there-is-nothing-in-this-account': {}
  'settings.asset': {}
  'settings.on': { symbol: 'text'; chainName: 'text' }
  'settings.amount': {}
  'settings.only-the-change-of-one-payment': {}
  'settings.set': {}
  'settings.a-network-of-your-own-on': {}
  'settings.the-real-network-what-you-send': {}
  'settings.a-network-by-its-address': {}
  'settings.as-published-in-the-interface-description': {}
  'settings.as-the-official-service-speaks-it': {}
  'settings.network': {}
  'settings.name': {}
  'settings.address': {}
  'settings.address-of-the-service': {}
  'settings.dialect': {}
  'settings.each-network-by-itself': {}
  'settings.line': {}
  'settings.line-text': {}
  'settings.line-doubted': {}
  'settings.line-given': {}
  'settings.proxy': {}
  'settings.proxy-none': {}
  'settings.proxy-is': { kind: 'choice'; address: 'text' }
  'settings.proxy-why': {}
  'settings.proxy-kind': {}
  'settings.proxy-no': {}
  'settings.proxy-host': {}
  'settings.proxy-port': {}
  'settings.proxy-no-password': {}
  'settings.tor-found': { port: 'text' }
  'settings.tor-use': {}
  'settings.authority': {}
  'settings.authority-none': {}
  'settings.authority-why': {}
  'settings.authority-choose': {}
  'settings.authority-subject': {}
  'settings.authority-until': {}
  'settings.authority-fingerprint': {}
  'settings.authority-compare': {}
  'settings.authority-remove': {}
  'settings.line-try': {}
  'settings.line-untried': {}
  'settings.line-tried': {}
  'settings.line-kept': {}
  'settings.line-local': {}
  'settings.line-not-changed': {}
  'settings.line-check': {}
  'settings.nodes': {}
  'settings.nodes-text': {}
  'settings.nodes-none': {}
  'settings.nodes-test': {}
  'settings.node-is': { is: 'choice' }
  'settings.node': { place: 'text' }
  'settings.node-hint': {}
  'settings.nodes-why': {}
  'settings.nodes-kept': { count: 'number' }
  'settings.nodes-from': {}
  'settings.nodes-from-hint': {}
  'settings.nodes-from-is': { limit: 'text' }
  'nodes.nobody': {}
  'nodes.same': { all: 'number'; same: 'number'; coin: 'flag' }
  'nodes.silent': { count: 'number' }
  'nodes.waiting': { count: 'number' }
  'nodes.absent': { count: 'number' }
  'nodes.spent': { count: 'number' }
  'nodes.differs': {}
  'nodes.false': { count: 'number' }
  'nodes.ask': {}
  'nodes.ask-again': {}
  'settings.connection': {}
  'settings.check-now': {}
  'settings.state': {}
  'settings.last-answer': {}
  'settings.none-yet': {}
  'settings.read-up-to': {}
  'settings.clock': {}
  'settings.agrees-with-the-service': {}
  'settings.s-ahead-of-the-service': { span: 'text'; more: 'flag'; skew: 'flag' }
  'settings.that-one-is-yours': {}
  'settings.that-one-is-the-local-networks': {}
  'settings.none-is-named-coffer-has-none': {}
  'settings.asking-phones': {}
  'settings.a-phone-lets-its-account-be': {}
  'settings.app-id': {}
  'settings.use-none-of-mine': {}
  'settings.recovery-phrase-of': { spelled: 'flag'; account: 'text' }
  'settings.coffer-shows-the-words-only-to': {}
  'settings.go-to-security': {}
  'settings.whoever-sees-these-words-can-take': { spelled: 'flag' }
  'settings.what-you-wrote-down-is-right': {}
  'settings.keep-it-where-only-you-find': {}
  'settings.look-at-your-paper-not-at': {}
  'settings.coffer-now-asks-for-other-places': {}
  'settings.enter-this': { spelled: 'flag' }
  'settings.compare': {}
  'settings.covered-again-in-a-minute-or': {}
  'settings.the-covered-there-is-no-way': { whole: 'flag' }
  'settings.cover-the-words': { shown: 'flag'; words: 'flag' }
  'settings.compare-my-paper': {}
  'settings.the-new-passphrase-is-in-force': {}
  'settings.coffer-asks-for-it-when-it': { asks: 'choice' }
  'settings.passphrase-and-lock': {}
  'settings.asked-for-when-coffer-opens-and': { asks: 'choice' }
  'settings.passphrase-for-money': {}
  'settings.passphrase-for-money-now': { when: 'choice'; limit: 'text' }
  'settings.passphrase-for-money-doubted': {}
  'settings.passphrase-for-money-why': {}
  'settings.passphrase-asked': {}
  'settings.passphrase-when': { when: 'choice' }
  'settings.passphrase-above': {}
  'settings.passphrase-above-why': {}
  'settings.none-is-set-whoever-uses-this': {}
  'settings.change-passphrase': {}
  'settings.set-a-passphrase': {}
  'settings.lock-by-itself': {}
  'settings.after-this-time-without-a-key': {}
  'settings.after-1-hour': {}
  'settings.lock-now': {}
  'settings.forgets-what-is-on-screen-and': {}
  'settings.lock': {}
  'settings.recovery-phrase': {}
  'settings.24-words-of': { account: 'text' }
  'settings.the-only-way-back-to-your': {}
  'settings.show-the-words': {}
  'settings.where-your-keys-are': {}
  'settings.where-what-opens-it-is': {}
  'settings.keys-computed-in-javascript': {}
  'settings.keys-computed-in-javascript-text': {}
  'settings.change-the-passphrase': {}
  'settings.present-passphrase': {}
  'settings.enter-the-present-passphrase': {}
  'settings.new-passphrase': {}
  'settings.set-passphrase': {}
  'settings.keep-your-24-words-at-hand': {}
  'settings.copy-the-evidence-and-ask-whoever': {}
  'settings.look-the-transaction-up-somewhere-else': {}
  'settings.if-nobody-can-explain-it-do': {}
  'settings.nothing-stops-sending': {}
  'settings.all-change-of-came-back-as': { account: 'text' }
  'settings.what-did-not-come-back': {}
  'settings.what-to-do': {}
  'settings.go-on-all-the-same': {}
  'settings.go-on-sending': {}
  'settings.what-is-listed-above-is-given': {}
  'settings.evidence': {}
  'settings.copy-evidence': {}
  'settings.payment': {}
  'settings.transaction': {}
  'settings.output': {}
  'settings.found': {}
  'settings.you-went-on': {}
  'settings.can-send-again-the-report-stays': { name: 'text' }
  'settings.i-have-read-what-did-not': {}
  'settings.leave-it-stopped': {}
  'settings.open-a-bots-page': {}
  'settings.it-opens-in-a-window-of': {}
  'settings.it-opens-in-a-tab-of': {}
  'settings.number-or-id-of-the-bot': {}
  'settings.look-it-up': {}
  'settings.address-2': {}
  'settings.open': {}
  'settings.open-in-a-tab': {}
  'settings.this-bot-is-marked-as-a': {}
  'settings.the-service-warns-about-it-pay': {}
  'settings.what-pages-may-know': {}
  'settings.each-address-was-asked-about-once': { account: 'text' }
  'settings.no-page-has-asked-for-balances': {}
  'settings.pages': {}
  'settings.sees-balances': { allowed: 'flag'; bot: 'text'; time: 'text' }
  'settings.show-nothing': {}
  'settings.show-balances': {}
  'settings.forget': {}
  'settings.every-day': {}
  'settings.every-day-while-coffer-is-open': {}
  'settings.every-week': {}
  'settings.every-week-while-coffer-is-open': {}
  'settings.only-when-i-ask': {}
  'settings.never-only-when-you-press-the': {}
  'settings.there-is-no-backup': {}
  'settings.your-24-words-bring-your-coins': {}
  'settings.what-you-watch-comes-back': {}
  'settings.the-last-backup-could-not-be': {}
  'settings.the-last-backup-lacks': {}
  'settings.there-is-no-older-one': {}
  'settings.the-newest-is': { age: 'text' }
  'settings.no-backup-was-made-yet': {}
  'settings.back-up-now-2': {}
  'settings.backed-up-today': {}
  'settings.the-backup-is': { age: 'text' }
  'settings.what-you-did-since-is-not': {}
  'settings.it-opens-on-any-computer-with': {}
  'settings.of-today': {}
  'settings.day-old': { days: 'number' }
  'settings.settings': {}
  'settings.web-apps': {}
  'settings.security': {}
  'settings.about': {}
  'settings.sending-is-stopped': {}
  'settings.missing-change': {}
  'settings.it-is-missing-the-payment-is': {}
  'settings.it-differs-the-service-lists-an': {}
  'settings.it-is-not-proved-to-be': {}
  'settings.it-was-spent-elsewhere-the-service': {}
  'settings.amount-2': { failed: 'number' }
  'settings.sending-is-stopped-amount-did-not': { open: 'number' }
  'settings.what-is-listed-below-may-be': {}
  'settings.sending-goes-on': {}
  'settings.you-read-that-did-not-come': { what: 'text' }
  'settings.us-dollar': {}
  'settings.euro': {}
  'settings.pound-sterling': {}
  'settings.japanese-yen': {}
  'settings.chinese-yuan': {}
  'settings.south-korean-won': {}
  'settings.hong-kong-dollar': {}
  'settings.singapore-dollar': {}
  'settings.new-taiwan-dollar': {}
  'settings.australian-dollar': {}
  'settings.malaysian-ringgit': {}
  'settings.philippine-peso': {}
  'settings.uae-dirham': {}
  'settings.turkish-lira': {}
  'settings.no-keychain-answers': {}
  'settings.sealed-by-your-passphrase-in-the': {}
  'settings.your-keys-lie-in-this-computers': { watched: 'flag' }
  'settings.in-the-keychain-without-a-passphrase': {}
  'settings.whoever-uses-this-computer-as-you': { watched: 'flag' }
  'settings.sealed-by-your-passphrase-in-a': {}
  'settings.your-keys-lie-in-a-file': { why: 'text'; watched: 'flag' }
  'settings.in-a-file-without-a-passphrase': {}
  'settings.whoever-can-read-your-files-can': { why: 'text'; watched: 'flag' }
  'settings.enter-a-name': {}
  'settings.keys': {}
  'settings.access-token': {}
  'settings.let-be-watched': { account: 'text' }
  'settings.whoever-has-this-text-can-see': {}
  'settings.form-of-the-permission': {}
  'settings.make-a-permission': {}
  'settings.permission': {}
  'settings.this-permission-has-ended': {}
  'settings.it-expired-or-it-was-taken': {}
  'settings.you-can-look-at-this-account': {}
  'settings.it-allows': {}
  'settings.the-token-does-not-say-coffer': {}
  'settings.form': {}
  'settings.until': {}
  'settings.a-year-from-when-it-was': {}
  'settings.the-token-does-not-say': {}
  'settings.given-to': {}
  'settings.a-new-permission': {}
  'settings.keys-of-an-authorization-as-json': {}
  'settings.use-it-from-now-on': {}
  'settings.name-and-number': {}
  'settings.assets-balances-and-coins': {}
  'settings.phone-number': {}
  'settings.changing-circles': {}
  'settings.writing-messages-in-its-name': {}
  'settings.not-known-to-coffer': {}
  'settings.keys-of-an-authorization-which-sign': {}
  'settings.an-access-token-sent-as-it': {}
  'settings.it-cannot-send-sign-make-deposit': {}
  'web-apps.a-page-asks-for-your-balances': {}
  'web-apps.show-nothing': {}
  'web-apps.show-balances': {}
  'web-apps.page-of-which-is-marked-as': { bot: 'text'; scam: 'flag' }
  'web-apps.it-would-see-which-assets-this': {}
  'web-apps.it-would-see-which-assets-can': { owner: 'text' }
  'web-apps.it-can-move-nothing-your-answer': {}
  'shell.bot': {}
  'shell.bring-its-keys-back': {}
  'shell.finish-setting-up': {}
  'shell.accounts': {}
  'shell.in-other-accounts': {}
  'shell.switch-account-or-group': {}
  'shell.accounts-and-groups': {}
  'shell.create-a-group': {}
  'shell.watch-a-group': {}
  'shell.add-an-account': {}
  'shell.manage-accounts': {}
  'shell.your-profile': {}
  'shell.shared-bots': {}
  'shell.no-answer': {}
  'shell.coffers-own-program-does-not-answer': {}
  'shell.connection': {}
  'shell.last-confirmed': {}
  'shell.checked-to-sequence': {}
  'shell.clock-of-this-computer': {}
  'shell.try-again-now': {}
  'shell.a-file-of-this-account-is': {}
  'shell.your-coins-are-safe-they-are': {}
  'shell.part-of-the-record-of-your': {}
  'shell.it-was-left-as-it-is': {}
  'shell.saved-balances-and-history-were-damaged': {}
  'shell.they-are-read-from-the-service': {}
  'shell.the-file-that-says-where-your': {}
  'shell.coffer-brought-it-back-your-keys': {}
  'shell.the-list-of-accounts-and-settings': {}
  'shell.the-list-of-accounts-and-settings-2': {}
  'shell.what-could-be-read-was-kept': {}
  'shell.the-record-of-your-payments-was': {}
  'shell.the-record-of-your-payments-was-2': {}
  'shell.there-was-no-copy-what-could': {}
  'shell.coffer-brought-it-back-in-part': { day: 'text' }
  'shell.payment-came-from-the-copy': { missed: 'number' }
  'shell.your-coins-are-safe-before-you': { back: 'text'; payments: 'text' }
  'shell.damaged-files': {}
  'shell.restore-from-a-backup-file': {}
  'shell.look-at-activity': {}
  'shell.i-have-read-this': {}
  'shell.go-to': {}
  'shell.do': {}
  'shell.commands': {}
  'shell.find-a-command': {}
  'shell.find-anything': {}
  'shell.people-and-groups': {}
  'shell.movements': {}
  'shell.assets': {}
  'shell.requests': {}
  'shell.read-what-was-pasted': { text: 'text' }
  'shell.you-have': { amount: 'text' }
  'shell.you-have-none': {}
  'shell.hint-choose': {}
  'shell.hint-open': {}
  'shell.hint-send': {}
  'shell.hint-paste': {}
  'shell.enter': {}
  'shell.nothing-has-that-name': {}
  'shell.take-what-is-written': {}
  'shell.keyboard-shortcuts': {}
  'shell.skip-to-content': {}
  'shell.a-link-was-opened': {}
  'shell.links-wait': { count: 'number' }
  'shell.ignore': {}
  'shell.look-at-it': {}
  'shell.it-comes-from-outside-coffer-nothing': {}
  'shell.drop-it-to-have-it-read': {}
  'shell.coffer-shows-what-it-is-nothing': {}
  'shell.home': {}
  'shell.send': {}
  'shell.receive': {}
  'shell.approvals': {}
  'shell.activity': {}
  'shell.coins': {}
  'shell.collectibles': {}
  'shell.contacts': {}
  'shell.settings': {}
  'shell.group': {}
  'shell.find': {}
  'shell.ctrl-k': {}
  'shell.show-amounts': {}
  'shell.hide-amounts': {}
  'shell.ctrl-shift-h': {}
  'shell.lock': {}
  'shell.ctrl-l': {}
  'shell.scan-a-code-or-read-a': {}
  'shell.scan': {}
  'shell.open-coffer-from-its-link': {}
  'shell.a-link-opens-one-window-once': {}
  'shell.coffer-is-open-in-another-window': {}
  'shell.only-one-window-at-a-time': {}
  'shell.coffer-goes-on-in-another-window': {}
  'shell.this-window-was-taken-over-by': {}
  'shell.this-window-and-coffer-do-not': {}
  'shell.nothing-was-sent-close-the-window': {}
  'shell.coffer-was-closed': {}
  'shell.what-was-saved-is-saved-a': {}
  'shell.page-unread': {}
  'shell.crash-title': {}
  'shell.crash-todo': {}
  'shell.crash-again': {}
  'shell.crash-home': {}
  'shell.crash-report': {}
  'shell.crash-report-what': {}
  'shell.crash-signed': { count: 'number' }
  'shell.crash-unsigned': { count: 'number' }
  'shell.crash-nothing': {}
  'shell.crash-unknown': {}
  'shell.ended-title': {}
  'shell.ended-ok': {}
  'shell.hidden-collectibles': {}
  'shell.deploy-a-collection': {}
  'shell.drafts': {}
  'shell.incoming-deposits': {}
  'shell.legacy-outputs': {}
  'shell.search-activity': {}
  'shell.lock-coffer': {}
  'shell.switch-to-of': { group: 'text'; threshold: 'text'; members: 'text' }
  'shell.switch-to': { one: 'text' }
  'shell.mod-shift': { shiftKey: 'flag'; key: 'text' }
  'shell.ctrl': {}
  'state.payment-settled': {}
  'state.permission-ended': {}
  'state.you-see-what-was-read-before': {}
  'state.live': {}
  'state.everything-on-screen-is-confirmed-by': {}
  'state.updating': {}
  'state.coffer-is-reading-what-is-new': {}
  'state.stale': {}
  'state.stale-since': { since: 'text' }
  'state.the-network-does-not-answer-you': {}
  'state.you-see-what-was-confirmed': {}
  'state.no-connection-since': { since: 'text' }
  'state.offline': {}
  'state.clock-is-wrong': {}
  'state.clock-is-wrong-means': {}
  'state.you-can-read-everything-and-prepare': {}
  'state.locked': {}
  'state.unlock-coffer-to-read-what-is': {}
  'state.not-connected': {}
  'state.this-account-is-not-registered-yet': {}
  'state.not-confirmed-by-the-network-yet': {}
  'state.last-confirmed': { lastSuccess: 'text' }
  'state.needs-you': { count: 'number' }
  'state.open-coffer-to-see-what-it': {}
  'state.money-came-in': {}
  'state.amount-came-in': { amount: 'text' }
  'state.money-came-in-for': { group: 'text' }
  'state.amount-came-in-for': { amount: 'text'; group: 'text' }
  'state.open-it-in-activity': {}
  'state.a-payment-needs-you': {}
  'ui.copied': {}
  'ui.could-not-copy': {}
  'ui.the-clipboard-holds-something-else-now': {}
  'ui.optional': {}
  'ui.cut': { most: 'number' }
  'ui.too-long': { length: 'text'; most: 'text' }
  'ui.caps-lock-is-on': {}
  'ui.no-match': {}
  'ui.escape-again': {}
  'ui.clear-the-search': {}
  'ui.found': { count: 'number' }
  'ui.found-more': { count: 'number' }
  'settings.language': {}
  'settings.language-of-windows-and-notices': {}
  'settings.as-the-system': {}
  'ui.choose': {}
  'shared.blue': {}
  'shared.teal': {}
  'shared.green': {}
  'shared.olive': {}
  'shared.amber': {}
  'shared.red': {}
  'shared.pink': {}
  'shared.violet': {}
  'shared.available': {}
  'shared.held': {}
  'shared.frozen': {}
  'shared.collectible': {}
  'shared.spent': {}
  'shared.reported-by-the-service': { text: 'text' }
  'contacts.none': {}
  'groups.cannot-sign-yet-not-registered': { names: 'text' }
  'scan.group-without-a-name': {}
  'shared.unknown-asset': {}
  'shared.unknown-network': {}
  'shared.nameless-collection': {}
  'shared.item-of': { collection: 'text'; number: 'text' }
  'shared.item-by-hash': { hash: 'text' }
  'scan.not-added-yet': {}
  'scan.the-clipboard-cannot-be-read': {}
  'scan.there-is-nothing-to-read': {}
  'scan.this-text-is-too-long': {}
  'state.your-signature-is-needed': { group: 'text'; again: 'flag' }
  'state.your-signature-is-needed-of': { account: 'text'; group: 'text'; again: 'flag' }
  'ui.show-secret': { noun: 'text' }
  'ui.hide-secret': { noun: 'text' }
  'ui.passphrase': {}
  'receive.needs-both-address-and-tag': { network: 'text' }
  'send.storing-the-memo': {}
  'send.you-keep': {}
  'send.left-to-spend': {}
  'send.none-fee': {}
  'settings.user-id': {}
  'settings.public-key-name': {}
  'activity.received-from-party': { name: 'text'; party: 'text' }
  'activity.sent-to-party': { name: 'text'; party: 'text' }
  'activity.deposited': { name: 'text' }
  'activity.withdrew': { name: 'text' }
  'scan.a-file': {}
  'scan.a-person': {}
  'scan.a-group': {}
  'scan.a-conversation': {}
  'scan.a-collectible': {}
  'scan.a-bot': {}
  'settings.history': {}
  'settings.contacts': {}
  'settings.collectibles': {}
  'settings.circles': {}
  'settings.stickers': {}
  'shell.never': {}
  'collectibles.a-file': {}
  'collectibles.received-from': { party: 'text' }
  'collectibles.sent-to': { party: 'text' }
  'collectibles.items-hidden': { items: 'number' }
  'collectibles.items-and-hidden': { items: 'number'; hidden: 'text' }
  'lib.mark-comma': {}
  'lib.mark-dot': {}
  'lib.mark-apostrophe': {}
  'lib.mark-underscore': {}
  'lib.mark-space': {}
  'settings.position-of-word': { spelled: 'flag'; position: 'text' }
  'shared.remove': { account: 'text' }
  'shared.transaction-2': { at: 'text' }
  'shared.frozen-2': { reason: 'text' }
  'shared.tag-2': { tag: 'text' }
  'lib.on-2': { time: 'text' }
  'activity.with': { person: 'text' }
  'activity.deposit-over': { chainName: 'text' }
  'activity.received-from': { name: 'text' }
  'activity.sent-to': { name: 'text' }
  'activity.sending-to': { name: 'text' }
  'activity.moving-to': { name: 'text' }
  'activity.payment-to': { name: 'text' }
  'activity.moved-to': { name: 'text' }
  'activity.withdrawn-to': { name: 'text' }
  'approvals.signed-3': { listed: 'text' }
  'approvals.due': { day: 'text' }
  'coins.step-2': { at: 'text' }
  'collectibles.send-2': { item: 'text' }
  'collectibles.release-2': { item: 'text' }
  'collectibles.in': { group: 'text' }
  'contacts.add': { userName: 'text' }
  'contacts.unblock-2': { userName: 'text' }
  'contacts.address-2': { label: 'text' }
  'contacts.address-3': { label: 'text' }
  'groups.remove-2': { userName: 'text' }
  'home.for': { holds: 'number' }
  'onboarding.for': { account: 'text' }
  'onboarding.word': { position: 'text' }
  'scan.camera-2': { at: 'text' }
  'scan.on': { chainName: 'text' }
  'scan.entry-of': { sourceWords: 'text'; at: 'text'; entries: 'text' }
  'send.add': { good: 'number' }
  'send.open': { shortHost: 'text' }
  'send.signed-2': { signers: 'text' }
  'send.tag-3': { tag: 'text' }
  'send.recipient-3': { at: 'text' }
  'send.row-2': { row: 'text'; text: 'text' }
  'send.state': { moneyWords: 'text' }
  'send.to-4': { partyName: 'text'; detail: 'text' }
  'send.to-each': { partyName: 'text'; detail: 'text'; amount: 'text'; symbol: 'text' }
  'send.fee': { amount: 'text'; symbol: 'text' }
  'send.memo-2': { memoText: 'text' }
  'send.transaction-2': { hash: 'text' }
  'send.request': { request: 'text' }
  'send.final-2': { finalAt: 'text' }
  'settings.version': { version: 'text' }
  'updates.title': {}
  'updates.none-here': {}
  'updates.may-ask': { service: 'text' }
  'updates.how': { service: 'text' }
  'updates.look-for': {}
  'updates.off': {}
  'updates.notify': {}
  'updates.install': {}
  'updates.install-means': {}
  'updates.not-chosen': {}
  'updates.not-looked': {}
  'updates.current': {}
  'updates.newer': { version: 'text' }
  'updates.later': { version: 'text' }
  'updates.later-means': {}
  'updates.looked': { time: 'text' }
  'updates.look-now': {}
  'updates.see': {}
  'updates.whats-new': {}
  'updates.no-notes': {}
  'updates.fetch': { size: 'number' }
  'updates.fetching': { got: 'number'; size: 'number' }
  'updates.checked': {}
  'updates.install-it': {}
  'updates.by-hand': {}
  'updates.by-hand-at': { home: 'text' }
  'updates.address': {}
  'updates.no-file': {}
  'updates.opened': {}
  'updates.replaced': {}
  'updates.at-end': {}
  'updates.expired': {}
  'updates.expired-means': { time: 'text' }
  'updates.look-into': {}
  'updates.updated': { version: 'text' }
  'settings.sequence': { checkedToSequence: 'text' }
  'settings.after': { minutes: 'number' }
  'shell.menu': {}
  'shell.groups': {}
  'shell.play-money': {}
  'shell.real-money': {}
  'shell.local-network-state': { word: 'text' }
  'shell.network-at-state': { word: 'text'; at: 'text' }
  'shell.connection-of': { word: 'text'; network: 'text' }
  'ui.copy': { what: 'text' }
  'lib.day-and-time': { day: 'text'; clock: 'text' }
  'lib.short-months': {}
  'lib.short-day': { day: 'text'; month: 'text' }
  'lib.short-day-of-year': { day: 'text'; month: 'text'; year: 'text' }
  'lib.separator': {}
  'lib.comma': {}
  'lib.colon': {}
  'shared.24-words': {}
  'shared.24-words-or-key': {}
  'shared.watch-only-kind': {}
  'shared.account-in-a-backup': { contents: 'text' }
  'shared.in-backup-payments': { payments: 'number'; open: 'number' }
  'shared.in-backup-plans': { plans: 'number' }
  'shared.in-backup-runs': { runs: 'number' }
  'shared.in-backup-drafts': { drafts: 'number' }
  'shared.in-backup-labels': { labels: 'number' }
  'shared.in-backup-groups': { groups: 'number' }
  'shared.in-backup-addresses': { addresses: 'number' }
  'shared.in-backup-words': {}
  'shared.in-backup-nothing': {}
  'shell.clock-is-off': { span: 'text'; more: 'flag'; ahead: 'flag' }
  'approvals.more-needed': { more: 'number' }
  'approvals.more-needed-of': { more: 'number'; who: 'text' }
  'approvals.signed-and-missing': { missing: 'text' }
  'approvals.all-there-not-sent': {}
  'approvals.all-there-not-taken': {}
  'approvals.not-taken-yet': { missing: 'text' }
  'approvals.part-separator': {}
  'coins.skipped-held': { count: 'text' }
  'coins.skipped-frozen': { count: 'text' }
  'coins.skipped-collectibles': { count: 'number' }
  'lib.sentence': { parts: 'text' }
  'send.step-done': {}
  'send.step-now': {}
  'onboarding.lacks-nothing': {}
  'onboarding.i-have-24-words': {}
  'send.pasted-otherwise': { when: 'choice'; meant: 'text'; found: 'text' }
  'send.small-first-why': {}
  'send.small-first': { amount: 'text' }
  'send.registered': {}
  'collectibles.show-item': { hidden: 'flag'; chosen: 'number' }
  'activity.from-day': {}
  'activity.to-day': {}
  'activity.worth-now': { now: 'text' }
  'activity.worth-then-and-now': { before: 'text'; now: 'text' }
  'shared.mark-failed': {}
  'shared.mark-warning': {}
  'shared.mark-note': {}
  'shared.mark-passed': {}
  'shared.you-did-not-approve-it-in': {}
  'shared.understood': {}
  'shared.review-again': {}
  'shared.make-sure-that-nobody-looks-over': {}
  'error.money.safe': {}
  'error.money.kept': {}
  'error.money.saved': {}
  'error.money.untaken': {}
  'error.money.words': {}
  'error.money.unsigned': {}
  'error.protocol.bytes.what': {}
  'error.protocol.bytes.todo': {}
  'error.protocol.amount.what': {}
  'error.protocol.amount.todo': {}
  'error.protocol.id.what': {}
  'error.protocol.id.todo': {}
  'error.protocol.key.what': {}
  'error.protocol.key.todo': {}
  'error.protocol.scalar.what': {}
  'error.protocol.scalar.todo': {}
  'error.protocol.signature.what': {}
  'error.protocol.signature.todo': {}
  'error.protocol.script.what': {}
  'error.protocol.script.todo': {}
  'error.protocol.transaction.what': {}
  'error.protocol.transaction.todo': {}
  'error.protocol.address.what': {}
  'error.protocol.address.todo': {}
  'error.protocol.invoice.what': {}
  'error.protocol.invoice.todo': {}
  'error.protocol.link.what': {}
  'error.protocol.link.todo': {}
  'error.protocol.link.amount.what': {}
  'error.protocol.link.amount.todo': {}
  'error.protocol.token.what': {}
  'error.protocol.token.todo': {}
  'error.protocol.keystore.what': {}
  'error.protocol.keystore.todo': {}
  'error.protocol.pin.what': {}
  'error.protocol.pin.todo': {}
  'error.protocol.inscription.what': {}
  'error.protocol.inscription.todo': {}
  'error.protocol.storage.what': {}
  'error.protocol.storage.todo': {}
  'error.protocol.selection.what': {}
  'error.protocol.selection.todo': {}
  'error.input.proxy.what': { reason: 'choice' }
  'error.input.proxy.todo': { reason: 'choice' }
  'error.input.authority.what': { reason: 'choice' }
  'error.input.authority.todo': { reason: 'choice' }
  'error.input.network.what': {}
  'error.input.network.todo': {}
  'error.input.node.what': { reason: 'choice'; node: 'text' }
  'error.input.node.todo': { reason: 'choice' }
  'error.input.amount.what': {}
  'error.input.amount.todo': {}
  'error.input.payee.what': {}
  'error.input.payee.todo': {}
  'error.input.payee.nobody.what': {}
  'error.input.payee.nobody.todo': {}
  'error.input.payee.unseen.what': {}
  'error.input.payee.unseen.todo': {}
  'error.input.payee.collectible.what': {}
  'error.input.payee.collectible.todo': {}
  'error.input.asset.what': {}
  'error.input.asset.todo': {}
  'error.input.spend_key.what': {}
  'error.input.spend_key.todo': {}
  'error.input.pin.what': {}
  'error.input.pin.todo': {}
  'error.input.group.what': {}
  'error.input.group.money': {}
  'error.input.group.todo': {}
  'error.vault.locked.what': {}
  'error.vault.locked.todo': {}
  'error.vault.passphrase_needed.what': {}
  'error.vault.passphrase_needed.todo': {}
  'error.vault.no_keychain.what': {}
  'error.vault.no_keychain.todo': {}
  'error.vault.key_missing.what': {}
  'error.vault.key_missing.todo': {}
  'error.vault.damaged.what': {}
  'error.vault.damaged.todo': {}
  'error.vault.other_profile.what': {}
  'error.vault.other_profile.todo': {}
  'error.vault.no_words.what': {}
  'error.vault.no_words.money': {}
  'error.vault.no_words.todo': {}
  'error.vault.key_unproved.what': {}
  'error.vault.key_unproved.todo': {}
  'error.wallet.account_unknown.what': {}
  'error.wallet.account_unknown.todo': {}
  'error.wallet.account_exists.what': {}
  'error.wallet.account_exists.todo': {}
  'error.wallet.account_registered.what': {}
  'error.wallet.account_registered.todo': {}
  'error.wallet.session_ended.what': {}
  'error.wallet.session_ended.todo': {}
  'error.wallet.session_ended.local.todo': {}
  'error.wallet.account_not_ready.what': {}
  'error.wallet.account_not_ready.money': {}
  'error.wallet.account_not_ready.todo': {}
  'error.wallet.quiz_wrong.what': {}
  'error.wallet.quiz_wrong.todo': {}
  'error.wallet.permission_ended.what': {}
  'error.wallet.permission_ended.money': {}
  'error.wallet.permission_ended.todo': {}
  'error.wallet.payment_unknown.what': {}
  'error.wallet.payment_unknown.todo': {}
  'error.wallet.no_return.what': {}
  'error.wallet.no_return.money': {}
  'error.wallet.no_return.todo': {}
  'error.wallet.collectible_gone.what': {}
  'error.wallet.collectible_gone.money': {}
  'error.wallet.collectible_gone.todo': {}
  'error.wallet.declined.what': {}
  'error.wallet.declined.money': {}
  'error.wallet.declined.todo': {}
  'error.wallet.fee_unknown.what': {}
  'error.wallet.fee_unknown.todo': {}
  'error.wallet.fee_receiver.what': {}
  'error.wallet.fee_receiver.todo': {}
  'error.wallet.review_changed.what': {}
  'error.wallet.review_changed.todo': {}
  'error.wallet.review_changed.coin.what': {}
  'error.wallet.review_changed.coin.todo': {}
  'error.wallet.review_changed.warning.what': {}
  'error.wallet.review_changed.warning.todo': {}
  'error.wallet.rules_stop.what': {}
  'error.wallet.rules_stop.todo': {}
  'error.wallet.look_again.what': {}
  'error.wallet.look_again.todo': { minutes: 'number' }
  'error.wallet.already_sent.what': {}
  'error.wallet.already_sent.money': {}
  'error.wallet.already_sent.todo': {}
  'error.wallet.already_sent.rows.what': { rows: 'number' }
  'error.wallet.already_sent.rows.money': {}
  'error.wallet.already_sent.rows.todo': {}
  'error.wallet.already_sent.asked.what': {}
  'error.wallet.already_sent.asked.money': {}
  'error.wallet.already_sent.asked.todo': {}
  'error.wallet.completed_by_others.what': {}
  'error.wallet.completed_by_others.money': {}
  'error.wallet.completed_by_others.todo': {}
  'error.wallet.sent_unproved.what': {}
  'error.wallet.sent_unproved.money': {}
  'error.wallet.sent_unproved.todo': {}
  'error.wallet.request_taken.what': {}
  'error.wallet.request_taken.money': {}
  'error.wallet.request_taken.todo': {}
  'error.wallet.request_taken.asked.what': {}
  'error.wallet.request_taken.asked.todo': {}
  'error.wallet.request_unpaid.what': {}
  'error.wallet.request_unpaid.money': {}
  'error.wallet.request_unpaid.todo': {}
  'error.wallet.conflict.what': {}
  'error.wallet.conflict.money': {}
  'error.wallet.conflict.todo': {}
  'error.wallet.conflict.said.what': {}
  'error.wallet.conflict.said.money': {}
  'error.wallet.conflict.said.todo': {}
  'error.wallet.put_away.what': {}
  'error.wallet.put_away.money': {}
  'error.wallet.put_away.todo': {}
  'error.wallet.change_at_risk.what': {}
  'error.wallet.change_at_risk.todo': {}
  'error.wallet.again_untied.what': {}
  'error.wallet.again_untied.todo': {}
  'error.wallet.nothing_to_void.what': {}
  'error.wallet.nothing_to_void.money': {}
  'error.wallet.nothing_to_void.todo': {}
  'error.wallet.sending_frozen.what': {}
  'error.wallet.sending_frozen.money': {}
  'error.wallet.sending_frozen.todo': {}
  'error.wallet.request_unknown.what': {}
  'error.wallet.request_unknown.todo': {}
  'error.wallet.request_unknown.service.what': {}
  'error.wallet.request_unknown.service.todo': {}
  'error.wallet.request_differs.what': {}
  'error.wallet.request_differs.todo': {}
  'error.wallet.request_revoked.what': {}
  'error.wallet.request_revoked.by.what': { by: 'text' }
  'error.wallet.request_revoked.money': {}
  'error.wallet.request_revoked.todo': {}
  'error.wallet.request_ended.what': {}
  'error.wallet.request_ended.money': {}
  'error.wallet.request_ended.todo': {}
  'error.wallet.request_held.what': {}
  'error.wallet.request_held.money': {}
  'error.wallet.request_held.todo': {}
  'error.wallet.coin_doubted.what': {}
  'error.wallet.coin_doubted.money': {}
  'error.wallet.coin_doubted.todo': {}
  'error.wallet.coin_unproved.what': { why: 'choice' }
  'error.wallet.coin_unproved.money': {}
  'error.wallet.coin_unproved.todo': {}
  'error.wallet.group_unknown.what': {}
  'error.wallet.group_unknown.todo': {}
  'error.wallet.no_fee_due.what': {}
  'error.wallet.no_fee_due.money': {}
  'error.wallet.no_fee_due.todo': {}
  'error.wallet.deposit_changed.what': {}
  'error.wallet.deposit_changed.money': {}
  'error.wallet.deposit_changed.todo': {}
  'error.wallet.deposit_unverified.what': {}
  'error.wallet.deposit_unverified.money': {}
  'error.wallet.deposit_unverified.todo': {}
  'error.wallet.deposit_unverified.another.what': {}
  'error.wallet.deposit_unverified.another.money': {}
  'error.wallet.deposit_unverified.form.what': { chain: 'text' }
  'error.wallet.deposit_unverified.like.what': { chain: 'text'; like: 'text' }
  'error.wallet.deposit_unverified.form.money': {}
  'error.wallet.deposit_unverified.form.todo': {}
  'error.wallet.asset_mismatch.what': {}
  'error.wallet.asset_mismatch.todo': {}
  'error.wallet.needs_sync.what': {}
  'error.wallet.needs_sync.todo': {}
  'error.wallet.local_only.what': {}
  'error.wallet.local_only.todo': {}
  'error.remote.unreachable.what': {}
  'error.remote.unreachable.todo': {}
  'error.remote.unreachable.proxy.what': { reason: 'choice' }
  'error.remote.unreachable.proxy.todo': {}
  'error.remote.unreachable.changed.what': {}
  'error.remote.unreachable.changed.todo': {}
  'error.remote.unreachable.certificate.what': {}
  'error.remote.unreachable.certificate.todo': {}
  'error.remote.timeout.what': {}
  'error.remote.timeout.money': {}
  'error.remote.timeout.todo': {}
  'error.remote.insecure.what': {}
  'error.remote.insecure.todo': {}
  'error.remote.redirect.what': {}
  'error.remote.redirect.todo': {}
  'error.remote.too_large.what': {}
  'error.remote.too_large.todo': {}
  'error.remote.malformed.what': {}
  'error.remote.malformed.todo': {}
  'error.remote.malformed.page.what': {}
  'error.remote.malformed.page.todo': {}
  'error.remote.unproved.what': {}
  'error.remote.unproved.todo': {}
  'error.remote.clock.what': {}
  'error.remote.clock.todo': {}
  'error.remote.unauthorized.what': {}
  'error.remote.unauthorized.todo': {}
  'error.remote.forbidden.what': {}
  'error.remote.forbidden.todo': {}
  'error.remote.forbidden.untaken.what': {}
  'error.remote.forbidden.untaken.todo': {}
  'error.remote.not_found.what': {}
  'error.remote.not_found.todo': {}
  'error.remote.not_found.untaken.what': {}
  'error.remote.not_found.untaken.todo': {}
  'error.remote.rate_limited.what': {}
  'error.remote.rate_limited.todo': {}
  'error.remote.rate_limited.people.what': {}
  'error.remote.rate_limited.people.todo': {}
  'error.remote.server.what': {}
  'error.remote.server.todo': {}
  'error.remote.invalid_field.what': {}
  'error.remote.invalid_field.todo': {}
  'error.remote.invalid_field.keys.what': {}
  'error.remote.invalid_field.keys.todo': {}
  'error.remote.address_pending.what': {}
  'error.remote.address_pending.todo': {}
  'error.remote.output_locked.what': {}
  'error.remote.output_locked.money': {}
  'error.remote.output_locked.todo': {}
  'error.remote.output_unknown.what': {}
  'error.remote.output_unknown.money': {}
  'error.remote.output_unknown.todo': {}
  'error.remote.not_registered.what': {}
  'error.remote.not_registered.todo': {}
  'error.remote.insufficient.what': {}
  'error.remote.insufficient.todo': {}
  'error.remote.amount_too_small.what': {}
  'error.remote.amount_too_small.todo': {}
  'error.remote.amount_too_large.what': {}
  'error.remote.amount_too_large.todo': {}
  'error.remote.fee_too_small.what': {}
  'error.remote.fee_too_small.todo': {}
  'error.remote.pin.what': {}
  'error.remote.pin.todo': {}
  'error.remote.already_paid.what': {}
  'error.remote.already_paid.money': {}
  'error.remote.already_paid.todo': {}
  'error.remote.bots_full.what': {}
  'error.remote.bots_full.todo': {}
  'error.remote.receivers.what': {}
  'error.remote.receivers.todo': {}
  'error.remote.receiver_gone.what': {}
  'error.remote.receiver_gone.todo': {}
  'error.remote.withdrawal_memo.what': {}
  'error.remote.withdrawal_memo.todo': {}
  'error.remote.withdrawal_suspended.what': {}
  'error.remote.withdrawal_suspended.todo': {}
  'error.remote.chain_behind.what': {}
  'error.remote.chain_behind.todo': {}
  'error.remote.address_malformed.what': {}
  'error.remote.address_malformed.todo': {}
  'error.remote.output_key.what': {}
  'error.remote.output_key.taken.what': { by: 'text' }
  'error.remote.output_key.money': {}
  'error.remote.output_key.todo': {}
  'error.remote.signature.what': {}
  'error.remote.signature.money': {}
  'error.remote.signature.todo': {}
  'error.backup.none.what': {}
  'error.backup.none.todo': {}
  'error.backup.newer.what': {}
  'error.backup.newer.money': {}
  'error.backup.newer.todo': {}
  'error.backup.damaged.what': {}
  'error.backup.damaged.money': {}
  'error.backup.damaged.todo': {}
  'error.backup.partial.what': {}
  'error.backup.partial.money': {}
  'error.backup.partial.todo': {}
  'error.backup.wrong_key.what': {}
  'error.backup.wrong_key.money': {}
  'error.backup.wrong_key.todo': {}
  'error.backup.other_network.what': {}
  'error.backup.other_network.money': {}
  'error.backup.other_network.todo': {}
  'error.backup.other_network.real.what': {}
  'error.backup.other_network.real.todo': {}
  'error.backup.off.what': {}
  'error.backup.off.money': {}
  'error.backup.off.todo': {}
  'error.backup.no_folder.what': {}
  'error.backup.no_folder.money': {}
  'error.backup.no_folder.todo': {}
  'error.backup.no_folder.file.what': {}
  'error.backup.no_folder.file.todo': {}
  'error.backup.no_file.what': {}
  'error.backup.no_file.todo': {}
  'error.backup.no_file.folder.what': {}
  'error.backup.no_file.folder.todo': {}
  'error.store.newer.what': {}
  'error.store.newer.money': {}
  'error.store.newer.todo': {}
  'error.update.untrusted.what': {}
  'error.update.untrusted.todo': {}
  'error.update.malformed.what': {}
  'error.update.malformed.todo': {}
  'error.update.replayed.what': {}
  'error.update.replayed.todo': {}
  'error.update.file.what': {}
  'error.update.file.todo': {}
  'error.update.none.what': {}
  'error.update.none.todo': {}
  'error.update.not_installed.what': {}
  'error.update.not_installed.todo': {}
  'error.store.damaged.what': {}
  'error.store.damaged.money': {}
  'error.store.damaged.todo': {}
  'error.store.other_network.what': {}
  'error.store.other_network.money': {}
  'error.store.other_network.todo': {}
  'error.store.in_use.what': {}
  'error.store.in_use.todo': {}
  'error.store.disk.what': {}
  'error.store.disk.money': {}
  'error.store.disk.todo': {}
  'error.host.refused.what': {}
  'error.host.refused.todo': {}
  'error.host.refused.large.what': {}
  'error.host.refused.large.todo': {}
  'error.host.lost.what': {}
  'error.host.lost.money': {}
  'error.host.lost.todo': {}
  'error.host.network.what': {}
  'error.host.network.todo': {}
  'error.host.not_saved.what': {}
  'error.host.not_saved.todo': {}
  'error.internal.what': {}
  'error.internal.todo': {}
  'error.money.unkept': {}
  'error.money.words-unkept': {}
  'error.what-and-todo': { what: 'text'; todo: 'text' }
  'error.unknown': {}
  'error.unknown-field': {}
  'error.unknown-reason': {}
  'error.too-many': {}
  'error.more': {}
  'error.what-is-needed': {}
  'error.more-than-asked': {}
  'error.this-bot': {}
  'error.the-recipient': {}
  'error.breaks-a-rule': {}
  'error.protocol.validation.what': {}
  'error.protocol.validation.todo': {}
  'error.protocol.not_ours.what': { input: 'text' }
  'error.protocol.not_ours.todo': {}
  'error.input.invalid.what': { field: 'text' }
  'error.input.invalid.todo': {}
  'error.input.amount_ambiguous.what': { text: 'text' }
  'error.input.amount_ambiguous.todo': {}
  'error.input.memo_too_long.what': { bytes: 'text'; most: 'text' }
  'error.input.memo_too_long.todo': {}
  'error.input.phrase.what': { word: 'number' }
  'error.input.phrase.todo': {}
  'error.input.phrase.unknown.what': {}
  'error.input.phrase.unknown.todo': {}
  'error.input.tip_key.what': { known: 'choice'; expected: 'text'; found: 'text' }
  'error.input.tip_key.todo': {}
  'error.input.keystore.what': {}
  'error.input.keystore.incomplete': { lacks: 'text' }
  'error.input.keystore.todo': {}
  'error.input.keystore.rsa.what': {}
  'error.input.keystore.rsa.todo': {}
  'error.input.keystore.permission.what': {}
  'error.input.keystore.permission.todo': {}
  'error.input.keystore.spend-key.what': {}
  'error.input.keystore.spend-key.todo': {}
  'error.input.keystore.words.what': {}
  'error.input.keystore.words.todo': {}
  'error.input.keystore.messenger-words.what': {}
  'error.input.keystore.messenger-words.todo': {}
  'error.input.keystore.several.what': {}
  'error.input.keystore.several.todo': {}
  'error.input.keystore.several-keys.what': {}
  'error.input.keystore.several-keys.todo': {}
  'error.input.keystore.json.what': {}
  'error.input.keystore.json.todo': {}
  'error.input.keystore.unknown.what': {}
  'error.input.keystore.unknown.todo': {}
  'error.input.keystore.large.what': {}
  'error.input.keystore.large.todo': {}
  'error.input.keystore.foreign.what': {}
  'error.input.keystore.foreign.todo': {}
  'error.input.permission.what': {}
  'error.input.permission.todo': {}
  'error.input.permission.small.what': { lacks: 'text' }
  'error.input.permission.small.todo': {}
  'error.input.permission.keystore.what': {}
  'error.input.permission.keystore.todo': {}
  'error.input.permission.single-request.what': {}
  'error.input.permission.single-request.todo': {}
  'error.input.permission.ended.what': {}
  'error.input.permission.ended.todo': {}
  'error.input.permission.unregistered.what': {}
  'error.input.permission.unregistered.todo': {}
  'error.input.bundle.what': { section: 'text'; reason: 'text' }
  'error.input.bundle.money': {}
  'error.input.bundle.todo': {}
  'error.bundle.section': { section: 'choice' }
  'error.bundle.damaged': {}
  'error.bundle.other-bundles': {}
  'error.bundle.parts-missing': {}
  'error.bundle.parts-unfit': {}
  'error.bundle.large': {}
  'error.bundle.other-network': {}
  'error.bundle.members': {}
  'error.bundle.bytes': {}
  'error.bundle.coins': {}
  'error.bundle.signatures': {}
  'error.bundle.author': {}
  'error.bundle.changed': {}
  'error.bundle.amount': {}
  'error.bundle.none': {}
  'error.bundle.version': {}
  'error.input.address_known.what': { named: 'flag'; label: 'text' }
  'error.input.address_known.money': {}
  'error.input.address_known.todo': {}
  'error.input.too_many_rows.what': { count: 'number'; most: 'number' }
  'error.input.too_many_rows.todo': {}
  'error.weak.short': {}
  'error.weak.repeated': {}
  'error.weak.row': {}
  'error.weak.sequence': {}
  'error.weak.date': {}
  'error.weak.common': {}
  'error.weak.word': {}
  'error.weak.name': {}
  'error.weak.guessable': {}
  'error.weak.short.todo': {}
  'error.weak.other.todo': {}
  'error.weak.guessable.todo': {}
  'error.vault.wrong_passphrase.what': {}
  'error.vault.wrong_passphrase.todo': { seconds: 'number' }
  'error.vault.key_mismatch.what': { known: 'choice'; found: 'text'; expected: 'text' }
  'error.vault.key_mismatch.todo': {}
  'error.wallet.watch_only.what': { cannot: 'choice' }
  'error.wallet.watch_only.todo': {}
  'error.wallet.watch_only.scope.what': { scope: 'text' }
  'error.wallet.watch_only.scope.todo': {}
  'error.wallet.phone_app.what': {}
  'error.wallet.phone_app.todo': {}
  'error.wallet.phone_app.refused.what': {}
  'error.wallet.phone_app.refused.todo': {}
  'error.wallet.phone_too_wide.what': { more: 'text' }
  'error.wallet.phone_too_wide.money': {}
  'error.wallet.phone_too_wide.todo': {}
  'error.wallet.no_web_app.what': { reason: 'choice'; name: 'text' }
  'error.wallet.no_web_app.todo': { reason: 'choice' }
  'error.wallet.inscription_refused.what': { reason: 'text' }
  'error.wallet.inscription_refused.money': {}
  'error.wallet.inscription_refused.todo': {}
  'error.wallet.payment_state.money': {}
  'error.wallet.payment_state.todo': {}
  'error.wallet.insufficient.what': { available: 'text'; symbol: 'text'; needed: 'text' }
  'error.wallet.insufficient.held': { held: 'text'; symbol: 'text' }
  'error.wallet.insufficient.held.todo': {}
  'error.wallet.insufficient.todo': {}
  'error.wallet.too_many_inputs.what': { fits: 'text'; symbol: 'text' }
  'error.wallet.too_many_inputs.todo': {}
  'error.wallet.below_dust.what': { least: 'text' }
  'error.wallet.below_dust.todo': {}
  'error.wallet.no_chain.what': { symbol: 'text' }
  'error.wallet.no_chain.todo': {}
  'error.wallet.payee_unregistered.what': { count: 'number'; names: 'text' }
  'error.wallet.payee_unregistered.todo': {}
  'error.wallet.payee_changed.what': { name: 'text'; number: 'text'; before: 'text' }
  'error.wallet.payee_changed.todo': {}
  'error.wallet.row_changed.what': {}
  'error.wallet.row_changed.todo': {}
  'error.wallet.fee_insufficient.what': { fee: 'text' }
  'error.wallet.fee_insufficient.todo': {}
  'error.wallet.record_differs.what': { fields: 'text' }
  'error.wallet.record_differs.todo': {}
  'error.wallet.keys_refused.what': { reason: 'text' }
  'error.wallet.keys_refused.todo': {}
  'error.wallet.view_refused.what': { input: 'text' }
  'error.wallet.view_refused.todo': {}
  'error.wallet.ask_before_sending.what': { reason: 'choice' }
  'error.wallet.ask_before_sending.money': {}
  'error.wallet.ask_before_sending.todo': {}
  'error.wallet.history_unread.what': {}
  'error.wallet.history_unread.money': {}
  'error.wallet.history_unread.todo': {}
  'error.wallet.coin_taken.what': { state: 'choice'; taker: 'text' }
  'error.wallet.coin_taken.todo': { state: 'choice' }
  'error.coin-taker.another': {}
  'error.coin-taker.request': { title: 'text' }
  'error.coin-taker.request-by': { by: 'text'; title: 'text' }
  'error.remote.refused.what': { code: 'text' }
  'error.remote.refused.todo': {}
  'error.wallet.payment_state.what': { state: 'choice' }
  'check.field.asset': {}
  'check.field.inputs': {}
  'check.field.outputs': {}
  'check.field.output-amount': { at: 'text' }
  'check.field.output-type': { at: 'text' }
  'check.field.output-destination': { at: 'text' }
  'check.field.output-keys': { at: 'text' }
  'check.field.output-mask': { at: 'text' }
  'check.field.output-script': { at: 'text' }
  'check.field.memo': {}
  'check.field.balance': {}
  'check.field.request-id': {}
  'check.field.transaction-hash': {}
  'check.field.bytes': {}
  'check.field.asset-id': {}
  'check.field.senders': {}
  'check.field.senders-list': {}
  'check.field.senders-threshold': {}
  'check.field.amount': {}
  'check.field.recipients': {}
  'check.field.inscription': {}
  'check.left-out.bytes': {}
  'check.left-out.asset': {}
  'check.left-out.payer': {}
  'check.left-out.some-recipients': {}
  'check.left-out.recipients': {}
  'check.left-out.change': {}
  'check.keys.missing': {}
  'check.keys.count': {}
  'check.keys.unusable': {}
  'check.keys.used': {}
  'check.keys.changed': {}
  'check.keys.twice': {}
  'check.payments.coin-doubted': {}
  'check.rules.day': { left: 'text'; limit: 'text' }
  'check.rules.day-over': { left: 'text'; limit: 'text' }
  'check.rules.asset': { symbol: 'text' }
  'check.rules.fiat': { left: 'text'; limit: 'text' }
  'check.rules.fiat-over': { left: 'text'; limit: 'text' }
  'check.rules.fiat-unknown': { currency: 'text'; why: 'choice'; earlier: 'flag' }
  'check.rules.counted': { spent: 'text'; limit: 'text'; left: 'text' }
  'check.rules.counted-unknown': { limit: 'text'; why: 'choice' }
  'check.rules.payee': {}
  'check.rules.payee-refused': { why: 'choice' }
  'check.rules.wait': {}
  'check.rules.wait-over': {}
  'check.rules.look': { why: 'choice'; state: 'choice' }
  'check.rules.lost': { why: 'choice' }
  'check.rules.none': {}
  'check.rules.at-most': { amount: 'text' }
  'check.rules.at-most-fiat': { amount: 'text' }
  'check.rules.waits-above': { amount: 'text'; hours: 'number' }
  'check.rules.look-above': { amount: 'text' }
  'check.rules.look-memo': {}
  'check.rules.look-hours': { days: 'choice'; fromHour: 'text'; toHour: 'text'; zone: 'text' }
  'check.rules.others': { others: 'choice' }
  'check.rules.only-saved': { hours: 'number' }
  'check.rules.only-listed': { count: 'number' }
  'check.rules.listed-chains': {}
  'check.rules.waits-new': { hours: 'number' }
  'check.rules.change': { hours: 'number' }
  'check.rules.at-once': {}
  'check.rules.later': {}
  'check.rules.only-here': {}
  'check.line.direct': {}
  'check.line.proxy': { kind: 'choice'; address: 'text' }
  'check.line.usual-authorities': {}
  'check.line.authority': { subject: 'text' }
  'check.line.fingerprint': { fingerprint: 'text' }
  'check.line.sees': {}
  'check.nodes.asked': { address: 'text' }
  'check.nodes.none': {}
  'check.nodes.from': { limit: 'text' }
  'check.nodes.see': {}
  'check.payments.asked-of-phone': { what: 'text' }
  'check.payments.outstanding-spent': { what: 'text' }
  'check.payments.outstanding': { what: 'text'; who: 'choice' }
  'check.payments.put-away-spent': { what: 'text' }
  'check.payments.put-away-open': { what: 'text'; who: 'choice' }
  'check.payments.put-away-again': { what: 'text' }
  'check.payments.fee-later': {}
  'check.payments.fee-recipient': {}
  'check.payments.fee-risen': { fee: 'text'; times: 'text'; before: 'text' }
  'check.payments.fee-unknown': { fee: 'text'; why: 'choice' }
  'check.payments.fee-unknown-and-first': { fee: 'text'; why: 'choice' }
  'check.payments.fee-percent': { fee: 'text'; percent: 'text'; by: 'choice' }
  'check.payments.fee-times': { fee: 'text'; times: 'text'; by: 'choice' }
  'check.payments.fee-tiny': { fee: 'text'; by: 'choice' }
  'check.payments.fee-small': { fee: 'text'; percent: 'text'; by: 'choice' }
  'check.payments.alike-saved': { label: 'text' }
  'check.payments.alike-group': { group: 'text' }
  'check.payments.group-other-threshold': { group: 'text'; threshold: 'number'; known: 'text' }
  'check.payments.group-other-members': { group: 'text' }
  'check.payments.group-namesake': { group: 'text' }
  'check.payments.alike-own': {}
  'check.payments.own-address': {}
  'check.payments.alike-withdrawn': {}
  'check.payments.alike-paid': {}
  'check.payments.alike-person': { name: 'text' }
  'check.payments.saved-without-tag': { label: 'text' }
  'check.payments.saved-with-tag': { label: 'text'; tag: 'text' }
  'check.payments.address-changed': { name: 'text'; address: 'text' }
  'check.payments.address-changed-tag': { name: 'text'; address: 'text'; tag: 'text' }
  'check.payments.address-removed': { name: 'text' }
  'check.payments.namesake': { number: 'text' }
  'check.payments.change-at-risk': { before: 'number'; amounts: 'text' }
  'check.payments.change-at-risk-group': { before: 'number'; amounts: 'text' }
  'check.payments.change-over-limit': { coins: 'choice'; amounts: 'text'; limits: 'text' }
  'check.payments.group-unspendable': {}
  'check.payments.needs-tag': { chain: 'text' }
  'check.payments.first-withdrawal': { who: 'choice' }
  'check.payments.token-contract': { symbol: 'text' }
  'check.payments.asked-amount': { asked: 'text' }
  'check.payments.asked-asset': { symbol: 'text' }
  'check.payments.asked-memo': {}
  'check.payments.price-none': { currency: 'text' }
  'check.payments.price-old': { age: 'text' }
  'check.payments.price-later': {}
  'check.payments.hours': { hours: 'number' }
  'check.payments.days': { days: 'number' }
  'check.payments.price-moved': { percent: 'number' }
  'check.payments.price-first': { figure: 'text' }
  'check.payments.price-jump': { percent: 'number' }
  'check.payments.first-payment': { who: 'choice' }
  'check.payments.paid-elsewhere': { times: 'number' }
  'check.payments.paid-elsewhere-same': { when: 'choice'; what: 'text' }
  'check.payments.paid-meanwhile': { count: 'number'; what: 'text' }
  'check.payments.shown-elsewhere': { who: 'choice'; of: 'choice' }
  'check.payments.plan-changed': { what: 'choice' }
  'check.payments.contact-removed': { name: 'text' }
  'check.payments.memo-unsent': { memo: 'text' }
  'check.payments.same-undecided': { what: 'text' }
  'check.payments.same-lately': { what: 'text' }
  'check.payments.same-stored-undecided': {}
  'check.payments.same-stored-lately': {}
  'check.payments.paid-elsewhere-sum': { when: 'choice'; what: 'text' }
  'check.payments.this-person': {}
  'check.payments.scam': { name: 'text' }
  'check.payments.closed': { name: 'text' }
  'check.payments.blocked-person': {}
  'check.payments.blocked': { name: 'text' }
  'check.payments.other-number': { name: 'text'; before: 'text'; now: 'text' }
  'check.payments.bytes-agree': {}
  'check.payments.bytes-differ': { field: 'text' }
  'check.payments.coins-proved': { who: 'choice'; coins: 'number' }
  'check.payments.frozen': { coins: 'number' }
  'check.payments.turned': { coins: 'number' }
  'check.payments.coin-said-spent': { coins: 'number' }
  'check.payments.record-same': {}
  'check.payments.record-agrees': {}
  'check.payments.record-left-out': { parts: 'text' }
  'check.payments.keys-fresh': {}
  'check.payments.owner-unknown': {}
  'check.payments.asset-mismatch': { symbol: 'text' }
  'check.payments.asset-unlisted': { symbol: 'text' }
  'check.payments.form': { chain: 'text' }
  'check.payments.form-like': { chain: 'text'; like: 'text' }
  'check.payments.unseen': {}
  'check.payments.memo-unseen': {}
  'check.payments.voids': {}
  'check.payments.storage': {}
  'check.payments.vouched': {}
  'check.payments.change': {}
  'check.payments.item-whole': { item: 'text' }
  'check.payments.item-money': { sum: 'text' }
  'check.payments.item-apart': { item: 'text' }
  'check.payments.item-else': { item: 'text' }
  'check.payments.release': { item: 'text' }
  'check.payments.occupy': { item: 'text' }
  'check.payments.inscribed': {}
  'check.payments.plan': { steps: 'text'; coins: 'text' }
  'check.payments.combined': {}
  'title.send': { what: 'text' }
  'title.burn': { what: 'text' }
  'title.release': { item: 'text' }
  'title.occupy': { item: 'text' }
  'title.inscribe': { collection: 'text' }
  'title.deploy': { collection: 'text' }
  'title.withdraw': { what: 'text' }
  'title.combine': { what: 'text' }
  'title.combine-into-one': { sum: 'text' }
  'title.a-payment': {}
  'title.void': { title: 'text' }
  'title.pay-fee': { sum: 'text' }
  'title.withdraw-to-many': { count: 'number'; what: 'text' }
  'title.send-to-many': { count: 'number'; what: 'text' }
  'title.send-to-people': { count: 'number'; what: 'text' }
  'title.withdraw-to': { what: 'text'; whom: 'text' }
  'title.send-to': { what: 'text'; whom: 'text' }
  'title.yourself': {}
  'title.people': { count: 'number' }
  'title.recipients': { count: 'number' }
  'title.a-group': { threshold: 'text'; members: 'text' }
  'title.unknown-recipient': {}
  'title.make-impossible': {}
  'title.payment': {}
  'title.send-now': {}
  'title.send-it-now': { title: 'text' }
  'title.put-it-away': { title: 'text' }
  'title.put-away': {}
  'title.bound': { symbol: 'text' }
  'title.asking': {}
  'title.rules': {}
  'title.set-rules': {}
  'title.line': {}
  'title.line-use': {}
  'title.nodes': {}
  'title.nodes-use': {}
  'title.change-it': {}
  'title.go-on': {}
  'check.payments.signed-earlier': {}
  'check.payments.put-away': {}
  'check.payments.put-away-unproved': {}
  'check.payments.change-of-one': {}
  'check.payments.sum': { sum: 'text' }
  'check.payments.bound': {}
  'check.passphrase.rule': { when: 'choice' }
  'check.passphrase.above': { limit: 'text' }
  'check.passphrase.others': {}
  'check.payments.did-not-come-back': {}
  'check.payments.go-on': {}
  'check.approvals.nothing-said': {}
  'check.approvals.record': {}
  'check.approvals.change': {}
  'check.approvals.memo': { bytes: 'text' }
  'check.approvals.coins-unread': {}
  'check.approvals.coins-unknown': { coins: 'number' }
  'check.approvals.coins-bundle': {}
  'check.approvals.coins': {}
  'check.approvals.item-whole': {}
  'check.approvals.item-apart': {}
  'check.approvals.ours': {}
  'check.approvals.not-ours': {}
  'check.approvals.output-type': { output: 'text' }
  'check.approvals.output-unspendable': { output: 'text'; threshold: 'text'; keys: 'text' }
  'check.approvals.key-twice': {}
  'check.approvals.asset-unlisted': {}
  'check.approvals.frozen': { coins: 'number' }
  'check.approvals.held-signed': { title: 'text' }
  'check.approvals.held': { title: 'text' }
  'check.approvals.same': { asker: 'choice'; name: 'text'; what: 'text'; known: 'flag'; count: 'number'; whole: 'flag'; title: 'text'; state: 'choice' }
  'check.approvals.same-more': { count: 'number'; known: 'flag' }
  'check.approvals.signatures': { count: 'number' }
  'check.approvals.signers': { claimed: 'text'; found: 'text' }
  'check.approvals.vouched': {}
  'check.approvals.keys-unvouched': { whom: 'text' }
  'check.approvals.keys-unconfirmed': { whom: 'text' }
  'check.approvals.keys-uncompared': { whom: 'text' }
  'check.approvals.rows': { lines: 'number' }
  'check.approvals.row': { field: 'text' }
  'check.approvals.the-change': {}
  'check.approvals.recipient': { at: 'text' }
  'check.approvals.coin-not-ours': { coin: 'text' }
  'check.approvals.some-coin-not-ours': {}
  'check.row.transaction': {}
  'check.row.paying-group': {}
  'check.row.asset': {}
  'check.row.amount': {}
  'check.row.memo': {}
  'check.row.coins': {}
  'check.row.request': {}
  'check.row.references': {}
  'check.row.outputs': {}
  'check.row.to': {}
  'check.row.person': { name: 'text'; id: 'text' }
  'check.row.other-keys': { keys: 'number' }
  'check.row.line': { agrees: 'flag'; field: 'text'; actual: 'text'; asked: 'text'; record: 'text' }
  'check.row.not-said': {}
  'check.approvals.group': { threshold: 'text'; members: 'text'; words: 'text' }
  'check.approvals.threshold': { threshold: 'text'; members: 'text' }
  'check.approvals.change-or-not': { sums: 'text' }
  'check.approvals.coins-worth': { coins: 'text'; sum: 'text' }
  'check.row.change': {}
  'check.row.recipient': { at: 'text' }
  'check.approvals.people': { people: 'text' }
  'check.approvals.nobody': {}
  'check.approvals.of-people': { threshold: 'text'; people: 'text' }
  'check.approvals.to-keys': { keys: 'number'; sum: 'text'; threshold: 'text' }
  'check.approvals.to-place': { sum: 'text'; place: 'text' }
  'check.approvals.place-with-tag': { destination: 'text'; tag: 'text' }
  'check.approvals.none': {}
  'check.approvals.bytes': { bytes: 'text'; hash: 'text' }
  'check.proposal.changed': {}
  'check.proposal.a-vault': {}
  'check.proposal.the-vault': { name: 'text' }
  'check.proposal.unknown': { vault: 'text' }
  'check.proposal.transaction': { vault: 'text' }
  'check.proposal.recovery': { vault: 'text' }
  'check.proposal.nobody': { what: 'text' }
  'check.proposal.one': { what: 'text'; sum: 'text'; address: 'text' }
  'check.proposal.many': { count: 'number'; what: 'text' }
  'check.log.made': {}
  'check.log.found': {}
  'check.log.code': {}
  'check.log.link': {}
  'check.log.bundle': {}
  'check.log.open': {}
  'check.log.complete': {}
  'check.log.final': {}
  'check.log.revoked': {}
  'check.log.dead': {}
  'check.log.said-dead': {}
  'check.log.signed': {}
  'check.log.refused-here': {}
  'check.log.refusal-taken-back': {}
  'check.log.refused': { name: 'text' }
  'check.log.no-taken-back': { name: 'text' }
  'check.log.fee-paid': {}
  'check.log.stranger': {}
  'check.log.imported': { name: 'text' }
  'check.log.imported-member': {}
  'check.log.set-aside': {}
  'check.approvals.destination': {}
  'title.sign-as': { at: 'number'; of: 'text' }
  'check.why.dead': {}
  'check.why.said-dead': {}
  'check.why.revoked': {}
  'check.why.complete': {}
  'check.why.signed': {}
  'check.why.no-member': {}
  'check.why.no-group': {}
  'check.why.differs': {}
  'check.why.rules': { passes: 'flag' }
  'check.why.no-key': {}
  'check.why.no-views': {}
  'title.unlock': { title: 'text' }
  'title.unlock-for-everyone': {}
  'check.approvals.unlock': {}
  'check.approvals.unlock-signed': {}
  'check.collectibles.recipient-kind': {}
  'check.collectibles.recipient-unspendable': {}
  'check.collectibles.recipient-absent': {}
  'check.collectibles.recipient': {}
  'check.collectibles.recipient-invalid': {}
  'check.collectibles.size': {}
  'check.collectibles.size-large': {}
  'check.collectibles.price': { price: 'text' }
  'check.collectibles.price-short': { price: 'text'; available: 'text' }
  'check.collectibles.icon': {}
  'check.collectibles.icon-missing': {}
  'check.collectibles.validation-none': {}
  'check.collectibles.validation-checksums': { items: 'number' }
  'check.collectibles.validation-expression': {}
  'check.collectibles.validation-broken': { items: 'number' }
  'check.collectibles.expression': {}
  'check.collectibles.name': {}
  'check.collectibles.name-missing': { most: 'text' }
  'check.collectibles.symbol': {}
  'check.collectibles.symbol-missing': { most: 'text' }
  'check.collectibles.supply': { items: 'number' }
  'check.collectibles.supply-uneven': {}
  'check.collectibles.share': { sum: 'text' }
  'check.collectibles.share-none': {}
  'check.collectibles.content': {}
  'check.collectibles.allowed-unread': {}
  'check.collectibles.allowed-any': {}
  'check.collectibles.allowed-unknown': {}
  'check.collectibles.room': { item: 'text'; last: 'text' }
  'check.collectibles.room-none': {}
  'check.collectibles.rules': {}
  'check.collectibles.rule': { reason: 'choice' }
  'check.collectibles.on-list': {}
  'check.collectibles.as-allowed': {}
  'check.collectibles.not-on-list': {}
  'check.collectibles.not-as-allowed': {}
  'check.collectibles.not-here': {}
  'check.collectibles.frozen': { reason: 'text' }
  'check.collectibles.held': {}
  'check.collectibles.not-released': {}
  'check.collectibles.needs-unit': {}
  'check.collectibles.too-small': {}
  'check.contacts.scam': {}
  'check.contacts.other-number': { number: 'text' }
  'check.contacts.unspendable': {}
  'check.contacts.memo-plus': { memo: 'text' }
  'check.contacts.untold': { memo: 'text' }
  'check.contacts.address': {}
  'check.contacts.group': { threshold: 'text'; members: 'text' }
  'check.contacts.nobody': {}
  'check.contacts.earlier-line': {}
  'check.contacts.oneself': {}
  'check.contacts.number-differs': { network: 'text'; file: 'text' }
  'check.contacts.blocked': {}
  'check.contacts.other-name': { name: 'text' }
  'check.contacts.no-phone': {}
  'check.contacts.phone': { phone: 'text' }
  'check.contacts.no-note': {}
  'check.contacts.other-note': {}
  'check.contacts.other-colour': {}
  'check.contacts.same': {}
  'check.contacts.changed': { differences: 'text' }
  'check.contacts.no-json': {}
  'check.contacts.lines-beyond': { most: 'number' }
  'check.contacts.address-broken': {}
  'check.contacts.neither': {}
  'check.contacts.broken': {}
  'check.contacts.its-address-broken': {}
  'check.contacts.group-broken': {}
  'check.contacts.group-changed': {}
  'check.contacts.group-earlier': {}
  'check.contacts.group-without-you': {}
  'check.contacts.group-nobody': {}
  'check.contacts.group-unregistered': {}
  'check.scan.conversation': {}
  'check.scan.address': {}
  'check.scan.withdrawal': {}
  'check.scan.lightning': {}
  'check.scan.messenger': { what: 'text' }
  'check.scan.other-host': { host: 'text' }
  'check.scan.look-alike-host': { host: 'text' }
  'check.scan.fault-id': { part: 'text' }
  'check.scan.fault-twice': { part: 'text' }
  'check.scan.fault-amount-asset': {}
  'check.scan.fault-along': { part: 'text' }
  'check.scan.fault-amount': {}
  'check.scan.fault-amounts': {}
  'check.scan.fault-destination': {}
  'check.scan.fault-missing': {}
  'check.scan.fault-path': {}
  'check.scan.fault-long': {}
  'check.scan.fault-characters': {}
  'check.scan.fault-scheme': {}
  'check.scan.fault-gone': {}
  'check.scan.glance-bundle': {}
  'check.scan.glance-group': {}
  'check.scan.glance-address': {}
  'check.scan.glance-text': {}
  'check.scan.glance-invoice': {}
  'check.scan.glance-payment': {}
  'check.scan.glance-person': {}
  'check.scan.glance-request': {}
  'check.scan.glance-collectible': {}
  'check.scan.glance-app': {}
  'check.scan.glance-code': {}
  'check.scan.glance-link': {}
  'check.scan.version': {}
  'check.scan.asset': {}
  'check.scan.input': { at: 'text' }
  'check.scan.output': { at: 'text' }
  'check.scan.to-keys': { keys: 'number'; amount: 'text' }
  'check.scan.memo': {}
  'check.scan.none': {}
  'check.scan.older-form': {}
  'check.coins.unknown': {}
  'check.coins.members': { threshold: 'text'; members: 'text' }
  'check.coins.not-proved': {}
  'check.coins.nodes-differ': {}
  'check.coins.item-unnamed': {}
  'check.coins.item-renamed': {}
  'title.remove': { name: 'text' }
  'title.remove-verb': {}
  'check.account.remove': { watched: 'flag' }
  'title.change-passphrase': {}
  'title.set-passphrase': {}
  'check.account.passphrase': {}
  'title.set-it': {}
  'title.show-key': { name: 'text' }
  'check.account.show-key': {}
  'title.show-it': {}
  'title.show-words': { name: 'text' }
  'check.account.show-words': {}
  'title.show-them': {}
  'title.set-up-backup': {}
  'check.backup.folder': { folder: 'text' }
  'check.backup.opens': {}
  'title.set-it-up': {}
  'title.restore': {}
  'check.backup.file': { path: 'text' }
  'check.backup.own': {}
  'title.restore-it': {}
  'title.back-up-words': {}
  'check.backup.words': {}
  'check.backup.words-open': {}
  'check.keychain.slow': {}
  'check.keychain.library': {}
  'check.keychain.service': {}
  'check.keychain.locked': {}
  'check.keychain.answer': {}
  'check.keychain.refused': {}
  'send.an-earlier-request': {}
  'main.something-new': {}
  'main.menu.lock': {}
  'main.menu.settings': {}
  'main.menu.file': {}
  'main.menu.edit': {}
  'main.menu.view': {}
  'main.menu.window': {}
  'main.menu.about': {}
  'main.menu.hide': {}
  'main.menu.hide-others': {}
  'main.menu.show-all': {}
  'main.menu.quit': {}
  'main.menu.undo': {}
  'main.menu.redo': {}
  'main.menu.cut': {}
  'main.menu.copy': {}
  'main.menu.paste': {}
  'main.menu.select-all': {}
  'main.menu.actual-size': {}
  'main.menu.zoom-in': {}
  'main.menu.zoom-out': {}
  'main.menu.full-screen': {}
  'main.menu.minimize': {}
  'main.menu.zoom': {}
  'main.menu.close': {}
  'main.menu.help': {}
  'main.menu.coffer-help': {}
  'main.open-address': {}
  'main.cancel': {}
  'main.open': {}
  'main.camera': {}
  'main.camera-detail': {}
  'main.no': {}
  'main.use-camera': {}
  'main.screen': {}
  'main.screen-detail': {}
  'main.screen-choose': {}
  'main.screen-whole': {}
  'main.screen-one': { number: 'number' }
  'main.window-stopped': {}
  'main.quit': {}
  'main.show-again': {}
  'main.window-silent': {}
  'main.window-silent-todo': {}
  'main.wait': {}
  'main.page-silent': {}
  'main.page-silent-detail': { origin: 'text' }
  'main.close-page': {}
  'main.page-not-opened': {}
  'main.page-not-opened-detail': { origin: 'text' }
  'main.ok': {}
  'main.approve': {}
  'main.cannot-start': {}
  'main.cannot-start-here': {}
  'main.switches': { switches: 'text' }
  'main.no-sandbox': {}
  'main.waits-for-you': { count: 'number' }
  'main.update.install': { version: 'text' }
  'main.update.replace-means': {}
  'main.update.open-means': {}
  'main.update.end-means': {}
  'main.update.yes': {}
  'main.open-coffer': {}
  'main.quit-coffer': {}
  'main.port-in-use': {}
  'main.start.why': { why: 'text' }
  'main.start.not-built': {}
  'main.start.network-silent': { url: 'text' }
  'main.start.network-choice': { file: 'text' }
  'main.start.network-forgotten': { url: 'text'; file: 'text' }
  'main.start.refused': { reasons: 'text' }
  'main.start.switch-missing': { switches: 'text'; count: 'number' }
  'main.start.variable': { name: 'text' }
  'main.start.switch': { name: 'text' }
  'main.option.unknown': { option: 'text' }
  'main.option.text': { text: 'text' }
  'main.option.value-missing': { option: 'text' }
  'main.option.no-value': { option: 'text' }
  'main.option.twice': { option: 'text' }
  'main.option.unreadable': {}
  'main.option.data': { path: 'text' }
  'main.option.port': {}
  'main.option.network': {}
  'main.option.proxy': {}
  'main.option.ca': {}
  'main.option.updates': {}
  'main.why.no-open': {}
  'main.why.root': {}
  'main.why.no-display': {}
  'main.why.no-browser': {}
  'main.why.ended': {}
  'main.why.late': {}
  'main.why.not-started': {}
  'main.not-opened': { why: 'text'; url: 'text' }
  'main.guessing': {}
  'main.no-window': { why: 'text' }
  'main.statement.usage': {}
  'main.statement.help': {}
  'main.statement.file-missing': {}
  'main.statement.no-file': { file: 'text' }
  'main.statement.no-key': {}
  'main.statement.unreadable': {}
  'main.statement.changed': {}
  'main.statement.sums-differ': { symbol: 'text' }
  'main.statement.unsigned': {}
  'main.statement.digest': { digest: 'text' }
  'main.statement.doubted': {}
  'main.statement.only': { symbol: 'text'; id: 'text' }
  'main.statement.choice': {}
  'main.statement.unchanged': { key: 'text' }
  'main.statement.by-that-key': { key: 'text' }
  'main.statement.by-another-key': { key: 'text' }
  'main.save-pdf': {}
  'doctor.verdict.assumed': {}
  'doctor.verdict.differs': {}
  'doctor.verdict.refused': {}
  'doctor.verdict.unseen': {}
  'doctor.verdict.unasked': {}
  'doctor.verdict.unanswered': {}
  'main.wallet.usage': {}
  'main.wallet.help': {}
  'main.wallet.not-for': { option: 'text'; what: 'text' }
  'main.wallet.no-folder': { path: 'text' }
  'main.wallet.no-wallet': { path: 'text'; network: 'text' }
  'main.wallet.ask-something': {}
  'main.wallet.unknown': { what: 'text' }
  'main.wallet.count': {}
  'main.wallet.amount': { amount: 'text' }
  'main.wallet.asset-unknown': { asset: 'text' }
  'main.wallet.asset-several': { asset: 'text'; ids: 'text' }
  'main.wallet.no-account': {}
  'main.wallet.account-unknown': { name: 'text' }
  'main.wallet.account-which': { ids: 'text' }
  'main.wallet.group-unknown': { name: 'text' }
  'main.wallet.group-which': { ids: 'text' }
  'main.wallet.needs-passphrase': {}
  'main.wallet.not-up-to-date': {}
  'main.wallet.damaged': {}
  'main.wallet.source': {}
  'main.doctor.usage': {}
  'main.doctor.help': {}
  'main.doctor.keystore-missing': {}
  'main.doctor.local': {}
  'main.doctor.data-alone': {}
  'main.doctor.no-report': {}
  'main.doctor.report-unwritten': { file: 'text' }
  'main.doctor.no-keystore': {}
  'main.doctor.no-network': {}
  'main.doctor.may-it-make-keys': {}
  'main.doctor.counts': { checks: 'number'; differs: 'text'; refused: 'text' }
  'main.doctor.money-differs': {}
  'main.doctor.unanswered': { count: 'number' }
  'main.doctor.sound': {}
  'main.doctor.passphrase': {}
  'main.doctor.payment-review': { symbol: 'text' }
  'main.doctor.may-it-pay': {}
  'main.doctor.needs-terminal': {}
  'main.doctor.payment-left': { differs: 'choice' }
  'main.doctor.payment-followed': {}
  'main.doctor.stopped': {}
  'doctor.title': {}
  'doctor.what-it-does': {}
  'doctor.check-now': {}
  'doctor.check-again': {}
  'doctor.also-keys': {}
  'doctor.may-cost': {}
  'doctor.save-report': {}
  'doctor.report-names-nobody': {}
  'doctor.pay-yourself': {}
  'doctor.pay-yourself-why': {}
  'doctor.sound': {}
  'doctor.money-differs': {}
  'doctor.money-differs-why': {}
  'doctor.not-all-answered': {}
  'doctor.some-unanswered': { count: 'number' }
  'doctor.as-expected': { count: 'number' }
  'doctor.not-checked': { count: 'number' }
  'doctor.to-look-at': {}
  'doctor.check': {}
  'doctor.result': {}
  'doctor.money-depends': {}
  'doctor.new-members': { names: 'text' }
  'doctor.missing-members': { names: 'text' }
  'doctor.check.tls': {}
  'doctor.check.proxy': {}
  'doctor.check.own-authority': {}
  'doctor.check.nodes': {}
  'doctor.check.clock': {}
  'doctor.check.request-id': {}
  'doctor.check.identity': {}
  'doctor.check.registration': {}
  'doctor.check.spend-key': {}
  'doctor.check.other-token': {}
  'doctor.check.no-transaction': {}
  'doctor.check.no-request': {}
  'doctor.check.no-code': {}
  'doctor.check.kernel-asset': {}
  'doctor.check.outputs-order': {}
  'doctor.check.outputs-offset': {}
  'doctor.check.outputs-limit': {}
  'doctor.check.outputs-state': {}
  'doctor.check.outputs-holder': {}
  'doctor.check.outputs-ids': {}
  'doctor.check.snapshots-order': {}
  'doctor.check.snapshots-offset': {}
  'doctor.check.recorded-bytes': {}
  'doctor.check.ledger-bytes': {}
  'doctor.check.ledger-output': {}
  'doctor.check.ledger-key': {}
  'doctor.check.one-time-keys': {}
  'doctor.check.same-hint': {}
  'doctor.check.other-hint': {}
  'doctor.check.deposit-address': {}
  'doctor.check.own-key-opens': {}
  'doctor.check.pay-myself': {}
}
