import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { drawStateTable } from '../kit/state-table.ts'
import { workOrderTable } from './work-order-states.ts'
import { dateTable, principleTable, runTable, stepTable, strategyTable } from './states.ts'

const manual = readFileSync(join(import.meta.dirname, '../../../docs/areas/services.md'), 'utf8')

it.each([strategyTable, principleTable, dateTable, runTable, stepTable, workOrderTable])(
  '[SVC-003] [SVC-008] the manual draws the table of a $name',
  (table) => {
    expect(manual).toContain(drawStateTable(table))
  },
)
