import { describe, expect, it } from 'vitest'
import { mciValueTypes } from '@kervan/contract/company/mci'
import type { Entity, EntityField } from '../mci-entity.sql.ts'
import { sampleRows, type SampleSource } from './sample.ts'

const field = (type: EntityField['type'], over: Partial<EntityField> = {}): EntityField => ({
  id: type,
  code: type,
  name: type,
  type,
  base: null,
  keyPart: false,
  mandatory: true,
  ...over,
})
const entity = (fields: EntityField[]): Entity => ({
  id: '',
  code: 'E',
  name: 'E',
  purpose: 'Data',
  source: 'ManageByUserInput',
  user_generation: 0,
  erp_generation: 0,
  inOrder: true,
  fields,
})
const source: SampleSource = {
  locations: ['L-1', 'L-2'],
  products: ['P-1', 'P-2', 'P-3'],
  today: '2026-11-23',
  text: ({ name }, row) => `${name} ${row}`,
}

describe('[MCI-001] sample data', () => {
  it('has a value of its kind in each field', () => {
    const [row] = sampleRows(entity(mciValueTypes.map((type) => field(type))), source)
    expect(row).toEqual({
      Text: 'Text 1',
      Integer: 12,
      Decimal: '1.5',
      Date: '2026-11-23',
      Flag: true,
      Location: 'L-1',
      Product: 'P-1',
    })
  })

  it('names no key twice, whatever the key is', () => {
    for (const type of mciValueTypes) {
      const rows = sampleRows(entity([field(type, { keyPart: true }), field('Integer')]), source)
      const keys = rows.map((row) => row[type])
      expect(new Set(keys).size, type).toBe(keys.length)
      expect(keys.length).toBeGreaterThan(1)
    }
  })

  it('ends a period after it has begun, and leaves empty what the company has nothing of', () => {
    const dates = [
      field('Date', { code: 'from', base: 'StartDate' }),
      field('Date', { code: 'to', base: 'EndDate' }),
    ]
    for (const row of sampleRows(entity([field('Text', { keyPart: true }), ...dates]), source))
      expect(String(row['to']) > String(row['from'])).toBe(true)
    const [first] = sampleRows(entity([field('Text', { keyPart: true }), field('Product')]), {
      ...source,
      products: [],
    })
    expect(first?.['Product']).toBeNull()
  })
})
