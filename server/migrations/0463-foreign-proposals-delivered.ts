import { changeWords, type Migrating } from './kit.ts'

/** What another engine proposes may be expected as a delivery. */
export async function up(db: Migrating): Promise<void> {
  await changeWords(db, 'data_transfer', 'data_kind', [
    'location',
    'product',
    'productVariant',
    'productGroup',
    'stockLevel',
    'dailySale',
    'foreignProposal',
    'supplyRelation',
    'businessRelation',
    'priceChange',
    'regionCode',
    'mciFile',
  ])
}
