import type { ErrorDetails } from '#protocol/text'
import { type Said, said } from '#words/facts'
import { weakFacts } from '../passphrase.ts'
import { type ErrorFacts, given, numberIn, type ToldOf, textIn } from './form.ts'

/** What else a file of keys can be, so that nobody looks for a fault in it. */
const KEYSTORES: Readonly<Record<string, ErrorFacts>> = {
  rsa: unkept(said('error.input.keystore.rsa.what'), said('error.input.keystore.rsa.todo')),
  permission: unkept(said('error.input.keystore.permission.what'), said('error.input.keystore.permission.todo')),
  'spend-key': unkept(said('error.input.keystore.spend-key.what'), said('error.input.keystore.spend-key.todo')),
  words: {
    what: said('error.input.keystore.words.what'),
    money: said('error.money.words-unkept'),
    todo: said('error.input.keystore.words.todo'),
  },
  'messenger-words': {
    what: said('error.input.keystore.messenger-words.what'),
    money: said('error.money.words-unkept'),
    todo: said('error.input.keystore.messenger-words.todo'),
  },
  several: unkept(said('error.input.keystore.several.what'), said('error.input.keystore.several.todo')),
  'several-keys': unkept(
    said('error.input.keystore.several-keys.what'),
    said('error.input.keystore.several-keys.todo'),
  ),
  json: unkept(said('error.input.keystore.json.what'), said('error.input.keystore.json.todo')),
  unknown: unkept(said('error.input.keystore.unknown.what'), said('error.input.keystore.unknown.todo')),
  foreign: unkept(said('error.input.keystore.foreign.what'), said('error.input.keystore.foreign.todo')),
  large: unkept(said('error.input.keystore.large.what'), said('error.input.keystore.large.todo')),
}

const PERMISSIONS: Readonly<Record<string, ErrorFacts>> = {
  keystore: unkept(said('error.input.permission.keystore.what'), said('error.input.permission.keystore.todo')),
  single_request: unkept(
    said('error.input.permission.single-request.what'),
    said('error.input.permission.single-request.todo'),
  ),
  ended: unkept(said('error.input.permission.ended.what'), said('error.input.permission.ended.todo')),
  unregistered: unkept(
    said('error.input.permission.unregistered.what'),
    said('error.input.permission.unregistered.todo'),
  ),
}

function unkept(what: Said, todo: Said): ErrorFacts {
  return { what, money: said('error.money.unkept'), todo }
}

function keystoreFacts(details: ErrorDetails): Partial<ErrorFacts> {
  const known = KEYSTORES[textIn(details, 'form')]
  if (known !== undefined) return known
  const lacks = textIn(details, 'what')
  if (lacks === '' || lacks === 'keystore') return {}
  return { what: said('error.input.keystore.incomplete', { lacks }) }
}

function permissionFacts(details: ErrorDetails): Partial<ErrorFacts> {
  if (details['lacks'] === undefined) return PERMISSIONS[textIn(details, 'reason')] ?? {}
  const lacks = given(details, 'lacks', said('error.what-is-needed'))
  return unkept(said('error.input.permission.small.what', { lacks }), said('error.input.permission.small.todo'))
}

export const INPUT_FACTS: ToldOf<'input'> = {
  'input.invalid': (d) => ({
    what: said('error.input.invalid.what', { field: given(d, 'field', said('error.unknown-field')) }),
  }),
  'input.payee': (d) =>
    d['asks'] === 'collectible'
      ? { what: said('error.input.payee.collectible.what'), todo: said('error.input.payee.collectible.todo') }
      : textIn(d, 'reason') === 'nobody'
        ? { what: said('error.input.payee.nobody.what'), todo: said('error.input.payee.nobody.todo') }
        : textIn(d, 'reason') === 'unseen'
          ? { what: said('error.input.payee.unseen.what'), todo: said('error.input.payee.unseen.todo') }
          : {},
  'input.amount_ambiguous': (d) => ({
    what: said('error.input.amount_ambiguous.what', { text: given(d, 'text', '') }),
  }),
  'input.memo_too_long': (d) => ({
    what: said('error.input.memo_too_long.what', {
      bytes: given(d, 'bytes', said('error.too-many')),
      most: given(d, 'most', '255'),
    }),
  }),
  'input.phrase': (d) =>
    d['reason'] === 'unknown'
      ? { what: said('error.input.phrase.unknown.what'), todo: said('error.input.phrase.unknown.todo') }
      : { what: said('error.input.phrase.what', { word: numberIn(d, 'word') }) },
  'input.tip_key': (d) => ({
    what: said('error.input.tip_key.what', {
      known: d['expected'] === undefined ? 'nothing' : 'key',
      expected: textIn(d, 'expected'),
      found: textIn(d, 'found'),
    }),
  }),
  'input.keystore': keystoreFacts,
  'input.permission': permissionFacts,
  'input.bundle': (d) => ({
    what: said('error.input.bundle.what', {
      section: said('error.bundle.section', { section: textIn(d, 'section') }),
      reason: given(d, 'reason', said('error.bundle.damaged')),
    }),
  }),
  'input.too_many_rows': (d) => ({
    what: said('error.input.too_many_rows.what', { count: numberIn(d, 'count'), most: numberIn(d, 'most') }),
  }),
  'input.address_known': (d) => ({
    what: said('error.input.address_known.what', {
      named: textIn(d, 'label') !== '',
      label: textIn(d, 'label'),
    }),
  }),
  'input.proxy': (d) => ({
    what: said('error.input.proxy.what', { reason: textIn(d, 'reason') }),
    todo: said('error.input.proxy.todo', { reason: textIn(d, 'reason') }),
  }),
  'input.authority': (d) => ({
    what: said('error.input.authority.what', { reason: textIn(d, 'reason') }),
    todo: said('error.input.authority.todo', { reason: textIn(d, 'reason') }),
  }),
  'input.node': (d) => ({
    what: said('error.input.node.what', { reason: textIn(d, 'reason'), node: textIn(d, 'node') }),
    todo: said('error.input.node.todo', { reason: textIn(d, 'reason') }),
  }),
  'input.passphrase_weak': (d) => weakFacts(d['why']),
}
