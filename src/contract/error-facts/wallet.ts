import type { ErrorDetails } from '#protocol/text'
import { type Said, said } from '#words/facts'
import { amountIn, type ErrorFacts, given, numberIn, type ToldOf, textIn } from './form.ts'

/** The request that has a coin, as far as it is known. */
function coinTaker(details: ErrorDetails): Said {
  const title = given(details, 'title', '')
  if (title === '') return said('error.coin-taker.another')
  const by = textIn(details, 'by')
  return by === '' ? said('error.coin-taker.request', { title }) : said('error.coin-taker.request-by', { by, title })
}

/** What is not there since other payments hold it. */
const heldOf = (d: ErrorDetails): Partial<ErrorFacts> =>
  amountIn(d, 'held') > 0n
    ? { money: said('error.wallet.insufficient.held', { held: given(d, 'held', ''), symbol: textIn(d, 'symbol') }) }
    : {}

/** There is enough, and what is missing comes free once what holds it has ended. */
const isOnlyHeld = (d: ErrorDetails): boolean =>
  amountIn(d, 'held') > 0n && amountIn(d, 'available') + amountIn(d, 'held') >= amountIn(d, 'needed')

function watchOnlyFacts(details: ErrorDetails): Partial<ErrorFacts> {
  const scope = textIn(details, 'scope')
  if (scope === '' || scope === 'FULL') {
    return { what: said('error.wallet.watch_only.what', { cannot: textIn(details, 'cannot') }) }
  }
  return {
    what: said('error.wallet.watch_only.scope.what', { scope }),
    todo: said('error.wallet.watch_only.scope.todo'),
  }
}

/** What a group was asked for is not sent. */
const askedBefore = (d: ErrorDetails): Partial<ErrorFacts> =>
  d['asked'] === true
    ? {
        what: said('error.wallet.already_sent.asked.what'),
        money: said('error.wallet.already_sent.asked.money'),
        todo: said('error.wallet.already_sent.asked.todo'),
      }
    : {}

const sentBefore = (d: ErrorDetails): Partial<ErrorFacts> =>
  typeof d['rows'] === 'number'
    ? {
        what: said('error.wallet.already_sent.rows.what', { rows: d['rows'] }),
        money: said('error.wallet.already_sent.rows.money'),
        todo: said('error.wallet.already_sent.rows.todo'),
      }
    : askedBefore(d)

function reviewChangedFacts({ coin, warning }: ErrorDetails): Partial<ErrorFacts> {
  if (coin === 'spent') {
    return {
      what: said('error.wallet.review_changed.coin.what'),
      money: said('error.money.unsigned'),
      todo: said('error.wallet.review_changed.coin.todo'),
    }
  }
  return warning === 'new'
    ? {
        what: said('error.wallet.review_changed.warning.what'),
        money: said('error.money.unsigned'),
        todo: said('error.wallet.review_changed.warning.todo'),
      }
    : {}
}

function depositFacts(d: ErrorDetails): Partial<ErrorFacts> {
  if (d['of'] === 'another') {
    return {
      what: said('error.wallet.deposit_unverified.another.what'),
      money: said('error.wallet.deposit_unverified.another.money'),
    }
  }
  if (d['of'] !== 'form') return {}
  const chain = given(d, 'chain', '')
  const like = given(d, 'like', '')
  return {
    what:
      like === ''
        ? said('error.wallet.deposit_unverified.form.what', { chain })
        : said('error.wallet.deposit_unverified.like.what', { chain, like }),
    money: said('error.wallet.deposit_unverified.form.money'),
    todo: said('error.wallet.deposit_unverified.form.todo'),
  }
}

export const WALLET_FACTS: ToldOf<'wallet'> = {
  'wallet.watch_only': watchOnlyFacts,
  'wallet.session_ended': ({ network }) =>
    network === 'local' ? { todo: said('error.wallet.session_ended.local.todo') } : {},
  'wallet.already_sent': sentBefore,
  'wallet.sent_unproved': askedBefore,
  'wallet.request_taken': (d) =>
    d['asked'] === true
      ? { what: said('error.wallet.request_taken.asked.what'), todo: said('error.wallet.request_taken.asked.todo') }
      : {},
  'wallet.phone_app': (d) =>
    d['reason'] === 'refused'
      ? { what: said('error.wallet.phone_app.refused.what'), todo: said('error.wallet.phone_app.refused.todo') }
      : {},
  'wallet.phone_too_wide': (d) => ({
    what: said('error.wallet.phone_too_wide.what', { more: given(d, 'more', said('error.more-than-asked')) }),
  }),
  'wallet.no_web_app': (d) => ({
    what: said('error.wallet.no_web_app.what', {
      reason: textIn(d, 'reason'),
      name: given(d, 'name', said('error.this-bot')),
    }),
    todo: said('error.wallet.no_web_app.todo', { reason: textIn(d, 'reason') }),
  }),
  'wallet.inscription_refused': (d) => ({
    what: said('error.wallet.inscription_refused.what', { reason: given(d, 'reason', said('error.breaks-a-rule')) }),
  }),
  'wallet.coin_unproved': (d) => ({ what: said('error.wallet.coin_unproved.what', { why: textIn(d, 'why') }) }),
  'wallet.payment_state': (d) => ({ what: said('error.wallet.payment_state.what', { state: textIn(d, 'state') }) }),
  'wallet.insufficient': (d) => {
    const symbol = textIn(d, 'symbol')
    return {
      what: said('error.wallet.insufficient.what', {
        available: given(d, 'available', '0'),
        symbol,
        needed: given(d, 'needed', said('error.more')),
      }),
      ...heldOf(d),
      ...(isOnlyHeld(d) ? { todo: said('error.wallet.insufficient.held.todo') } : {}),
    }
  },
  'wallet.too_many_inputs': (d) => ({
    what: said('error.wallet.too_many_inputs.what', { fits: given(d, 'fits', '?'), symbol: textIn(d, 'symbol') }),
  }),
  'wallet.payee_changed': (d) => ({
    what: said('error.wallet.payee_changed.what', {
      name: given(d, 'name', said('error.the-recipient')),
      number: given(d, 'number', '?'),
      before: given(d, 'before', '?'),
    }),
  }),
  'wallet.payee_unregistered': (d) => ({
    what: said('error.wallet.payee_unregistered.what', {
      count: Array.isArray(d['names']) ? d['names'].length : 1,
      names: given(d, 'names', said('error.the-recipient')),
    }),
  }),
  'wallet.below_dust': (d) => ({ what: said('error.wallet.below_dust.what', { least: given(d, 'least', '?') }) }),
  'wallet.no_chain': (d) => ({ what: said('error.wallet.no_chain.what', { symbol: given(d, 'symbol', '?') }) }),
  'wallet.fee_insufficient': (d) => ({
    what: said('error.wallet.fee_insufficient.what', { fee: given(d, 'fee', said('error.more')) }),
    ...heldOf(d),
  }),
  'wallet.review_changed': reviewChangedFacts,
  'wallet.conflict': (d) =>
    textIn(d, 'by') === 'service'
      ? {
          what: said('error.wallet.conflict.said.what'),
          money: said('error.wallet.conflict.said.money'),
          todo: said('error.wallet.conflict.said.todo'),
        }
      : {},
  'wallet.deposit_unverified': depositFacts,
  // A file may tell of it all the same.
  'wallet.request_unknown': (d) =>
    d['by'] === 'service'
      ? {
          what: said('error.wallet.request_unknown.service.what'),
          todo: said('error.wallet.request_unknown.service.todo'),
        }
      : {},
  'wallet.request_revoked': (d) => {
    const by = textIn(d, 'by')
    return by === '' ? {} : { what: said('error.wallet.request_revoked.by.what', { by }) }
  },
  'wallet.record_differs': (d) => ({
    what: said('error.wallet.record_differs.what', { fields: given(d, 'fields', said('error.unknown-field')) }),
  }),
  'wallet.keys_refused': (d) => ({
    what: said('error.wallet.keys_refused.what', { reason: given(d, 'reason', said('error.unknown-reason')) }),
  }),
  'wallet.view_refused': (d) => ({ what: said('error.wallet.view_refused.what', { input: given(d, 'input', '?') }) }),
  'wallet.ask_before_sending': (d) => ({
    what: said('error.wallet.ask_before_sending.what', { reason: textIn(d, 'reason') }),
  }),
  'wallet.look_again': (d) => ({
    todo: said('error.wallet.look_again.todo', { minutes: Math.max(1, numberIn(d, 'minutes')) }),
  }),
  'wallet.coin_taken': (d) => ({
    what: said('error.wallet.coin_taken.what', { state: textIn(d, 'state'), taker: coinTaker(d) }),
    todo: said('error.wallet.coin_taken.todo', { state: textIn(d, 'state') }),
  }),
}
