import { getEntityMapping } from '@kervan/contract/company/mci-overview'
import { mandatoryBaseFields, mciBaseFields } from '@kervan/contract/company/mci'
import { handle } from '../../kit/http/handle.ts'
import { readEntity } from '../mci-entity.sql.ts'

/** Which field of an entity stands for which of the base class, and which mandatory ones nothing stands for (MCI-003). */
export const getEntityMappingHandler = handle(getEntityMapping, async ({ tx, actor, input }) => {
  const { name, purpose, fields, inOrder } = await readEntity(tx, actor, input.entityId)
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
    inOrder,
  }
})
