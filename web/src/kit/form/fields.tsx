import { Checkbox, NumberInput, PasswordInput, Select, Switch, Textarea, TextInput, type ComboboxItem, type SelectProps } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { asText } from '../asText.ts'
import { FieldFrame } from './FieldFrame.tsx'

// Fields of a form, by name. Each shows its label, its hint and what is wrong with it.

export type FieldProps = { name: string; label: ReactNode; hint?: ReactNode; optional?: boolean; disabled?: boolean; beside?: ReactNode; focusFirst?: boolean; reserve?: boolean }

export function useField({ name, label, hint, optional, beside, reserve }: FieldProps) {
  const id = useId()
  const { field, fieldState } = useController({ name })
  const { ref, onBlur, value, onChange } = field
  const error = fieldState.error?.message
  return {
    id,
    value: value as unknown,
    onChange: onChange as (value: unknown) => void,
    attach: ref,
    control: { id, onBlur, name, error: error !== undefined, 'aria-describedby': `${id}-below`, 'aria-invalid': error !== undefined },
    frame: { id, label, hint, error, optional, beside, reserve },
  }
}

export function TextField(props: FieldProps & { type?: 'text' | 'email' | 'search'; autoComplete?: string; placeholder?: string; inputMode?: 'text' | 'email' | 'numeric'; size?: string; maxLength?: number }) {
  const { control, attach, frame, value, onChange } = useField(props)
  return (
    <FieldFrame {...frame}>
      <TextInput
        {...control}
        ref={attach}
        type={props.type ?? 'text'}
        size={props.size ?? 'sm'}
        {...passed(props)}
        value={asText(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </FieldFrame>
  )
}

export function PasswordField(props: FieldProps & { autoComplete?: string; size?: string }) {
  const { t } = useTranslation()
  const { control, attach, frame, value, onChange } = useField(props)
  return (
    <FieldFrame {...frame}>
      <PasswordInput
        {...control}
        ref={attach}
        size={props.size ?? 'sm'}
        {...passed(props)}
        value={asText(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
        visibilityToggleIcon={Reveal}
        visibilityToggleButtonProps={{ 'aria-label': t('kit.form.showPassword'), tabIndex: 0 }}
      />
    </FieldFrame>
  )
}

function Reveal({ reveal }: { reveal: boolean }) {
  return reveal ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />
}

export function TextAreaField(props: FieldProps & { rows?: number; maxLength?: number }) {
  const { control, attach, frame, value, onChange } = useField(props)
  return (
    <FieldFrame {...frame}>
      <Textarea
        {...control}
        ref={attach}
        rows={props.rows ?? 3}
        {...passed(props)}
        value={asText(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </FieldFrame>
  )
}

export function NumberField(props: FieldProps & { min?: number; max?: number; step?: number; suffix?: string }) {
  const { control, attach, frame, value, onChange } = useField(props)
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

export function SelectField(props: FieldProps & { data: readonly (string | ComboboxItem)[]; searchable?: boolean; clearable?: boolean; placeholder?: string } & Pick<SelectProps, 'renderOption'>) {
  const { t } = useTranslation()
  const { control, attach, frame, value, onChange } = useField(props)
  return (
    <FieldFrame {...frame}>
      <Select
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
        onChange={(next) => onChange(next ?? (props.optional ? null : ''))}
      />
    </FieldFrame>
  )
}

export function CheckField(props: FieldProps) {
  const { control, attach, value, onChange } = useField(props)
  return <Checkbox {...control} ref={attach} label={props.label} description={props.hint} disabled={props.disabled ?? false} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
}

export function SwitchField(props: FieldProps) {
  const { control, attach, value, onChange } = useField(props)
  return <Switch {...control} ref={attach} label={props.label} description={props.hint} disabled={props.disabled ?? false} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
}

/** What may be handed through to the control; absent stays absent. */
export function passed(props: { autoComplete?: string; placeholder?: string; inputMode?: 'text' | 'email' | 'numeric'; maxLength?: number; disabled?: boolean; focusFirst?: boolean }) {
  const { autoComplete, placeholder, inputMode, maxLength, disabled, focusFirst } = props
  return Object.fromEntries(
    Object.entries({ autoComplete, placeholder, inputMode, maxLength, disabled, 'data-autofocus': focusFirst || undefined }).filter(([, value]) => value !== undefined),
  )
}
