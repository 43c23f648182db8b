import { locationKind } from '@kervan/contract/company/locations'
import { productKind } from '@kervan/contract/company/products'
import { propertyDefinitionKind, type definitionTargets } from '@kervan/contract/data/definitions'
import { existing } from '@kervan/contract/kit/typed'
import { sql } from 'kysely'
import type { SessionContext } from '../kit/context.ts'
import { fold } from '../kit/lists/fold.ts'
import type { PropertyAdder } from '../kit/master/kind.ts'
import { propose } from '../kit/master/propose.ts'
import { settle } from '../kit/master/records.ts'
import { faultyRecord } from '../kit/master/words.ts'
import { propertyDefinitions } from './definitions.ts'

// A column of somebody's file that is kept as a custom property of locations or products.

type Target = (typeof definitionTargets)[number]
const longestName = 120
const longestCode = 40

/** Columns of files of locations and of products may be kept as properties. */
export const propertyAdders: readonly PropertyAdder[] = [
  { of: locationKind.key, by: propertyDefinitionKind.save, add: adds('Location') },
  { of: productKind.key, by: propertyDefinitionKind.save, add: adds('Product') },
]

function adds(target: Target) {
  return async (context: SessionContext, given: string): Promise<string> => {
    const { tx, actor, language } = context
    const name = given.slice(0, longestName)
    const { rows } = await sql<{ code: string; isSame: boolean }>`
      select code, definition_for = ${target} and fold(name) = ${fold(name)} as "isSame" from property_definition
      where company_id = ${actor.company.id}`.execute(tx)
    const known = rows.find(({ isSame }) => isSame)
    if (known) return known.code
    const taken = new Set(rows.map(({ code }) => fold(code)))
    const code = freeCode(name, (one) => taken.has(fold(one)))
    const values = { code, name, definitionFor: target, valueType: 'Text', required: false }
    const [row] = await propose(context, propertyDefinitions.served, [{ id: null, given: values }])
    const { action, issues } = existing(row)
    if (action === 'Faulty') throw faultyRecord(language, issues, propertyDefinitionKind)
    await settle(context, propertyDefinitions.served, 'Form', [existing(row)], true)
    return code
  }
}

/**
 * A code that follows from a name: `Etken madde` becomes `ETKEN-MADDE`, and `ETKEN-MADDE-2` where that one is taken. Pure.
 */
export function freeCode(name: string, isTaken: (code: string) => boolean): string {
  const plain = fold(name)
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toUpperCase()
  const base = (plain === '' ? 'PROPERTY' : plain).slice(0, longestCode - 4)
  for (let number = 1; ; number += 1) {
    const code = number === 1 ? base : `${base}-${number}`
    if (!isTaken(code)) return code
  }
}
