import { getEntityMapping } from '@kervan/contract/company/mci-overview'
import type { OutputOf } from '@kervan/contract/kit/call'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../kit/call/query.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { RecordBanner } from '../../kit/record/RecordParts.tsx'
import { EntityBar, useEntity } from './EntityPicker.tsx'
import css from './mapping.module.css'
import { MappingPicture } from './MappingPicture.tsx'

export type Mapping = OutputOf<typeof getEntityMapping>

/** Which field of an entity stands for which of the base class, as a picture and in words (MCI-003). */
export default function MappingPart() {
  const { t } = useWords()
  const entity = useEntity()
  return (
    <PageFrame title={t('kind.mciMapping.many')} layout="scroll">
      <EntityBar entity={entity}>{(entityId) => <MappingOf key={entityId} entityId={entityId} />}</EntityBar>
    </PageFrame>
  )
}

function MappingOf({ entityId }: { entityId: string }) {
  const { t, state } = useWords()
  const { data: mapping, ...asked } = useRead(getEntityMapping, { entityId })
  if (!mapping) return <ReadState asked={asked} name={t('kind.mciMapping.many')} />
  const missing = mapping.baseFields.filter(({ mandatory, field }) => mandatory && field === null)
  return (
    <>
      {missing.length > 0 && (
        <RecordBanner>
          {t('company.mci.mapping.missing', {
            fields: missing.map(({ base }) => state('mciBaseField', base)).join(', '),
          })}
        </RecordBanner>
      )}
      {!mapping.inOrder && <RecordBanner>{t('company.mci.mapping.outOfOrder')}</RecordBanner>}
      <div className={css.picture}>
        <MappingPicture mapping={mapping} />
      </div>
      <Words mapping={mapping} />
    </>
  )
}

/** The picture in words: seen on a telephone, read aloud everywhere. */
function Words({ mapping: { baseFields, fields } }: { mapping: Mapping }) {
  const { t, state } = useWords()
  const mapped = new Set(baseFields.map(({ field }) => field))
  return (
    <div className={css.words}>
      <h2 className={css.title}>{t('company.mci.mapping.base')}</h2>
      <ul>
        {baseFields.map(({ base, mandatory, field }) => {
          const found = fields.find(({ code }) => code === field)
          return (
            <li key={base} data-missing={(mandatory && !found) || undefined}>
              <strong>{state('mciBaseField', base)}</strong>
              {mandatory && ` (${t('column.mandatory')})`}
              {': '}
              {found ? (
                <FieldLink field={found} />
              ) : (
                t(mandatory ? 'company.mci.mapping.lacks' : 'company.mci.mapping.unused')
              )}
            </li>
          )
        })}
      </ul>
      {fields.some(({ code }) => !mapped.has(code)) && (
        <>
          <h2 className={css.title}>{t('company.mci.mapping.own')}</h2>
          <ul>
            {fields
              .filter(({ code }) => !mapped.has(code))
              .map((field) => (
                <li key={field.code}>
                  <FieldLink field={field} />
                </li>
              ))}
          </ul>
        </>
      )}
    </div>
  )
}

function FieldLink({ field: { id, code, name } }: { field: Mapping['fields'][number] }) {
  return (
    <Link to="." search={{ part: 'mciField', record: id }}>
      {`${name} (${code})`}
    </Link>
  )
}
