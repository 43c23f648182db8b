import { getEntityMapping } from '@kervan/contract/company/mci-overview'
import { mandatoryBaseFields, mciBaseFields } from '@kervan/contract/company/mci'
import { handle } from '../../kit/http/handle.ts'
import { readEntity, type Entity } from './entity.sql.ts'

/** What the fields of an entity lack of the base class, and whether they follow its order (MCI-003). */
export function judgeMapping({ purpose, fields }: Pick<Entity, 'purpose' | 'fields'>) {
  const mapped = fields.flatMap(({ base }) => (base === null ? [] : [base]))
  const places = mapped.map((base) => mciBaseFields.indexOf(base))
  return {
    missing: mandatoryBaseFields[purpose].filter((base) => !mapped.includes(base)),
    inOrder: places.every((at, index) => index === 0 || at > (places[index - 1] ?? -1)),
  }
}

/** Which field of an entity stands for which of the base class, and which mandatory ones nothing stands for (MCI-003). */
export const getEntityMappingHandler = handle(getEntityMapping, async ({ tx, actor, input }) => {
  const entity = await readEntity(tx, actor, input.entityId)
  const { name, purpose, fields } = entity
  return {
    name,
    purpose,
    baseFields: mciBaseFields.map((base) => ({
      base,
      mandatory: mandatoryBaseFields[purpose].includes(base),
      field: fields.find((one) => one.base === base)?.code ?? null,
    })),
    fields: fields.map(({ id, code, name: called, type, mandatory, keyPart }) => ({
      id,
      code,
      name: called,
      type,
      mandatory,
      keyPart,
    })),
    inOrder: judgeMapping(entity).inOrder,
  }
})
