import {
  Checkbox,
  MultiSelect,
  NumberInput,
  Select,
  Stack,
  Switch,
  Textarea,
  type ComboboxItem,
  type SelectProps,
} from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { asText } from '../values/asText.ts'
import { useFormats } from '../values/format.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { passed, useField, type FieldProps } from './TextField.tsx'

// Fields of a form, by name. Each shows its label, its hint and what is wrong with it.

export function TextAreaField(props: FieldProps & { rows?: number; maxLength?: number }) {
  const { control, attach, frame, value, onChange } = useField(props)
  return (
    <FieldFrame {...frame}>
      <Textarea
        {...control}
        ref={attach}
        rows={Math.max(2, props.rows ?? 3)}
        {...passed(props)}
        value={asText(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter begins a line; with Ctrl or Cmd it sends.
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
    </FieldFrame>
  )
}

export function NumberField(
  props: FieldProps & { min?: number; max?: number; step?: number; suffix?: string },
) {
  const { control, attach, frame, value, onChange } = useField(props)
  const { language } = useFormats()
  const { min, max, step, suffix } = props
  return (
    <FieldFrame {...frame}>
      <NumberInput
        {...control}
        ref={attach}
        {...passed(props)}
        {...(min === undefined ? {} : { min })}
        {...(max === undefined ? {} : { max })}
        {...(suffix === undefined ? {} : { suffix })}
        thousandSeparator={language === 'en' ? ',' : '.'}
        decimalSeparator={language === 'en' ? '.' : ','}
        step={step ?? 1}
        clampBehavior="none"
        hideControls
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
        styles={{ input: { textAlign: 'end', fontVariantNumeric: 'tabular-nums' } }}
      />
    </FieldFrame>
  )
}

export function SelectField(
  props: FieldProps & {
    data: readonly (string | ComboboxItem)[]
    searchable?: boolean
    clearable?: boolean
    placeholder?: string
    size?: string
    /** Told what was chosen, for fields that depend on it. */
    onChosen?: (value: string) => void
  } & Pick<SelectProps, 'renderOption'>,
) {
  const { t } = useTranslation()
  const { control, attach, frame, value, onChange } = useField(props)
  return (
    <FieldFrame {...frame}>
      <Select
        {...(props.size ? { size: props.size } : {})}
        {...control}
        ref={attach}
        {...passed(props)}
        data={[...props.data]}
        searchable={props.searchable ?? props.data.length > 8}
        clearable={props.clearable ?? props.optional ?? false}
        allowDeselect={props.clearable ?? props.optional ?? false}
        nothingFoundMessage={t('kit.form.nothingFound')}
        {...(props.renderOption ? { renderOption: props.renderOption } : {})}
        value={typeof value === 'string' ? value : null}
        onChange={(next) => {
          onChange(next ?? (props.optional ? null : ''))
          if (next !== null) props.onChosen?.(next)
        }}
      />
    </FieldFrame>
  )
}

/** As large as what stands in other fields; a grid, which has no labels, keeps the small one. */
const readable = { label: { fontSize: 13, lineHeight: '20px' }, inner: { marginTop: 2 } }

/** Several of few choices, all of them seen at once. */
export function ChecksField(props: FieldProps & { data: readonly { value: string; label: string }[] }) {
  const { id, attach, frame, value, onChange } = useField(props)
  return (
    <FieldFrame {...frame} id={`${id}-group`} label={<span id={`${id}-label`}>{frame.label}</span>}>
      <Checkbox.Group
        value={Array.isArray(value) ? value : []}
        onChange={onChange}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-group-below`}
      >
        <Stack gap={8} py={4}>
          {props.data.map((choice, index) => (
            <Checkbox
              key={choice.value}
              value={choice.value}
              label={choice.label}
              disabled={props.disabled ?? false}
              styles={readable}
              {...(index === 0 ? { ref: attach } : {})}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </FieldFrame>
  )
}

/** Several of a list, in the order in which they were chosen. */
export function MultiSelectField(
  props: FieldProps & { data: readonly ComboboxItem[]; maxValues?: number; placeholder?: string },
) {
  const { t } = useTranslation()
  const { control, attach, frame, value, onChange } = useField(props)
  return (
    <FieldFrame {...frame}>
      <MultiSelect
        {...control}
        ref={attach}
        {...passed(props)}
        data={[...props.data]}
        searchable
        hidePickedOptions
        {...(props.maxValues ? { maxValues: props.maxValues } : {})}
        nothingFoundMessage={t('kit.form.nothingFound')}
        value={Array.isArray(value) ? value : []}
        onChange={onChange}
      />
    </FieldFrame>
  )
}

export function CheckField(props: FieldProps) {
  const { control, attach, value, onChange } = useField(props)
  return (
    <Checkbox
      {...control}
      ref={attach}
      styles={readable}
      label={props.label}
      description={props.hint}
      disabled={props.disabled ?? false}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

export function SwitchField(props: FieldProps) {
  const { control, attach, value, onChange } = useField(props)
  return (
    <Switch
      {...control}
      ref={attach}
      label={props.label}
      description={props.hint}
      disabled={props.disabled ?? false}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
