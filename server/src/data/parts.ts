import { part, type Part } from '../kit/parts.ts'
import { transferLate } from './checks.ts'
import { dataTransferWork } from './transfers/watch.ts'
import { importGeography } from './geography-files/import.ts'
import { propertyAdders } from './new-property.ts'
import { placesOf } from './places.ts'
import { dataUses } from './uses.ts'

export const parts: readonly Part[] = [
  part('check', transferLate),
  part('founding', importGeography),
  ...propertyAdders.map((adder) => part('newProperty', adder)),
  part('places', placesOf),
  part('schedule', dataTransferWork),
  ...dataUses.map((use) => part('use', use)),
]
