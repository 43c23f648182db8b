import { declaredSettings, settingNames } from '@kervan/contract/services/settings'
import { IconInfoCircle } from '@tabler/icons-react'
import { useFormValues } from '../../kit/form/useFormValues.ts'
import { useWords } from '../../kit/i18n/words.ts'
import type { FormValues } from '../../kit/master/values.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from '../services.module.css'

/** What the chosen setting is, in one sentence, with its default and its bounds. */
export function AboutSetting() {
  const { t, state } = useWords()
  const format = useFormats()
  const { setting } = useFormValues<FormValues>()
  const name = settingNames.find((one) => one === setting)
  if (!name) return null
  const { scope, unit, start, least, most } = declaredSettings[name]
  const says = (value: number) => t(`services.unit.${unit}`, { value: format.number(value) })
  return (
    <p className={css.about} aria-live="polite">
      <IconInfoCircle size={16} aria-hidden />
      <span>
        {t(`services.settingText.${name}`)}{' '}
        {t('services.about.bounds', { start: says(Number(start)), least: says(least), most: says(most) })}{' '}
        <span className="k-quiet">{t('services.about.scope', { scope: state('settingScope', scope) })}</span>
      </span>
    </p>
  )
}
