import { downloadEntityTemplate } from '@kervan/contract/company/mci-files'
import { getEntitySample } from '@kervan/contract/company/mci-overview'
import { ownValue } from '@kervan/contract/kit/typed'
import { Button, Table } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { saveFile } from '../../kit/call/client.ts'
import { useRead } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { PageFrame, Section } from '../../kit/page/PageFrame.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { EntityBar, useEntity } from './EntityPicker.tsx'
import css from './mci.module.css'
import { isNumber, useShownValue, type ShownField, type ShownValue } from './shownValue.ts'

/** What a file of an entity looks like, and the first rows that services read (MCI-001). */
export default function Sample() {
  const { t } = useWords()
  const entity = useEntity()
  const sample = useCall(downloadEntityTemplate, {
    failed: t('masterData.notDownloaded'),
    onDone: saveFile,
  })
  const id = entity.id
  return (
    <PageFrame
      title={t('kind.mciSample.many')}
      layout="scroll"
      actions={
        id && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={sample.isPending}
            onClick={() => void sample.run({ entityId: id, rows: 'Sample' })}
          >
            {t('company.mci.sample.download')}
          </Button>
        )
      }
    >
      <EntityBar entity={entity}>{(entityId) => <Samples key={entityId} entityId={entityId} />}</EntityBar>
    </PageFrame>
  )
}

function Samples({ entityId }: { entityId: string }) {
  const { t } = useWords()
  const format = useFormats()
  const asked = useRead(getEntitySample, { entityId })
  if (!asked.data) return <ReadState asked={asked} name={t('kind.mciSample.many')} />
  const { name, fields, sample, active, activeRows } = asked.data
  return (
    <>
      <Section title={t('company.mci.sample.file')}>
        <p className="k-quiet">{t('company.mci.sample.fileText')}</p>
        <Rows label={t('company.mci.sample.file')} fields={fields} rows={sample} typed />
      </Section>
      <Section title={t('company.mci.sample.active', { entity: name })}>
        {active.length === 0 ? (
          <p className="k-quiet">{t('company.mci.noRows')}</p>
        ) : (
          <>
            <Rows label={t('company.mci.sample.active', { entity: name })} fields={fields} rows={active} />
            <p>
              <Link to="." search={{ part: 'mciData', entity: entityId }}>
                {t('company.mci.sample.all', { rows: format.number(activeRows) })}
              </Link>
            </p>
          </>
        )}
      </Section>
    </>
  )
}

type Props = {
  label: string
  fields: readonly ShownField[]
  rows: readonly { values: Record<string, ShownValue> }[]
  /** Says under each name what belongs into the column. */
  typed?: boolean
}

function Rows({ label, fields, rows, typed = false }: Props) {
  const { t, state } = useWords()
  const shown = useShownValue()
  return (
    <div className={css.table}>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {fields.map((one) => (
              <Table.Th key={one.code} className={isNumber(one) ? css.number : undefined}>
                {one.name}
                {typed && (
                  <div className={css.type}>
                    {[
                      state('mciType', one.type),
                      ...(one.keyPart ? [t('column.keyPart')] : one.mandatory ? [t('column.mandatory')] : []),
                    ].join(' · ')}
                  </div>
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ values }) => (
            <Table.Tr key={JSON.stringify(values)}>
              {fields.map((one) => (
                <Table.Td key={one.code} className={isNumber(one) ? css.number : undefined}>
                  {shown(one, ownValue(values, one.code) ?? null)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
