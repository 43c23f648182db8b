import {
  getStockSense,
  getStockSenseSettings,
  saveStockSenseSettings,
} from '@kervan/contract/report/stock-sense'
import { Button } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useRead } from '../kit/call/query.ts'
import { useCall } from '../kit/call/useCall.ts'
import { NumberField } from '../kit/form/fields.tsx'
import { FormDialog } from '../kit/form/FormDialog.tsx'
import { useMayChangeCompany } from '../kit/page/wholeCompany.tsx'

const schema = z
  .object({ lowDays: z.int().min(1).max(365), overDays: z.int().min(2).max(3650) })
  .refine(({ lowDays, overDays }) => lowDays < overDays, {
    path: ['overDays'],
    error: 'report.settings.overBelowLow',
  })

/** The days by which the company judges cover of stock. */
export function CoverDays() {
  const { t } = useTranslation()
  const mayChange = useMayChangeCompany()
  const [isOpen, setOpen] = useState(false)
  const { data } = useRead(getStockSenseSettings, {})
  const save = useCall(saveStockSenseSettings, { refreshes: [getStockSense.group] })
  if (!mayChange(saveStockSenseSettings) || !data) return null
  const { version, ...start } = data
  const unit = t('report.settings.unit')
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconAdjustments size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('report.settings.title')}
      </Button>
      {isOpen && (
        <FormDialog
          title={t('report.settings.title')}
          text={t('report.settings.text')}
          action={t('report.settings.save')}
          schema={schema}
          start={start}
          onSubmit={(values) => save.attempt({ ...values, version })}
          onClose={() => setOpen(false)}
        >
          <NumberField name="lowDays" label={t('report.settings.lowDays')} suffix={` ${unit}`} />
          <NumberField name="overDays" label={t('report.settings.overDays')} suffix={` ${unit}`} />
        </FormDialog>
      )}
    </>
  )
}
