import { useMemo } from 'react'
import { useFormats } from '../values/format.ts'
import { SelectField } from './fields.tsx'
import type { FieldProps } from './TextField.tsx'

/** A currency by its code of ISO 4217, found by what it is called in the reader's language. */
export function CurrencyField(props: FieldProps) {
  const { language } = useFormats()
  const data = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'currency' })
    return Intl.supportedValuesOf('currency').map((code) => ({
      value: code,
      label: `${code} – ${names.of(code) ?? code}`,
    }))
  }, [language])
  return <SelectField {...props} data={data} searchable />
}
