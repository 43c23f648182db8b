import { languages } from '@kervan/contract/kit/values'
import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useFormContext } from 'react-hook-form'
import { useSession } from '../../kit/call/session.ts'
import { useFormValues } from '../../kit/form/useFormValues.ts'
import { useWords } from '../../kit/i18n/words.ts'
import css from './acknowledgements.module.css'
import type { SampleKey } from './samples.ts'
import type { Values } from './VersionForm.tsx'

const sampleKeys: readonly SampleKey[] = ['terms', 'privacy']

/** Drafts of the usual texts, as long as nothing is written: they fill all languages, and are completed before they are published. */
export function BeginWithSample() {
  const { t } = useWords()
  const { setValue } = useFormContext<Values>()
  const { title, text } = useFormValues<Values>()
  const company = useSession()?.CompanyName ?? ''
  if (languages.some((one) => title[one].trim() !== '' || text[one].trim() !== '')) return null
  const begin = async (key: SampleKey) => {
    const { sampleOf } = await import('./samples.ts')
    const sample = sampleOf(key, company)
    for (const one of languages) {
      setValue(`title.${one}`, sample.title[one], { shouldDirty: true })
      setValue(`text.${one}`, sample.text[one], { shouldDirty: true })
    }
  }
  return (
    <div className={css.samples}>
      <p className="k-quiet">{t('administration.terms.sample.text')}</p>
      {sampleKeys.map((key) => (
        <Button
          key={key}
          variant="default"
          size="compact-sm"
          leftSection={<IconFileText size={16} aria-hidden />}
          onClick={() => void begin(key)}
        >
          {t(`administration.terms.sample.${key}`)}
        </Button>
      ))}
    </div>
  )
}
