import { languages } from '@kervan/contract/kit/values'
import { Menu, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Flag } from './Flag.tsx'
import { chooseLanguage } from './i18n/i18n.ts'
import { useFormats } from './format.ts'
import css from './languageMenu.module.css'

/** Each language is named in itself, so that it can be found from any other (SHL-011, SHL-013). */
const names = { en: 'English', tr: 'Türkçe', de: 'Deutsch' } as const

export function LanguageMenu({ short = false }: { short?: boolean }) {
  const { t } = useTranslation()
  const { language } = useFormats()
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <UnstyledButton className={css.button} aria-label={t('kit.language', { name: names[language] })}>
          <Flag language={language} />
          {!short && <span>{names[language]}</span>}
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((one) => (
          <Menu.Item key={one} lang={one} leftSection={<Flag language={one} />} rightSection={one === language ? <IconCheck size={16} /> : null} onClick={() => void chooseLanguage(one)}>
            {names[one]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
