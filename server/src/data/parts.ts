import { part, type Part } from '../kit/parts.ts'
import { transferLate } from './checks.ts'
import { dataTransferWork } from './transfers/watch.ts'
import { dataUses } from './uses.ts'

export const parts: readonly Part[] = [
  part('check', transferLate),
  part('schedule', dataTransferWork),
  ...dataUses.map((use) => part('use', use)),
]
