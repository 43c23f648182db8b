import { getAppVersion } from '@kervan/contract/access/sign-in-page'
import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../kit/call/query.ts'
import css from './login.module.css'

const thisYear = new Date().getFullYear()

export function LoginFoot() {
  const { t } = useTranslation()
  const { data } = useRead(getAppVersion, {}, { staleTime: Infinity })
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  return (
    <footer className={css.foot}>
      <span>
        {t('shell.version', { version: data?.appVersion ?? __APP_VERSION__ })} ·{' '}
        {t('shell.copyright', { from: 2003, to: thisYear })}
      </span>
      <ActionIcon
        aria-label={t(dark ? 'shell.settings.toLight' : 'shell.settings.toDark')}
        onClick={() => setColorScheme(dark ? 'light' : 'dark')}
      >
        {dark ? <IconSun size={16} /> : <IconMoon size={16} />}
      </ActionIcon>
    </footer>
  )
}
