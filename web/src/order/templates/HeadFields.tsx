import type { ComboboxItem } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../kit/form/fields.tsx'
import { TextField } from '../../kit/form/TextField.tsx'

/** What a template is called and where it delivers to. */
export function HeadFields({ locations }: { locations: readonly ComboboxItem[] }) {
  const { t } = useTranslation()
  return (
    <>
      <TextField name="templateName" label={t('order.template.name')} maxLength={120} focusFirst />
      <SelectField
        name="locationId"
        label={t('order.template.location')}
        data={locations}
        optional
        searchable
      />
    </>
  )
}
