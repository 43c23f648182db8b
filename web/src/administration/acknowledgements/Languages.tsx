import { languages, type Language } from '@kervan/contract/kit/values'
import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import css from './acknowledgements.module.css'

/** Which language is being looked at or written; `faulty` are those where something is missing. */
export function Languages({
  value,
  faulty,
  onChange,
}: {
  value: Language
  faulty?: readonly Language[]
  onChange: (language: Language) => void
}) {
  const { t } = useTranslation()
  const label = (language: Language) =>
    faulty?.includes(language)
      ? t('administration.terms.incomplete', { language: t(`state.language.${language}`) })
      : t(`state.language.${language}`)
  return (
    <SegmentedControl
      className={css.languages ?? ''}
      aria-label={t('administration.terms.language')}
      value={value}
      onChange={onChange}
      data={languages.map((language) => ({ value: language, label: label(language) }))}
    />
  )
}
