import {
  downloadEntityTemplate,
  getEntityRows,
  mciInputs,
  saveEntityRow,
  uploadEntityFile,
} from '@kervan/contract/company/mci-files'
import type { OutputOf } from '@kervan/contract/kit/call'
import { ownValue } from '@kervan/contract/kit/typed'
import { Anchor, Button, Pagination, Radio, Stack, Table, TextInput } from '@mantine/core'
import { IconDownload, IconPlus, IconTable, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGo } from '../../kit/page/go.ts'
import { saveFile } from '../../kit/call/client.ts'
import { useRead } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { FileDrop } from '../../kit/form/FileDrop.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { useMayChangeCompany } from '../../kit/page/wholeCompany.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { EntityBar, useEntity } from './EntityPicker.tsx'
import css from './mci.module.css'
import { RowDialog, type EntityRow } from './RowDialog.tsx'
import { mciSearch } from './search.ts'
import { isNumber, useShownValue } from './shownValue.ts'

const pageSize = 50

/** The rows of an entity as services read them; where user and ERP both give values, the user's are marked (MCI-001). */
export default function EntityData() {
  const { t } = useTranslation()
  const [search, change] = useScreenSearch(mciSearch)
  const go = useGo()
  const [isUploading, setUploading] = useState(false)
  const may = useMayChangeCompany()
  const entity = useEntity()
  const entityId = entity.id
  const template = useCall(downloadEntityTemplate, {
    failed: t('masterData.notDownloaded'),
    onDone: saveFile,
  })
  return (
    <PageFrame
      title={t('kind.mciData.many')}
      layout="scroll"
      actions={
        entityId && (
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              loading={template.isPending}
              onClick={() => void template.run({ entityId, rows: 'Active' })}
            >
              {t('company.mci.download')}
            </Button>
            {may(uploadEntityFile) && (
              <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setUploading(true)}>
                {t('company.mci.upload')}
              </Button>
            )}
          </>
        )
      }
    >
      <EntityBar
        entity={entity}
        more={
          <TextInput
            label={t('company.mci.find')}
            value={search.find ?? ''}
            onChange={(event) =>
              change({ find: event.currentTarget.value || undefined, rowPage: undefined }, { replace: true })
            }
          />
        }
      >
        {(id) => (
          <Rows
            entityId={id}
            page={search.rowPage ?? 1}
            find={search.find ?? ''}
            onPage={(rowPage) => change({ rowPage })}
          />
        )}
      </EntityBar>
      {isUploading && entityId && (
        <UploadDialog
          entityId={entityId}
          onUploaded={(file) => go({ search: { part: 'mciFile', file } })}
          onClose={() => setUploading(false)}
        />
      )}
    </PageFrame>
  )
}

type Answer = OutputOf<typeof getEntityRows>

function Rows({
  entityId,
  page,
  find,
  onPage,
}: {
  entityId: string
  page: number
  find: string
  onPage: (page: number) => void
}) {
  const { t } = useTranslation()
  const format = useFormats()
  const asked = useRead(getEntityRows, { entityId, mciFileId: null, page, pageSize, search: find.trim() })
  const answer = asked.data
  const may = useMayChangeCompany()
  const [edited, setEdited] = useState<{ row: EntityRow | null } | null>(null)
  if (!answer) return <ReadState asked={asked} />
  const mayEdit =
    may(saveEntityRow) && answer.entity.dataSource !== 'ManageByERPInput' && answer.fields.length > 0
  const add = mayEdit && (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setEdited({ row: null })}
    >
      {t('company.mci.row.add')}
    </Button>
  )
  const dialog = edited && <RowDialog answer={answer} row={edited.row} onClose={() => setEdited(null)} />
  if (answer.total === 0)
    return (
      <EmptyState icon={IconTable} title={t('company.mci.noRows')} text={t('company.mci.noRowsText')}>
        {add}
        {dialog}
      </EmptyState>
    )
  return (
    <>
      {dialog}
      <div className={css.foot}>
        <span className="k-quiet">
          {[
            t('company.mci.total', { rows: format.number(answer.total) }),
            ...(answer.rows.some(({ fromUser }) => fromUser.length > 0)
              ? [t('company.mci.fromUserBold')]
              : []),
          ].join(' · ')}
        </span>
        {add}
      </div>
      <div className={css.table}>
        <Table stickyHeader aria-label={answer.entity.name}>
          <Table.Thead>
            <Table.Tr>
              {answer.fields.map((one) => (
                <Table.Th key={one.code} className={isNumber(one) ? css.number : undefined}>
                  {one.name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {answer.rows.map((row) => (
              <Table.Tr key={row.key}>
                {answer.fields.map((one, at) => (
                  <Cell
                    key={one.code}
                    field={one}
                    row={row}
                    {...(at === 0 && mayEdit && { onOpen: () => setEdited({ row }) })}
                  />
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {answer.total > pageSize && (
        <div className={css.foot}>
          <Pagination
            total={Math.ceil(answer.total / pageSize)}
            value={page}
            onChange={onPage}
            size="sm"
            getControlProps={(control) =>
              control === 'previous'
                ? { 'aria-label': t('kit.grid.previousPage') }
                : { 'aria-label': t('kit.grid.nextPage') }
            }
          />
        </div>
      )}
    </>
  )
}

function Cell({
  field,
  row,
  onOpen,
}: {
  field: Answer['fields'][number]
  row: EntityRow
  onOpen?: () => void
}) {
  const { t } = useTranslation()
  const shown = useShownValue()(field, ownValue(row.values, field.code) ?? null)
  const isOwn = row.fromUser.includes(field.code)
  return (
    <Table.Td
      className={[isOwn ? css.own : '', isNumber(field) ? css.number : ''].join(' ')}
      title={isOwn ? t('company.mci.fromUser') : undefined}
    >
      {onOpen ? (
        <Anchor component="button" type="button" size="md" onClick={onOpen}>
          {shown || '–'}
        </Anchor>
      ) : (
        shown
      )}
      {isOwn && <span className="k-hidden"> ({t('company.mci.fromUser')})</span>}
    </Table.Td>
  )
}

function UploadDialog({
  entityId,
  onUploaded,
  onClose,
}: {
  entityId: string
  onUploaded: (fileId: string) => void
  onClose: () => void
}) {
  const { t, state } = useWords()
  const [input, setInput] = useState<(typeof mciInputs)[number]>('User')
  const upload = useCall(uploadEntityFile, {
    refreshes: ['CustomerPolicyData'],
    failed: t('company.mci.failed'),
  })
  const send = async (files: File[]) => {
    const sent = await upload.run({ entityId, input }, files)
    if (sent) onUploaded(sent.id)
  }
  return (
    <PlainDialog title={t('company.mci.upload')} size={560} onClose={onClose}>
      <Radio.Group
        label={t('column.mciInput')}
        value={input}
        onChange={(value) => setInput(value === 'Erp' ? 'Erp' : 'User')}
      >
        <Stack gap={8} py={6}>
          {mciInputs.map((one) => (
            <Radio key={one} value={one} label={state('mciInput', one)} />
          ))}
        </Stack>
      </Radio.Group>
      {uploadEntityFile.upload && (
        <FileDrop
          limits={uploadEntityFile.upload}
          label={t('masterData.importing.drop')}
          hint={t('company.mci.replaces')}
          busy={upload.isPending}
          onFiles={(files) => void send(files)}
        />
      )}
    </PlainDialog>
  )
}
