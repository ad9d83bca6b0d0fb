import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeInvoice, encodeMixAddress, formatPaymentLink, mixAddressOf, parseAmount } from '#protocol'
import { bindMethods } from '../../src/main/binder.ts'
import { systemClock } from '../support/clock.ts'
import { BTC, freshBytes } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { openWallet } from '../support/wallet.ts'
import type { ScanCard } from '../support/worded.ts'
import { available } from './judge.ts'
import { payShop, told } from './paying.ts'
import { type Attack, hold, type Stage } from './stage.ts'
import { refuseInvisible } from './words.ts'

/* What is given to a person by hand and was altered on its way: links to pay, backups, labels. */

const LINK = 'https://mixin.one/pay'
const OVERRIDE = '\u202E'

type Card<Kind extends ScanCard['kind']> = Extract<ScanCard, { kind: Kind }>

interface LinkRow {
  readonly name: string
  readonly text: (stage: Stage) => string
  /** What must hold of the card where it offers to pay; without it, no payment may be offered at all. */
  readonly holds?: (card: Card<'payment'>, stage: Stage) => boolean
  readonly quick?: boolean
}

const link = (stage: Stage, query: string): string => `${LINK}/${stage.ben.id}?asset=${BTC}&${query}`
/** One letter in the middle is another one. */
const turned = (text: string): string => {
  const at = Math.floor(text.length / 2)
  return `${text.slice(0, at)}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`
}
const mix = ({ ben, shop }: Stage): string => encodeMixAddress(mixAddressOf([ben.id, shop.id], 1))

/** Nothing can be filled in of an amount that is none. */
const noAmount = ({ view }: Card<'payment'>): boolean => view.asked.amount === null || view.problem !== null
const BEYOND = `1${'0'.repeat(60)}`

const LINKS: readonly LinkRow[] = [
  ...['-1', '1e3', '0', '1.000000001', 'NaN', '٣', '0x10', ' 1', '1,5'].map(
    (amount): LinkRow => ({
      name: `an amount of “${amount.slice(0, 12)}”`,
      text: (stage) => link(stage, `amount=${encodeURIComponent(amount)}`),
      holds: noAmount,
      quick: amount === '1e3',
    }),
  ),
  {
    name: 'an amount beyond all money',
    text: (stage) => link(stage, `amount=${BEYOND}`),
    // What is asked for is shown as it is, and nobody has it.
    holds: ({ view: { asked } }) => asked.amount === null || asked.amount === BigInt(BEYOND) * 100_000_000n,
  },
  {
    name: 'two amounts',
    text: (stage) => link(stage, 'amount=0.1&amount=9'),
    holds: noAmount,
  },
  {
    name: 'two assets',
    text: (stage) => link(stage, 'amount=0.1&asset=43d61dcd-e413-450d-80b8-101d5e903357'),
    holds: ({ asset, view }) => asset === null || view.problem !== null,
  },
  {
    name: 'a script to return to',
    text: (stage) => link(stage, `amount=0.1&return_to=${encodeURIComponent('javascript:alert(1)')}`),
    holds: ({ view }) => view.asked.returnTo === null,
  },
  {
    name: 'a file to return to',
    text: (stage) => link(stage, `amount=0.1&return_to=${encodeURIComponent('file:///etc/passwd')}`),
    holds: ({ view }) => view.asked.returnTo === null,
  },
  {
    name: 'a memo that turns the line around',
    text: (stage) => link(stage, `amount=0.1&memo=${encodeURIComponent(`rent${OVERRIDE}1.0`)}`),
    holds: ({ view }) => view.asked.amount === parseAmount('0.1'),
  },
  {
    name: 'the payee in two ways',
    text: (stage) => `${link(stage, 'amount=0.1')}&recipient=${stage.thief.id}`,
    holds: ({ view }, { ben }) => view.payee?.kind === 'user' && view.payee.userId === ben.id,
  },
  {
    name: 'somebody else before the @',
    text: ({ ben, thief }) => `https://${ben.id}@mixin.one/pay/${thief.id}?asset=${BTC}&amount=0.1`,
    holds: ({ view }, { thief }) => view.payee?.kind === 'user' && view.payee.userId === thief.id,
  },
  { name: 'another host', text: ({ ben }) => `https://mixin.one.evil.example/pay/${ben.id}?asset=${BTC}&amount=0.1` },
  { name: 'a payee with one letter less', text: ({ ben }) => `${LINK}/${ben.id.slice(0, -1)}?asset=${BTC}&amount=0.1` },
  { name: 'an address for many with one letter turned', text: (stage) => turned(mix(stage)), quick: true },
  { name: 'an address for many that is cut', text: (stage) => mix(stage).slice(0, -3) },
  {
    name: 'a link to an address for many with one letter turned',
    text: (stage) => `${LINK}/${turned(mix(stage))}?asset=${BTC}&amount=0.1`,
  },
]

const given = ({ name, text, holds, quick = false }: LinkRow): Attack => ({
  name: `link: it holds ${name}`,
  point: '1.10',
  quick,
  async run(stage) {
    const { wallet, account } = await stage.victim({ coins: [] })
    let card: ScanCard
    try {
      card = await wallet.calls['scan.read']({ account, text: text(stage), source: 'paste' })
    } catch (error) {
      told(error)
      return
    }
    const invoke = bindMethods(wallet.bare.calls, { clock: systemClock, random: freshBytes, log: () => undefined })
    refuseInvisible(await invoke('scan.read', { account, text: text(stage), source: 'paste' }), 'card')
    hold(card.kind !== 'invoice' && card.kind !== 'group', `read as ${card.kind}`)
    if (card.kind === 'payment') hold(holds?.(card, stage) === true, 'offers to pay what was altered')
  },
})

/** Its trace is that of a payment that was made: whoever pays it pays it once. */
const traced: Attack = {
  name: 'link: it holds the trace of a payment that was made, and another amount',
  point: '1.1',
  async run(stage) {
    const victim = await stage.victim()
    const { wallet, account } = victim
    await wallet.until(
      () => available(victim, BTC),
      (units) => units === parseAmount('1.5'),
    )
    const { payments } = await payShop(stage, victim)
    const [trace] = payments
    hold(trace !== undefined, 'nothing was paid')
    const text = formatPaymentLink({ destination: stage.shop.id, asset: BTC, amount: '0.4', trace })
    const card = await wallet.calls['scan.read']({ account, text, source: 'paste' })
    hold(card.kind === 'payment' && card.view.standing === 'paid', 'a trace that was paid is offered to be paid again')
    const { payee } = card.view
    hold(payee !== null, 'whom the link pays is not named')
    const before = stage.ledger.sentBy([account]).length
    const review = await wallet.calls['payments.prepare']({
      ...{ account, holder: null, assetId: BTC, memoHex: '', feeAssetId: null, coins: null, references: [] },
      ...{ rows: [{ payee, amount: parseAmount('0.4') }], requestId: trace, draftId: null, label: '' },
      returnTo: null,
    }).catch((error: unknown) => void told(error))
    hold(
      review === undefined || review.verdict === 'stop' || review.paymentId !== trace,
      'prepared under a trace that is used',
    )
    hold(stage.ledger.sentBy([account]).length === before, 'paid by reading a link')
  },
}

const INVOICES: readonly (readonly [string, (text: string) => string])[] = [
  ['one letter turned', turned],
  ['its end cut', (text) => text.slice(0, -6)],
  ['more behind it', (text) => `${text}AAAA`],
  ['its letters in the other case', (text) => text.slice(0, 3) + text.slice(3).toUpperCase()],
]

const invoices: Attack[] = INVOICES.map(([name, alter]) => ({
  name: `link: an invoice has ${name}`,
  point: '1.10',
  async run(stage) {
    const { wallet, account } = await stage.victim({ coins: [] })
    const invoice = encodeInvoice({
      recipient: mixAddressOf([stage.ben.id, stage.shop.id], 1),
      entries: [{ traceId: stage.shop.id, assetId: BTC, amount: parseAmount('0.1'), extra: '', references: [] }],
    })
    const read = (text: string) => wallet.calls['scan.read']({ account, text, source: 'paste' })
    hold((await read(invoice)).kind === 'invoice', 'an honest invoice is not read')
    const card = await read(alter(invoice)).catch((error: unknown) => void told(error))
    hold(card === undefined || card.kind === 'text', `an altered invoice is read as ${card?.kind}`)
  },
}))

const PASSPHRASE = 'a long and good passphrase of a person'
/** One backup for all rows that alter it: the key derivation is slow on purpose. */
let made: Promise<Buffer> | undefined
async function backup(stage: Stage): Promise<Buffer> {
  made ??= (async () => {
    const { wallet, account } = await stage.victim({ coins: [] })
    await wallet.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
    await wallet.calls['labels.set']({ account, id: `u:${account}`, label: 'Myself', note: '' })
    const folder = newFolder('backup')
    const { last } = await wallet.calls['backup.setUp']({ folder, rhythm: 'daily', passphrase: PASSPHRASE })
    return readFileSync(last?.path ?? '')
  })()
  return made
}

const flipped = (bytes: Buffer, at: number): Buffer => {
  const altered = Buffer.from(bytes)
  altered[at] = (altered[at] ?? 0) ^ 1
  return altered
}
const FILES: readonly (readonly [string, (bytes: Buffer) => Buffer, quick?: boolean])[] = [
  ['a bit turned in its name', (bytes) => flipped(bytes, 3)],
  ['a bit turned in its header', (bytes) => flipped(bytes, bytes.indexOf('createdAt') + 14)],
  ['a bit turned in its middle', (bytes) => flipped(bytes, Math.floor(bytes.length / 2)), true],
  ['its last bit turned', (bytes) => flipped(bytes, bytes.length - 1)],
  ['its last byte missing', (bytes) => bytes.subarray(0, -1)],
  ['its second half missing', (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2))],
  ['nothing in it', () => Buffer.alloc(0)],
  ['one byte more', (bytes) => Buffer.concat([bytes, Buffer.from([0])])],
  ['itself behind it', (bytes) => Buffer.concat([bytes, bytes])],
  [
    'a length of four gigabytes',
    (bytes) => {
      const altered = Buffer.from(bytes)
      altered.writeUInt32BE(0xffffffff, altered.indexOf('\n', altered.indexOf('createdAt')) + 1)
      return altered
    },
  ],
]

const files: Attack[] = FILES.map(([name, alter, quick = false]) => ({
  name: `backup: it has ${name}`,
  point: '3.5',
  quick,
  async run(stage) {
    const bytes = await backup(stage)
    const path = join(newFolder('altered'), 'altered.coffer-backup')
    writeFileSync(path, alter(bytes))
    const other = stage.keep(await openWallet({ dir: newFolder(), baseUrl: stage.net.url, clock: stage.clock }))
    const secret = { kind: 'passphrase' as const, text: PASSPHRASE }
    const tries = {
      'backup.test': () => other.calls['backup.test']({ path, secret }),
      'backup.restore': () => other.calls['backup.restore']({ path, secret, passphrase: null }),
    }
    for (const [call, attempt] of Object.entries(tries)) {
      const code = await attempt().then(() => null, told)
      hold(code?.startsWith('backup.') === true, `${call} took it, or said ${code}`)
    }
    hold((await other.calls['app.state'](null)).accounts.length === 0, 'something of it was restored')
  },
}))

/** The service or a friend hands over labels; they are words of strangers. */
const LABELS: readonly (readonly [string, (subject: string) => unknown, refused: boolean])[] = [
  ['that turn the line around', (subject) => ({ subject, label: `Ben${OVERRIDE}evil`, note: '' }), false],
  ['with a control character', (subject) => ({ subject, label: 'Ben\u0007\u001B[31m', note: '' }), false],
  ['of a megabyte', (subject) => ({ subject, label: 'x'.repeat(800_000), note: '' }), true],
  ['of what nobody can name', () => ({ subject: 'x:1', label: 'no', note: '' }), true],
  ['that are numbers', (subject) => ({ subject, label: 7, note: '' }), true],
  ['of a prototype', () => JSON.parse('{"__proto__":{"subject":"u:1"}}') as unknown, true],
]

const labels: Attack[] = LABELS.map(([name, row, refused]) => ({
  name: `labels: they are a file of labels ${name}`,
  point: '4',
  async run(stage) {
    const { wallet, account } = await stage.victim({ coins: [] })
    await wallet.calls['labels.set']({ account, id: `u:${account}`, label: 'Myself', note: '' })
    const { text } = await wallet.calls['labels.export']({ account })
    const [head] = text.split('\n')
    const file = `${head}\n${JSON.stringify(row(`u:${stage.ben.id}`))}\n`
    const came = await wallet.calls['labels.import']({ account, text: file, replace: true }).then(
      ({ added }) => added,
      (error: unknown) => void told(error),
    )
    hold(!refused || (came ?? 0) === 0, 'took what is no label')
    const resolved = await wallet.calls['payees.resolve']({ account, holder: null, text: stage.ben.id, assetId: null })
    refuseInvisible(resolved, 'payee')
    const kept = (await wallet.calls['labels.export']({ account })).text
    hold(kept.includes('Myself'), 'lost a label that was there')
  },
}))

export const givenAttacks: readonly Attack[] = [...LINKS.map(given), traced, ...invoices, ...files, ...labels]
