import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainDialog } from '../feedback/PlainDialog.tsx'
import { DayInput } from '../form/DayInput.tsx'
import formCss from '../form/form.module.css'
import { RecordBanner } from '../record/RecordParts.tsx'
import { today } from '../values/companyDay.ts'
import { useFormats } from '../values/format.ts'

/** Says that what is shown is past, and leads back. */
export function AsOfBanner({ day, onBack }: { day: string; onBack: () => void }) {
  const { t } = useTranslation()
  const format = useFormats()
  return (
    <RecordBanner
      action={
        <Button size="xs" variant="default" onClick={onBack}>
          {t('masterData.asOf.back')}
        </Button>
      }
    >
      <strong>{t('masterData.asOf.banner', { day: format.date(day) })}</strong>{' '}
      {t('masterData.asOf.readOnly')}
    </RecordBanner>
  )
}

/** Asks for the day as of which the records are shown. */
export function AsOfDialog({ onShow, onClose }: { onShow: (day: string) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const [day, setDay] = useState(today())
  return (
    <PlainDialog title={t('masterData.asOf.title')} onClose={onClose}>
      <DayInput
        label={t('masterData.asOf.day')}
        value={day}
        maxDate={today()}
        note={t('masterData.asOf.note')}
        onChange={setDay}
      />
      <div className={formCss.foot}>
        <Button variant="default" onClick={onClose}>
          {t('kit.action.cancel')}
        </Button>
        <Button onClick={() => onShow(day)}>{t('masterData.asOf.show')}</Button>
      </div>
    </PlainDialog>
  )
}
