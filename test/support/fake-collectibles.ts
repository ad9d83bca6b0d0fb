import type { MethodName, WireAnswer, WireInput } from '#contract/ipc'
import { ago, asset, hashOf, user, uuidOf } from './fake-data.ts'
import { review } from './fake-reviews.ts'

/* Collectibles of the fake wallet: a gallery to look at, with contents of every kind. */

type Names = Extract<MethodName, `collectibles.${string}`>
type Answers = { [Name in Names]: (input: WireInput<Name>) => WireAnswer<Name> | Promise<WireAnswer<Name>> }
type Item = WireAnswer<'collectibles.list'>['items'][number]
type Detail = WireAnswer<'collectibles.item'>

const TYPES = ['image/svg+xml', 'text/plain', 'application/json', 'application/pdf'] as const
const OWN = { host: '127.0.0.1:4100', own: true }
const COLLECTION = hashOf('collection kites')

const bytes = (text: string): string => Buffer.from(text).toString('base64')

function contentOf(at: number): WireAnswer<'collectibles.content'> {
  const turn = (at * 47) % 360
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="hsl(${turn} 40% 60%)"/><path d="M5 1 8 5 5 9 2 5z" fill="hsl(${turn} 60% 30%)"/></svg>`
  const made = [
    { kind: 'svg', mediaType: 'image/svg+xml', text: drawing },
    { kind: 'text', mediaType: 'text/plain', text: `Kite number ${at} likes the evening wind.` },
    { kind: 'json', mediaType: 'application/json', text: `{"kite":${at},"tail":["red","blue"]}` },
    { kind: 'unknown', mediaType: 'application/octet-stream', text: '%PDF-1.7' },
  ] as const
  const { text, ...rest } = made[at % made.length] ?? made[0]
  return { ...rest, bytes: text.length, base64: bytes(text) }
}

function itemOf(at: number): Item {
  return {
    inscription: hashOf(`kite ${at}`),
    holder: `${hashOf('holder of Ana')}:1`,
    group: at % 9 === 4 ? 'Studio' : null,
    state: at === 3 ? 'leaving' : 'held',
    paymentId: at === 3 ? uuidOf('payment ok') : null,
    frozen: null,
    collection: COLLECTION,
    name: `Kites of the north coast #${at}`,
    collectionName: 'Kites of the north coast',
    sequence: at,
    contentType: TYPES[at % TYPES.length] ?? '',
    content: at % 7 === 6 ? { host: 'pictures.example.org', own: false } : OWN,
    amount: '1',
    asset: { ...asset('XIN'), symbol: 'KITE', name: 'Kites of the north coast', trust: 'unlisted' },
    hidden: false,
    receivedAt: ago(at * 90),
  }
}

/** State and answers of one fake wallet; `emit` announces a change. */
export function fakeCollectibles(count: number, emit: (topics: ['collectibles']) => void): Answers {
  const items = Array.from({ length: count }, (_, at) => itemOf(at))
  const hidden = new Set<string>()
  const numberOf = (hash: string): number => items.findIndex((item) => item.inscription === hash)
  const ana: Detail['recipient'] = { kind: 'user', user: user('Mira', '1092', {}) }

  const collection = (): WireAnswer<'collectibles.collection'> => ({
    ...{
      collection: COLLECTION,
      name: 'Kites of the north coast',
      symbol: 'KITE',
      icon: OWN,
      unit: '1',
      supply: '500',
    },
    description: 'Five hundred kites, drawn by hand over one winter and numbered in the order in which they flew.',
    ...{ items: 500, asset: null, createdAt: ago(90_000), mine: items.length },
    treasury: { ratio: '0.05', by: ana },
  })

  const preview = (items: number): WireAnswer<'collectibles.previewCollection'> => ({
    checks: [
      { id: 'size', result: 'ok', text: 'It fits into one object.' },
      {
        id: 'validation',
        result: 'attention',
        text: 'Coffer cannot tell whether the collection’s expression allows this.',
      },
      { id: 'price', result: 'ok', text: 'Storing it burns 0.0001 XIN, once.' },
    ],
    ...{ ready: true, bytes: 412, items, text: '{"operation":"inscribe"}' },
    price: { asset: asset('XIN'), amount: '0.0001', available: '5' },
  })

  return {
    'collectibles.list': (input) => ({
      items: items.filter((item) => hidden.has(item.inscription) === input.hidden),
      hidden: hidden.size,
      unknown: 0,
    }),
    'collectibles.item': ({ inscription }) => {
      const at = Math.max(0, numberOf(inscription))
      const mine = { ...itemOf(at), hidden: hidden.has(inscription) }
      const can = mine.state === 'held'
      const why = can ? '' : 'Another payment or request holds it.'
      return {
        ...{ inscription, mine, name: mine.name, collection: collection(), sequence: at },
        ...{ contentType: mine.contentType, content: mine.content, occupiedAt: mine.receivedAt, recipient: ana },
        traits: [
          { name: 'Tail', value: 'Red and blue' },
          { name: 'Wind', value: String(at) },
        ],
        occupancy: { kind: 'mine', group: mine.group },
        history: [{ kind: 'received', at: mine.receivedAt, party: ana, hash: hashOf('t'), activityId: null }],
        ...{ transfer: { can, why }, release: { can, why } },
        occupy: { can: false, why: 'Only a released item can be occupied.', unit: '1', available: '0' },
      }
    },
    'collectibles.collection': collection,
    'collectibles.items': ({ after }) => ({
      items: Array.from({ length: 100 }, (_, at) => at + (after === null ? 0 : after + 1)).map((at) => ({
        inscription: hashOf(`kite ${at}`),
        sequence: at,
        contentType: TYPES[at % TYPES.length] ?? '',
        content: OWN,
        occupancy:
          at < items.length
            ? { kind: 'mine', group: null }
            : at % 5 === 0
              ? { kind: 'vacant' }
              : { kind: 'occupied', by: ana },
      })),
      after: (after ?? -1) >= 399 ? null : (after ?? -1) + 100,
    }),
    'collectibles.content': ({ hash }) => contentOf(Math.max(0, numberOf(hash))),
    'collectibles.hide': ({ inscriptions, hidden: away }) => {
      for (const hash of inscriptions) {
        if (away) hidden.add(hash)
        else hidden.delete(hash)
      }
      emit(['collectibles'])
      return null
    },
    'collectibles.transfer': () => review('ok', { title: 'Send Kites of the north coast #1 to Ana' }),
    'collectibles.release': () => review('attention', { title: 'Release Kites of the north coast #1' }),
    'collectibles.occupy': () => review('ok', { title: 'Occupy Kites of the north coast #1' }),
    'collectibles.previewInscription': () => preview(12),
    'collectibles.inscribe': () => review('ok', { title: 'Inscribe into Kites of the north coast' }),
    'collectibles.previewCollection': () => preview(500),
    'collectibles.deploy': () => review('ok', { title: 'Deploy Kites of the north coast' }),
  }
}
