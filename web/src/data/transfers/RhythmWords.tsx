import { useTranslation } from 'react-i18next'
import { useFormats } from '../../kit/values/format.ts'
import { rhythmOf, weekdayName } from './rhythm.ts'

/** When a delivery is due, in words; as five fields of cron where words do not say it. */
export function RhythmWords({ expression }: { expression: string }) {
  const { t } = useTranslation()
  const { language } = useFormats()
  const rhythm = rhythmOf(expression)
  if (!rhythm) return <span className="k-mono">{expression}</span>
  const { time } = rhythm
  if (rhythm.every === 'monthly')
    return t('dataManagement.transfer.rhythms.monthly', { day: rhythm.day, time })
  if (rhythm.every === 'daily') return t('dataManagement.transfer.rhythms.daily', { time })
  if (rhythm.every === 'workingDays') return t('dataManagement.transfer.rhythms.workingDays', { time })
  const width = rhythm.weekdays.length === 1 ? 'long' : 'short'
  const days = rhythm.weekdays.map((day) => weekdayName(language, width, day)).join(', ')
  return t('dataManagement.transfer.rhythms.weekly', { days, time })
}
