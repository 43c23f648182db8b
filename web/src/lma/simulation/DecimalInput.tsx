import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../../kit/i18n/words.ts'

type Props = {
  /** Above the field; null where a table says it, and `name` for who cannot see that. */
  label: string | null
  name?: string
  placeholder: string
  value: string | null
  isPositive?: boolean
  onChange: (value: string | null) => void
}

/** A decimal with a comma or a point; empty for what is known. What is no number yet changes nothing. */
export function DecimalInput({ label, name, placeholder, value, isPositive = false, onChange }: Props) {
  const { t } = useWords()
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? value ?? ''
  const read = (given: string): string | null | undefined => {
    const plain = given.trim().replace(',', '.')
    if (plain === '') return null
    if (!/^-?\d{1,9}(\.\d{1,9})?$/.test(plain)) return undefined
    return isPositive && !/^(?=.*[1-9])\d/.test(plain) ? undefined : plain
  }
  return (
    <TextInput
      {...(label === null ? { 'aria-label': name } : { label })}
      placeholder={placeholder}
      inputMode="decimal"
      value={text}
      error={read(text) === undefined && t('lma.simulation.noNumber')}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        const next = read(currentTarget.value)
        if (next !== undefined) onChange(next)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
