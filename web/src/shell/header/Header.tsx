import type { Session } from '@kervan/contract/access/authentication'
import { ActionIcon, Burger, Tooltip, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconNotebook, IconSearch } from '@tabler/icons-react'
import { landingPath } from '@kervan/contract/shell/screens'
import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '../../kit/Kbd.tsx'
import { LanguageMenu } from '../../kit/i18n/LanguageMenu.tsx'
import { Mark } from '../../kit/Mark.tsx'
import { DefaultLogo } from '../../kit/DefaultLogo.tsx'
import { useLogo } from '../../kit/logo.ts'
import { Portrait } from '../../kit/picture.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { openPalette } from '../paletteOpener.ts'
import { Bell } from './Bell.tsx'
import { Greeting } from './Greeting.tsx'
import css from './header.module.css'
import { HeaderMenus } from './HeaderMenus.tsx'
import { MobileDrawer } from './MobileDrawer.tsx'
import { SettingsMenu } from './SettingsMenu.tsx'

export function Header({ session }: { session: Session }) {
  const { t } = useTranslation()
  const rights = useRights()
  const [menuOpened, setMenuOpened] = useState(false)
  const narrow =
    useMediaQuery('(max-width: 1023.98px)', undefined, { getInitialValueInEffect: false }) ?? false
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  return (
    <header className={css.header}>
      {narrow && (
        <Burger
          size={18}
          opened={menuOpened}
          onClick={() => setMenuOpened(!menuOpened)}
          aria-label={t('shell.menus')}
          aria-expanded={menuOpened}
        />
      )}
      <Link
        to={landingPath(new Set(session.PermissionsUI)) ?? '/'}
        className={css.brand}
        aria-label={t('shell.toStart')}
      >
        <Mark size={22} />
        <span className={css.word}>{t('shell.product')}</span>
      </Link>
      <CompanyLogo session={session} />
      {!narrow && <HeaderMenus key={session.UserName} pathname={pathname} />}
      <span className={css.space} />
      {narrow ? (
        <ActionIcon aria-label={t('shell.palette.title')} onClick={() => openPalette()}>
          <IconSearch size={20} />
        </ActionIcon>
      ) : (
        <UnstyledButton className={css.search} onClick={() => openPalette()}>
          <span className={css.searchInner}>
            <IconSearch size={16} aria-hidden />
            <span className={css.searchWord}>{t('shell.palette.open')}</span>
            <Kbd keys="Ctrl+K" />
          </span>
        </UnstyledButton>
      )}
      {!narrow && (
        <>
          <Greeting session={session} />
          <LanguageMenu />
        </>
      )}
      {rights.has('KnowledgeBase') && (
        <Tooltip label={t('shell.knowledgeBase')}>
          <ActionIcon
            renderRoot={(props) => <Link to="/knowledge-base" {...props} />}
            aria-label={t('shell.knowledgeBase')}
          >
            <IconNotebook size={narrow ? 20 : 18} />
          </ActionIcon>
        </Tooltip>
      )}
      <Bell />
      {!narrow && <SettingsMenu session={session} />}
      {rights.has('AccountSettings') ? (
        <Link
          to="/account/account-settings"
          className={css.portrait}
          aria-label={t('shell.account')}
          title={t('shell.account')}
        >
          <Portrait />
        </Link>
      ) : (
        <Portrait />
      )}
      {narrow && (
        <MobileDrawer
          key={pathname}
          session={session}
          opened={menuOpened}
          onClose={() => setMenuOpened(false)}
        />
      )}
    </header>
  )
}

function CompanyLogo({ session }: { session: Session }) {
  const { logo, isKnown } = useLogo(session.CompanyIntCode)
  if (logo) return <img src={logo} alt={session.CompanyName} className={css.logo} />
  return isKnown ? <DefaultLogo name={session.CompanyName} className={css.logo} /> : null
}
