import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ButtonHTMLAttributes, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Flag } from '../values/Flag.tsx'
import { useFormats } from '../values/format.ts'
import { languageNames } from './languageNames.ts'
import css from './languageMenu.module.css'

const OpenLanguageMenu = lazy(() => import('./OpenLanguageMenu.tsx'))

/** The language with its flag; the menu is fetched when somebody wants it. */
export function LanguageMenu() {
  const [wanted, setWanted] = useState(false)
  if (!wanted)
    return <LanguageButton onClick={() => setWanted(true)} aria-haspopup="menu" aria-expanded={false} />
  return (
    <Suspense fallback={<LanguageButton />}>
      <OpenLanguageMenu />
    </Suspense>
  )
}

export function LanguageButton(
  props: ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> },
) {
  const { t } = useTranslation()
  const { language } = useFormats()
  return (
    <UnstyledButton
      {...props}
      className={css.button}
      aria-label={t('kit.language', { name: languageNames[language] })}
    >
      <Flag language={language} />
      <span className={css.word}>{languageNames[language]}</span>
      <IconChevronDown size={14} aria-hidden />
    </UnstyledButton>
  )
}
