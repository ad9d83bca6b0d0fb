import type { AssetId, Hash, UserId } from '#contract/domain'
import {
  type Amount,
  assetIdFromContract,
  type DeployInscription,
  decodeMainnetAddress,
  decodeMixAddress,
  deriveGhostKeys,
  encodeInscription,
  type GhostKeys,
  type InscribeInscription,
  type InscriptionContent,
  inscriptionItemAmount,
  kernelAssetId,
  parseAmount,
  parseInscriptionContent,
  scalarFromUniform,
  sha3Hash,
  THRESHOLD_MAX,
  type Transaction,
  toAmount,
} from '#protocol'
import { TOKEN_CHAIN } from '../chain/catalog.ts'
import { findAccount } from './accounts.ts'
import { bringIn } from './custodian.ts'
import { issueOwnKeys } from './ghosts.ts'
import { ensureHolder, type LedgerHolder } from './holders.ts'
import { type CollectionRow, collectionRow, type ItemRow, inscriptionIn } from './inscriptions.ts'
import { isAllowed, isExpression, readValidation } from './validation.ts'
import type { World } from './world.ts'

/*
 * What the indexer of inscriptions reads out of final transactions. The ledger carries any extra; one that breaks a rule
 * is paid for and means nothing, and nobody is told so. The custodian pays an item out by a transaction of its own, one output
 * for it and one for the treasury: at once (mode 1) or when the last item is inscribed (mode 2).
 */

/** More items than this network keeps of one collection. */
const ITEMS_MAX = 100_000n

interface NewCollection {
  readonly hash: string
  readonly name: string
  readonly symbol: string
  readonly description: string
  readonly unit: bigint
  readonly supply: bigint
  readonly mode: 1 | 2
  readonly validation: string | null
  readonly treasury: { readonly ratio: string; readonly recipient: string } | null
}

/** Keeps a collection, which has a token of its own from then on. */
function insertCollection(world: World, made: NewCollection): void {
  const assetId = assetIdFromContract(TOKEN_CHAIN, made.hash) as AssetId // a uuid by construction
  const kernel = kernelAssetId(assetId) as Hash // a hash by construction
  world.db.run(
    `INSERT INTO collection (collection_hash, asset_id, kernel_asset_id, name, symbol, description, icon_url, unit, supply,
                             mode, validation, treasury_ratio, treasury_recipient, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    made.hash,
    assetId,
    kernel,
    made.name,
    made.symbol,
    made.description,
    '', // the icon is in the transaction with this hash
    String(made.unit),
    String(made.supply),
    BigInt(made.mode),
    made.validation,
    made.treasury?.ratio ?? null,
    made.treasury?.recipient ?? null,
    world.now(),
  )
}

interface NewItem {
  readonly hash: string
  readonly collection: string
  readonly sequence: number
  readonly contentType: string
  readonly contentHash: string | null
  readonly traits: readonly { readonly name: string; readonly value: string }[]
  readonly recipient: string
}

function insertItem(world: World, item: NewItem): void {
  const time = world.now()
  world.db.run(
    `INSERT INTO item (inscription_hash, collection_hash, sequence, content_type, content_url, content_hash, traits, recipient,
                       occupied_by, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, '', ?, ?)`,
    item.hash,
    item.collection,
    BigInt(item.sequence),
    item.contentType,
    '', // the content is in the transaction with this hash
    item.contentHash,
    JSON.stringify(item.traits),
    item.recipient,
    time,
    time,
  )
}

/** Whom a group address stands for here: keys for an output, and the holder where it is one of this network's people. */
interface Recipient {
  readonly holder: LedgerHolder | null
  readonly threshold: number
  keysFor(purpose: string): GhostKeys
}

/** Null for people whom nobody can pay because they have not registered, and for what can never be spent. */
function recipientOf(world: World, address: string): Recipient | null {
  const { kind, members, threshold } = decodeMixAddress(address)
  if (threshold > members.length || threshold > THRESHOLD_MAX) return null
  if (kind === 'xin') {
    const receivers = members.map(decodeMainnetAddress)
    const scalar = (purpose: string) => scalarFromUniform(world.keys.deriveWide(`distribution:${purpose}`))
    return { holder: null, threshold, keysFor: (purpose) => deriveGhostKeys(scalar(purpose), receivers, 0) }
  }
  if (new Set(members).size !== members.length) return null
  if (members.some((member) => (findAccount(world, member)?.spend_key ?? null) === null)) return null
  const holder = ensureHolder(world, members as UserId[], threshold) // the decoder gives uuids
  return { holder, threshold, keysFor: () => issueOwnKeys(world, world.uuid(), holder.members) }
}

interface Share {
  readonly collection: CollectionRow
  readonly item: string
  readonly sequence: number
  readonly to: Recipient
  readonly amount: Amount
  /** 0 for the item itself, 1 for the treasury's share. */
  readonly index: bigint
  /** Transactions that are on the ledger. */
  readonly references: readonly string[]
}

/** Brings tokens of a collection in, as the kernel lets a deposit in. */
function pay(world: World, { collection, item, sequence, to, amount, index, references }: Share): string {
  const { mask, keys } = to.keysFor(`${item}:${index}`)
  return bringIn(world, {
    asset: collection.kernel_asset_id,
    deposit: {
      chain: kernelAssetId(TOKEN_CHAIN),
      assetKey: collection.collection_hash,
      transaction: item,
      index,
      amount,
    },
    ...{ to: { mask, keys, threshold: to.threshold }, holder: to.holder, references },
    extra: encodeInscription({ operation: 'distribute', sequence }),
    ...{ kind: 'inscription', field: 'items' },
  })
}

/** Pays an item out: its output to the recipient, and the treasury's share where there is one. */
function distribute(world: World, item: string, references: readonly string[]): void {
  const row = world.db.get<ItemRow>('SELECT * FROM item WHERE inscription_hash = ?', item)
  const collection = row === undefined ? undefined : collectionRow(world, row.collection_hash)
  const to = row === undefined ? null : recipientOf(world, row.recipient)
  if (row === undefined || collection === undefined || to === null) throw new Error('an item cannot be paid out')
  const unit = BigInt(collection.unit)
  const share = { collection, item, sequence: Number(row.sequence), references }
  const amount = itemAmount(collection)
  const minted = pay(world, { ...share, to, amount, index: 0n })
  world.db.run('UPDATE item SET mint_transaction = ? WHERE inscription_hash = ?', minted, item)
  const treasury = collection.treasury_recipient === null ? null : recipientOf(world, collection.treasury_recipient)
  if (treasury !== null && unit > amount) {
    pay(world, { ...share, to: treasury, amount: toAmount(unit - amount), index: 1n })
  }
}

const COINS = 100_000_000n

function itemAmount({ unit, treasury_ratio, treasury_recipient }: CollectionRow): Amount {
  const units = BigInt(unit)
  const text = `${units / COINS}.${String(units % COINS).padStart(8, '0')}`
  if (treasury_ratio === null) return toAmount(units)
  return inscriptionItemAmount({ unit: text, treasury: { ratio: treasury_ratio, recipient: treasury_recipient ?? '' } })
}

function contentOf(text: string | undefined): InscriptionContent | null {
  return text === undefined ? null : parseInscriptionContent(text)
}

function deploy(world: World, hash: Hash, { references }: Transaction, operation: DeployInscription): void {
  const [unit, supply] = [parseAmount(operation.unit), parseAmount(operation.supply)]
  const items = supply / unit
  if (references.length > 0 || supply % unit !== 0n || items > ITEMS_MAX) return
  parseInscriptionContent(operation.icon)
  const { validation = null, treasury = null } = operation
  if (validation !== null) {
    const read = readValidation(validation, Number(items))
    if (read.kind === 'expression' && !isExpression(read.pattern)) return
  }
  if (
    treasury !== null &&
    (recipientOf(world, treasury.recipient) === null || inscriptionItemAmount(operation) <= 0n)
  ) {
    return
  }
  const { name, symbol, mode } = operation
  const description = operation.description ?? ''
  insertCollection(world, {
    ...{ hash, name, symbol, description, unit, supply, mode, validation, treasury },
  })
}

/** Parameters of a content's type are its traits, but those that say how the text is written. */
function traitsOf(content: InscriptionContent | null): NewItem['traits'] {
  return (content?.parameters ?? []).flatMap((parameter) => {
    const [name = '', ...value] = parameter.split('=')
    return name === '' || name.toLowerCase() === 'charset' ? [] : [{ name, value: value.join('=') }]
  })
}

function inscribe(world: World, hash: Hash, { references }: Transaction, operation: InscribeInscription): void {
  const [reference = ''] = references
  const collection = references.length === 1 ? collectionRow(world, reference) : undefined
  if (collection === undefined || recipientOf(world, operation.recipient) === null) return
  const limit = Number(BigInt(collection.supply) / BigInt(collection.unit))
  const sequence = Number(
    world.db.get<{ count: bigint }>('SELECT count(*) AS count FROM item WHERE collection_hash = ?', reference)?.count ??
      0n,
  )
  if (sequence >= limit) return
  const content = contentOf(operation.content)
  if (collection.validation !== null) {
    if (content === null || !isAllowed(readValidation(collection.validation, limit), content)) return
  }
  const isEmpty = content === null || content.bytes.length === 0
  const contentHash = isEmpty ? null : sha3Hash(Buffer.from(operation.content ?? '').toString('hex'))
  const taken = 'SELECT 1 FROM item WHERE collection_hash = ? AND content_hash = ?'
  if (contentHash !== null && world.db.get(taken, reference, contentHash) !== undefined) return
  insertItem(world, {
    ...{ hash, collection: reference, sequence, contentType: content?.mediaType ?? '', contentHash },
    ...{ traits: traitsOf(content), recipient: operation.recipient },
  })
  if (collection.mode === 1n) distribute(world, hash, [hash])
  else if (sequence + 1 === limit) {
    const items = 'SELECT inscription_hash FROM item WHERE collection_hash = ? ORDER BY sequence'
    for (const each of world.db.all<{ inscription_hash: Hash }>(items, reference)) {
      distribute(world, each.inscription_hash, [each.inscription_hash])
    }
  }
}

/** Reads what a transaction inscribes, as it becomes final. What breaks a rule leaves nothing behind. */
export function readInscription(world: World, hash: Hash, transaction: Transaction): void {
  // Bytes that the kernel lets in by way of a deposit are this network's own.
  if (transaction.inputs.some(({ deposit }) => deposit !== undefined)) return
  const operation = inscriptionIn(transaction.extra)
  if (operation?.operation !== 'deploy' && operation?.operation !== 'inscribe') return
  try {
    world.db.transaction(() => {
      if (operation.operation === 'deploy') deploy(world, hash, transaction, operation)
      else inscribe(world, hash, transaction, operation)
    })
  } catch (error) {
    world.log('info', 'localnet.inscription_void', {
      transaction: hash,
      reason: error instanceof Error ? error.message : 'unknown',
    })
  }
}
