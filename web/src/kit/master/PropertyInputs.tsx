import type { CustomProperty, MasterData } from '@kervan/contract/kit/master-data'
import { ownValue } from '@kervan/contract/kit/typed'
import { Button, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../call/query.ts'
import { FieldFrame } from '../form/FieldFrame.tsx'
import { useField, type FieldProps } from '../form/TextField.tsx'
import { ReadState } from '../record/ReadState.tsx'
import css from './master.module.css'

type Props = FieldProps & { call: NonNullable<MasterData['properties']> }
type Values = Record<string, string>

/** The custom properties of a kind (LOC-001, PRD-001), each with the input of its type. */
export function PropertyInputs({ call, ...props }: Props) {
  const { t } = useTranslation()
  const { id, frame, value, onChange } = useField<Values | null>(props)
  const asked = useRead(call, {}, { staleTime: 60_000 })
  const values = value ?? {}
  const put = (code: string, text: string | null) => {
    const { [code]: _, ...others } = values
    onChange(text === null || text === '' ? others : { ...others, [code]: text })
  }
  if (!asked.data) return <ReadState asked={asked} />
  const { properties } = asked.data
  const unknown = Object.keys(values).filter((code) => properties.every((one) => one.code !== code))
  return (
    <FieldFrame
      {...frame}
      id={`${id}-group`}
      label={
        <span id={`${id}-label`} className="k-hidden">
          {frame.label}
        </span>
      }
    >
      <fieldset className={css.properties} aria-labelledby={`${id}-label`}>
        {properties.map((property) => (
          <PropertyInput
            key={property.code}
            property={property}
            value={ownValue(values, property.code) ?? ''}
            disabled={props.disabled ?? false}
            onChange={(text) => put(property.code, text)}
          />
        ))}
        {properties.length === 0 && unknown.length === 0 && (
          <p className="k-quiet">{t('masterData.properties.none')}</p>
        )}
        {unknown.length > 0 && (
          <p className="k-quiet">
            {t('masterData.properties.unknown', { names: unknown.join(', ') })}{' '}
            {!props.disabled && (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() =>
                  onChange(
                    Object.fromEntries(Object.entries(values).filter(([code]) => !unknown.includes(code))),
                  )
                }
              >
                {t('masterData.properties.remove')}
              </Button>
            )}
          </p>
        )}
      </fieldset>
    </FieldFrame>
  )
}

type InputProps = {
  property: CustomProperty
  value: string
  disabled: boolean
  onChange: (text: string | null) => void
}

function PropertyInput({ property, value, disabled, onChange }: InputProps) {
  const { t } = useTranslation()
  const { name, type, required, values } = property
  const shared = { label: name, disabled, withAsterisk: required }
  if (type === 'Choice' || type === 'Flag') {
    const data =
      type === 'Flag'
        ? [
            { value: 'true', label: t('kit.yes') },
            { value: 'false', label: t('kit.no') },
          ]
        : values.map((one) => ({ value: one.code, label: one.name }))
    return (
      <Select
        {...shared}
        value={value === '' ? null : value}
        data={data}
        searchable={data.length > 8}
        clearable={!required}
        onChange={onChange}
      />
    )
  }
  return (
    <TextInput
      {...shared}
      value={value}
      maxLength={200}
      {...(type === 'Date' ? { type: 'date' } : {})}
      {...(type === 'Number' ? { inputMode: 'decimal' as const } : {})}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
