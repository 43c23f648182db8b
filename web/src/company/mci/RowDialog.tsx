import { deleteEntityRow, saveEntityRow, type getEntityRows } from '@kervan/contract/company/mci-files'
import type { OutputOf } from '@kervan/contract/kit/call'
import { ownValue } from '@kervan/contract/kit/typed'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { callServer } from '../../kit/call/client.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { DateField } from '../../kit/form/DateField.tsx'
import { DecimalField } from '../../kit/form/DecimalField.tsx'
import { NumberField, SelectField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { LookupField } from '../../kit/form/LookupField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useMayChangeCompany } from '../../kit/page/wholeCompany.tsx'
import { targets } from '../targets.ts'

type Answer = OutputOf<typeof getEntityRows>
type Field = Answer['fields'][number]
export type EntityRow = Answer['rows'][number]
type Values = Record<string, string | number | null | undefined>
type Cell = EntityRow['values'][string]

const group = 'CustomerPolicyData'

/**
 * One row of an entity as a form (MCI-001). Only what was changed is sent, so that where the ERP gives values as well,
 * the others stay the ERP's. `row` null makes a new one.
 */
export function RowDialog({
  answer: { entity, fields },
  row,
  onClose,
}: {
  answer: Pick<Answer, 'entity' | 'fields'>
  row: EntityRow | null
  onClose: () => void
}) {
  const { t } = useTranslation()
  const may = useMayChangeCompany()
  const save = useCall(saveEntityRow, { refreshes: [group] })
  const remove = useCall(deleteEntityRow, { refreshes: [group], failed: t('company.mci.failed') })
  const isMerged = entity.dataSource === 'ManageByMergedInputs'
  const start: Values = Object.fromEntries(
    fields.map((one, at) => [nameOf(at), typed((row && ownValue(row.values, one.code)) ?? null)]),
  )
  const send = async (values: Values) => {
    const changed = fields.flatMap((one, at) => {
      const value = values[nameOf(at)]
      const isSent = row === null || one.keyPart || value !== start[nameOf(at)]
      return isSent ? [[one.code, cellOf(one, value)] as const] : []
    })
    await save.attempt({ entityId: entity.id, key: row?.key ?? null, values: Object.fromEntries(changed) })
    toast('success', t('masterData.saved'))
  }
  const discard = async (key: string) => {
    const sure = await confirm({
      title: t('company.mci.row.deleteTitle'),
      text: t(isMerged ? 'company.mci.row.deleteOwnText' : 'company.mci.row.deleteText'),
      action: t('company.mci.row.delete'),
      danger: true,
    })
    if (!sure || !(await remove.run({ entityId: entity.id, key }))) return
    toast('success', t('company.mci.row.deleted'))
  }
  return (
    <FormDialog<Values>
      title={t(row ? 'company.mci.row.edit' : 'company.mci.row.new', { entity: entity.name })}
      text={row && isMerged ? t('company.mci.row.mergedText') : undefined}
      schema={schemaOf(fields, row !== null || isMerged)}
      start={start}
      action={t('masterData.save')}
      others={
        row && may(deleteEntityRow)
          ? [
              {
                key: 'delete',
                label: t('company.mci.row.delete'),
                icon: IconTrash,
                tone: 'danger',
                run: () => void discard(row.key),
              },
            ]
          : []
      }
      onSubmit={send}
      onClose={onClose}
    >
      {fields.map((one, at) => (
        <Input key={one.code} field={one} name={nameOf(at)} isFixed={row !== null && one.keyPart} />
      ))}
    </FormDialog>
  )
}

/** Codes may hold what the names of a form's fields may not. */
const nameOf = (at: number) => `field${at}`

const typed = (value: Cell): string | number | null => (typeof value === 'boolean' ? String(value) : value)

function cellOf({ type }: Field, value: Values[string]): Cell {
  if (value === undefined || value === null || value === '') return null
  return type === 'Flag' ? value === 'true' : value
}

/** Of a row that the ERP gives as well, only the key has to be there. */
function schemaOf(fields: readonly Field[], isPart: boolean) {
  const value = z.union([z.string().max(2_000), z.number(), z.null()]).optional()
  return z.object(
    Object.fromEntries(
      fields.map((one, at) => {
        const isNeeded = one.keyPart || (one.mandatory && !isPart)
        return [
          nameOf(at),
          isNeeded ? value.refine((given) => given != null && given !== '', 'kit.issue.required') : value,
        ]
      }),
    ),
  )
}

function Input({ field, name, isFixed }: { field: Field; name: string; isFixed: boolean }) {
  const { t } = useTranslation()
  const shared = { name, label: field.name, optional: !field.mandatory && !field.keyPart, disabled: isFixed }
  switch (field.type) {
    case 'Integer':
      return <NumberField {...shared} />
    case 'Decimal':
      return <DecimalField {...shared} />
    case 'Date':
      return <DateField {...shared} />
    case 'Flag':
      return (
        <SelectField
          {...shared}
          data={[
            { value: 'true', label: t('kit.yes') },
            { value: 'false', label: t('kit.no') },
          ]}
        />
      )
    case 'Location':
    case 'Product':
      return <CodeField {...shared} kind={field.type === 'Location' ? 'location' : 'product'} />
    default:
      return <TextField {...shared} />
  }
}

function CodeField({ kind, ...shared }: Parameters<typeof TextField>[0] & { kind: 'location' | 'product' }) {
  return (
    <LookupField
      {...shared}
      lookupKey={['MasterData', kind]}
      load={async (search, signal) => {
        const target = await targets[kind]?.()
        if (!target) return { options: [], hasMore: false }
        const { options, hasMore } = await callServer(target.find, { search }, { signal })
        return {
          options: options.map((one) => ({ value: one.code, label: one.name, code: one.code })),
          hasMore,
        }
      }}
    />
  )
}
