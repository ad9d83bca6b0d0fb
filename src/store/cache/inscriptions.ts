import type { Collection, Hash, InscriptionItem } from '#contract/domain'
import type { Database } from '../database.ts'
import { bytesOf, orUndefined } from '../encoding.ts'
import { fromJson, jsonOf } from '../exact-json.ts'
import { sealedWriter } from '../sealed.ts'

/** Collections and their items as the service describes them; contents are untrusted text. */
export function openInscriptions(db: Database) {
  const writeCollection = sealedWriter(db, 'collections', ['hash'])
  const readCollection = db.prepare<{ record: string }>('SELECT record FROM collections WHERE hash = ?')
  const allCollections = db.prepare<{ record: string }>('SELECT record FROM collections ORDER BY hash')
  const writeItem = sealedWriter(db, 'inscriptions', ['hash'])
  const readItem = db.prepare<{ record: string }>('SELECT record FROM inscriptions WHERE hash = ?')
  const ofCollection = db.prepare<{ record: string }>(`
    SELECT record FROM inscriptions WHERE collection = ? AND sequence > ? ORDER BY sequence LIMIT ?`)

  return {
    putCollections: (collections: readonly Collection[]): void =>
      db.transaction(() => {
        for (const each of collections) writeCollection([bytesOf(each.collection_hash), jsonOf(each)])
      }),
    collection: (hash: Hash): Collection | undefined =>
      orUndefined(readCollection.get(bytesOf(hash)), (row) => fromJson<Collection>(row.record)),
    collections: (): Collection[] =>
      db.readable('collection', allCollections.all(), (row) => fromJson<Collection>(row.record)),
    putItems: (items: readonly InscriptionItem[]): void =>
      db.transaction(() => {
        for (const item of items) {
          const [hash, collection] = [bytesOf(item.inscription_hash), bytesOf(item.collection_hash)]
          writeItem([hash, collection, BigInt(item.sequence), jsonOf(item)])
        }
      }),
    item: (hash: Hash): InscriptionItem | undefined =>
      orUndefined(readItem.get(bytesOf(hash)), (row) => fromJson<InscriptionItem>(row.record)),
    /** In order of sequence; `after` is the sequence of the last item of the page before. */
    items: (query: { collection: Hash; after?: number; limit: number }): InscriptionItem[] =>
      db.readable('item', ofCollection.all(bytesOf(query.collection), query.after ?? -1, query.limit), (row) =>
        fromJson<InscriptionItem>(row.record),
      ),
  }
}
