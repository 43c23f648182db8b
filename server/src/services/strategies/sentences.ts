import type { PlaceSet, PrincipleContent, ProductSet } from '@kervan/contract/services/principles'
import { declaredSettings, type SettingName } from '@kervan/contract/services/settings'
import type { Language } from '@kervan/contract/kit/values'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { sayAmount, translate } from '../../kit/messages.ts'

// What principles say, as sentences in the reader's language; they are never kept.

/** What filters and entities are called, by their ids. */
export type NamesOf = ReadonlyMap<string, string>

export async function namesOfInputs(tx: Tx, companyId: number): Promise<NamesOf> {
  const { rows } = await sql<{ id: string; name: string }>`
    select f.id, f.name from ui_filter f where f.company_id = ${companyId}
    union all select e.id, e.name from mci_entity e where e.company_id = ${companyId}`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const shownCodes = 5

function list(language: Language, codes: readonly string[]): string {
  const more = codes.length - shownCodes
  const shown = codes.slice(0, shownCodes).join(', ')
  return more > 0 ? translate(language, 'services.says.more', { shown, more }) : shown
}

const places = (language: Language, { locations, groups }: PlaceSet): string =>
  locations.length + groups.length === 0
    ? translate(language, 'services.says.allPlaces')
    : list(language, [...groups, ...locations])

const products = (language: Language, { products: codes, groups }: ProductSet): string =>
  codes.length + groups.length === 0
    ? translate(language, 'services.says.allProducts')
    : list(language, [...groups, ...codes])

const setting = (language: Language, name: SettingName, value: string) => ({
  setting: translate(language, `state.serviceSetting.${name}`),
  value: translate(language, `services.unit.${declaredSettings[name].unit}`, {
    value: sayAmount(language, value),
  }),
})
const word = (language: Language, group: string) => (value: string) =>
  translate(language, `state.${group}.${value}`)

/** A principle as a sentence. */
export function sayPrinciple(language: Language, content: PrincipleContent, names: NamesOf): string {
  const say = (facts: Record<string, string>) => translate(language, `services.says.${content.type}`, facts)
  const unknown = translate(language, 'services.says.gone')
  switch (content.type) {
    case 'Setting':
      return say({
        ...setting(language, content.setting, content.value),
        places: places(language, content.places),
        products: products(language, content.products),
      })
    case 'Restriction':
      return say({
        senders: places(language, content.senders),
        recipients: places(language, content.recipients),
        products: products(language, content.products),
      })
    case 'Constraint':
      return say({
        measure: word(language, 'constraintMeasure')(content.measure),
        bound: word(language, 'constraintBound')(content.bound),
        target: word(language, 'constraintTarget')(content.target),
        limit: sayAmount(language, content.limit),
        places: places(language, content.places),
        products: products(language, content.products),
      })
    case 'ServiceSettings':
      return say(setting(language, content.setting, content.value))
    case 'Filter':
      return say({ filter: names.get(content.filterId) ?? unknown })
    case 'CustomData':
      return say({
        entity: names.get(content.entityId) ?? unknown,
        setting: translate(language, `state.serviceSetting.${content.setting}`),
      })
    case 'WorkOrderTypes':
      return say({ types: content.types.map(word(language, 'workOrderType')).join(', ') })
    case 'PSTShipmentType':
      return say({ flows: content.flows.map(word(language, 'shipmentFlow')).join(', ') })
  }
}
