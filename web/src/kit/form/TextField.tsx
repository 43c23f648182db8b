import { PasswordInput, TextInput } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useCallback, useId, type ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { asText } from '../values/asText.ts'
import { FieldFrame } from './FieldFrame.tsx'

// Words and passwords, and what every field has in common. In a file of its own, since signing in needs no more.

export type FieldProps = {
  name: string
  label: ReactNode
  hint?: ReactNode
  optional?: boolean
  disabled?: boolean
  beside?: ReactNode
  focusFirst?: boolean
  reserve?: boolean
}

export function useField<V = unknown>({ name, label, hint, optional, beside, reserve }: FieldProps) {
  const id = useId()
  const { field, fieldState } = useController({ name })
  const { ref, onBlur, ...rest } = field
  // What stands in the form under this name is what its schema says.
  const given: { value: V; onChange: (value: V) => void } = rest
  const error = fieldState.error?.message
  const below = `${id}-below`
  return {
    id,
    value: given.value,
    onChange: given.onChange,
    attach: useDescribed(ref, below),
    control: {
      id,
      onBlur,
      name,
      error: error !== undefined,
      'aria-describedby': below,
      'aria-invalid': error !== undefined,
    },
    frame: { id, label, hint, error, optional, beside, reserve },
  }
}

/**
 * Mantine's inputs put their own idea of `aria-describedby` over what they are given, which with our frame is none, and
 * the message would be beside the field for the eye alone.
 */
function useDescribed(
  ref: (element: HTMLElement | null) => void,
  below: string,
): (element: HTMLElement | null) => void {
  return useCallback(
    (element) => {
      ref(element)
      element?.setAttribute('aria-describedby', below)
    },
    [ref, below],
  )
}

export function TextField(
  props: FieldProps & {
    type?: 'text' | 'email' | 'search'
    autoComplete?: string
    placeholder?: string
    inputMode?: 'text' | 'email' | 'numeric'
    size?: string
    maxLength?: number
  },
) {
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

/** What may be handed through to the control; absent stays absent. */
export function passed(props: {
  autoComplete?: string
  placeholder?: string
  inputMode?: 'text' | 'email' | 'numeric'
  maxLength?: number
  disabled?: boolean
  focusFirst?: boolean
}) {
  const { autoComplete, placeholder, inputMode, maxLength, disabled, focusFirst } = props
  return Object.fromEntries(
    Object.entries({
      autoComplete,
      placeholder,
      inputMode,
      maxLength,
      disabled,
      'data-autofocus': focusFirst || undefined,
    }).filter(([, value]) => value !== undefined),
  )
}
