import { mostValues, newPropertyColumn, type FileColumns } from '@kervan/contract/kit/file-columns'
import type { ChangeView } from '@kervan/contract/kit/master-change'
import type { ImportKind } from '@kervan/contract/kit/master-import'
import { rowActionField } from '@kervan/contract/kit/master-import'
import { Button, Checkbox, Select } from '@mantine/core'
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../call/query.ts'
import { useCall } from '../call/useCall.ts'
import type { GridAction } from '../grid/types.ts'
import { tPlural, useWords } from '../i18n/words.ts'
import { ReadState } from '../record/ReadState.tsx'
import { RecordFoot } from '../record/RecordParts.tsx'
import { useFormats } from '../values/format.ts'
import {
  assignmentOf,
  lackOf,
  meaningsOf,
  newPropertiesOf,
  startOf,
  type Column,
  type Draft,
  type Sheet,
} from './assignment.ts'
import css from './assign.module.css'
import { useFieldWords } from './words.ts'

type Props = {
  kind: ImportKind
  change: ChangeView
  /** What else can be done with the change. */
  acts: readonly GridAction[]
  /** Back to the rows, where there are some. */
  onClose: (() => void) | null
  onAssigned: () => void
}

/** Which field each column of a file fills, and what its own words mean; the file is read anew then. */
export function AssignColumns(props: Props) {
  const { t } = useWords()
  const { kind, change } = props
  const asked = useQuery({ ...read(kind.columns, { changeId: change.id }), staleTime: Infinity })
  return asked.data ? (
    // Another file has other columns.
    <Assigning key={change.id} {...props} columns={asked.data} />
  ) : (
    <div className={css.waiting}>
      <ReadState asked={asked} name={t('masterData.fact.columns')} />
    </div>
  )
}

function Assigning({ kind, change, columns, acts, onClose, onAssigned }: Props & { columns: FileColumns }) {
  const { t } = useWords()
  const format = useFormats()
  const [draft, setDraft] = useState<Draft>(() => startOf(columns))
  const [keeps, setKeeps] = useState(true)
  const assign = useCall(kind.assign, {
    refreshes: [kind.group],
    failed: t('masterData.columns.notRead'),
    onDone: onAssigned,
  })
  const { faults, notes } = useLacks(kind, columns, draft)
  const send = () => void assign.run({ changeId: change.id, ...assignmentOf(columns, draft), keep: keeps })
  return (
    <>
      <section className={css.panel} aria-label={t('masterData.columns.title', { file: columns.fileName })}>
        <p className={css.text}>
          {t('masterData.columns.text')}
          {columns.kept && (
            <span className="k-quiet">
              {' '}
              {t('masterData.columns.kept', { by: columns.kept.by, at: format.date(columns.kept.at) ?? '' })}
            </span>
          )}
        </p>
        {columns.sheets.map((sheet) => (
          <SheetColumns
            key={sheet.sheet}
            kind={kind}
            columns={columns}
            sheet={sheet}
            draft={draft}
            onDraft={setDraft}
            disabled={assign.isPending}
          />
        ))}
        <Checkbox
          mt={12}
          checked={keeps}
          disabled={assign.isPending}
          onChange={(event) => setKeeps(event.currentTarget.checked)}
          label={t(
            change.source === 'FileDrop' ? 'masterData.columns.keepDropped' : 'masterData.columns.keep',
          )}
        />
        <output className={css.lacks}>
          {faults.map((fault) => (
            <span key={fault} className={css.fault}>
              <IconAlertCircle size={16} aria-hidden />
              <span>{fault}</span>
            </span>
          ))}
          {notes.map((note) => (
            <span key={note} className={css.note}>
              <IconInfoCircle size={16} aria-hidden />
              <span>{note}</span>
            </span>
          ))}
        </output>
      </section>
      <RecordFoot
        actions={acts}
        left={faults.length > 0 ? t('masterData.columns.blocked') : ''}
        main={
          <>
            {onClose && (
              <Button variant="default" onClick={onClose}>
                {t('kit.action.cancel')}
              </Button>
            )}
            <Button onClick={send} loading={assign.isPending} disabled={faults.length > 0}>
              {t('masterData.columns.read')}
            </Button>
          </>
        }
      />
    </>
  )
}

type SheetProps = {
  kind: ImportKind
  columns: FileColumns
  sheet: Sheet
  draft: Draft
  onDraft: (draft: Draft) => void
  disabled: boolean
}

function SheetColumns({ kind, columns, sheet, draft, onDraft, disabled }: SheetProps) {
  const { t } = useWords()
  const { label } = useFieldWords(kind)
  const offered = (isProperty: boolean) =>
    columns.fields
      .filter(({ property }) => (property !== null) === isProperty)
      .map(({ name, property, isKey, required }) => ({
        value: name,
        label: `${property ?? label(name)}${isKey || required ? ' *' : ''}`,
      }))
  const leave = { value: '', label: t('masterData.columns.leave') }
  const properties = [
    ...offered(true),
    ...(columns.mayAddProperties
      ? [{ value: newPropertyColumn, label: t('masterData.columns.newProperty') }]
      : []),
  ]
  const choices =
    properties.length === 0
      ? [leave, ...offered(false)]
      : [
          leave,
          { group: t('masterData.columns.fields'), items: offered(false) },
          { group: t('masterData.columns.properties'), items: properties },
        ]
  const taken = sheet.columns.map(({ id }) => draft.fields[id] ?? null)
  return (
    <table className={css.table}>
      <caption>
        {sheet.sheet === ''
          ? columns.fileName
          : t('masterData.columns.sheet', { sheet: sheet.sheet, row: sheet.row })}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('masterData.columns.own')}</th>
          <th scope="col">{t('masterData.columns.samples')}</th>
          <th scope="col">{t('masterData.columns.field')}</th>
        </tr>
      </thead>
      <tbody>
        {sheet.columns.map((column, at) => {
          const field = taken[at] ?? null
          return (
            <tr key={column.id} data-out={field === null || undefined}>
              <th scope="row">{column.title}</th>
              <td className={css.samples}>{column.samples.join(' · ') || '–'}</td>
              <td>
                <Select
                  aria-label={t('masterData.columns.fieldOf', { column: column.title })}
                  data={choices}
                  value={field ?? ''}
                  searchable
                  allowDeselect={false}
                  disabled={disabled}
                  error={
                    field !== null &&
                    field !== newPropertyColumn &&
                    taken.filter((one) => one === field).length > 1
                  }
                  onChange={(value) =>
                    onDraft({ ...draft, fields: { ...draft.fields, [column.id]: value || null } })
                  }
                />
                {field !== null && (
                  <Values
                    kind={kind}
                    columns={columns}
                    column={column}
                    field={field}
                    draft={draft}
                    onDraft={onDraft}
                    disabled={disabled}
                  />
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** What the column's own words mean, where its field allows certain values. */
function Values({
  kind,
  columns,
  column,
  field,
  draft,
  onDraft,
  disabled,
}: Omit<SheetProps, 'sheet'> & { column: Column; field: string }) {
  const { t, state } = useWords()
  const isWords = columns.fields.some(({ name, words }) => name === field && words !== null)
  const meanings = isWords ? meaningsOf(columns, draft, field, column.values ?? []) : []
  if (meanings.length === 0) return null
  const declared = field === 'rowAction' ? rowActionField : kind.fields[field]
  const choices = declared?.values
    ? declared.values.map((value) => ({ value, label: state(declared.words ?? '', value) }))
    : [
        { value: 'true', label: t('kit.yes') },
        { value: 'false', label: t('kit.no') },
      ]
  const none = declared?.optional ? [{ value: '', label: t('masterData.columns.empty') }] : []
  return (
    <fieldset className={css.values} aria-label={t('masterData.columns.values', { column: column.title })}>
      {meanings.map(({ from, to }) => (
        <div key={from} className={css.value}>
          <span>{from}</span>
          <Select
            aria-label={t('masterData.columns.valueOf', { value: from })}
            data={[...none, ...choices]}
            value={to === undefined ? null : (to ?? '')}
            placeholder={t('masterData.columns.choose')}
            searchable
            allowDeselect={false}
            disabled={disabled}
            onChange={(value) =>
              onDraft({
                ...draft,
                meanings: { ...draft.meanings, [field]: { ...draft.meanings[field], [from]: value || null } },
              })
            }
          />
        </div>
      ))}
    </fieldset>
  )
}

/** All that is missing or doubled, at once: what keeps the file from being read, and what is worth knowing. */
function useLacks(
  kind: ImportKind,
  columns: FileColumns,
  draft: Draft,
): { faults: string[]; notes: string[] } {
  const { t } = useWords()
  const format = useFormats()
  const words = useFieldWords(kind)
  const lack = lackOf(columns, draft)
  const label = (name: string) =>
    columns.fields.find((one) => one.name === name)?.property ?? words.label(name)
  const named = (fields: readonly string[]) => fields.map(label).join(', ')
  const added = newPropertiesOf(columns, draft)
  const faults = [
    ...(lack.keys.length > 0 ? [t('masterData.columns.keys', { fields: named(lack.keys) })] : []),
    ...lack.twice.map(({ field, titles }) =>
      t('masterData.columns.twice', { field: label(field), columns: titles.join(', ') }),
    ),
    ...lack.tooMany.map(({ field, title }) =>
      t('masterData.columns.tooMany', { column: title, field: label(field), limit: mostValues }),
    ),
  ]
  const notes = [
    ...(added.length > 0 ? [t('masterData.columns.newProperties', { columns: added.join(', ') })] : []),
    ...(lack.required.length > 0 ? [t('masterData.columns.required', { fields: named(lack.required) })] : []),
    ...(lack.open > 0
      ? [tPlural(t, 'masterData.columns.valuesOpen', lack.open, format.number(lack.open) ?? '')]
      : []),
  ]
  return { faults, notes }
}
