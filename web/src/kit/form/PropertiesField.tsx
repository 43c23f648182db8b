import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldFrame } from './FieldFrame.tsx'
import css from './form.module.css'
import { useField, type FieldProps } from './TextField.tsx'

type Row = { id: number; code: string; text: string }
type Properties = Record<string, string>

const rowsOf = (value: Properties | null): Row[] =>
  Object.entries(value ?? {}).map(([code, text], id) => ({ id, code, text }))
/** A row without a name is not said yet. */
const recordOf = (rows: readonly Row[]): Properties =>
  Object.fromEntries(
    rows.filter(({ code }) => code.trim() !== '').map(({ code, text }) => [code.trim(), text]),
  )
const isSame = (one: Properties, other: Properties) =>
  JSON.stringify(Object.entries(one).toSorted()) === JSON.stringify(Object.entries(other).toSorted())

/** What a company adds to a record: texts by name, a row each. */
export function PropertiesField(props: FieldProps) {
  const { t } = useTranslation()
  const { id, attach, frame, value, onChange } = useField<Properties | null>(props)
  const [typed, setTyped] = useState<Row[]>(() => rowsOf(value))
  const held = recordOf(rowsOf(value))
  // Rows that are being typed stand, until something else takes their place.
  const rows = isSame(recordOf(typed), held) ? typed : rowsOf(value)
  const change = (next: Row[]) => {
    setTyped(next)
    onChange(recordOf(next))
  }
  const put = (at: number, patch: Partial<Row>) =>
    change(rows.map((row, index) => (index === at ? { ...row, ...patch } : row)))
  const disabled = props.disabled ?? false
  return (
    <FieldFrame {...frame} id={`${id}-group`} label={<span id={`${id}-label`}>{frame.label}</span>}>
      <fieldset className={css.properties} aria-labelledby={`${id}-label`}>
        {rows.map((row, index) => (
          <div key={row.id} className={css.property}>
            <TextInput
              {...(index === 0 ? { ref: attach } : {})}
              aria-label={t('kit.form.propertyName')}
              value={row.code}
              maxLength={64}
              disabled={disabled}
              onChange={(event) => put(index, { code: event.currentTarget.value })}
            />
            <TextInput
              aria-label={t('kit.form.propertyOf', { name: row.code })}
              value={row.text}
              maxLength={200}
              disabled={disabled}
              onChange={(event) => put(index, { text: event.currentTarget.value })}
            />
            {!disabled && (
              <ActionIcon
                aria-label={t('kit.form.removeProperty', { name: row.code })}
                onClick={() => change(rows.filter((_, at) => at !== index))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </div>
        ))}
        {!disabled && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() =>
              change([...rows, { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, code: '', text: '' }])
            }
          >
            {t('kit.form.addProperty')}
          </Button>
        )}
      </fieldset>
    </FieldFrame>
  )
}
