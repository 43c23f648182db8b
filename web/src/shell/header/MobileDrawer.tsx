import { menuModel } from '@kervan/contract/shell/menu-model'
import type { Session } from '@kervan/contract/access/authentication'
import {
  Accordion,
  Button,
  Drawer,
  Switch,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LanguageMenu } from '../../kit/i18n/LanguageMenu.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { menuTitle, screenHint, screenTitle } from '../menuWords.ts'
import { Footer } from '../Footer.tsx'
import { useSignOut } from '../sessionKeeper.ts'
import { Greeting } from './Greeting.tsx'
import css from './header.module.css'

/** Under 1024 px the menus, the greeting and the settings are behind the burger. */
export function MobileDrawer({
  session,
  opened,
  onClose,
}: {
  session: Session
  opened: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const menus = menuModel(useRights())
  const signOut = useSignOut()
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="min(360px, 100%)"
      title={t('shell.menus')}
      closeButtonProps={{ 'aria-label': t('kit.action.close') }}
    >
      <Greeting session={session} />
      <Accordion chevronPosition="right" className={css.drawerMenus ?? ''}>
        {menus.map(({ menu, enabled, groups }) => (
          <Accordion.Item key={menu} value={menu}>
            <Accordion.Control disabled={!enabled}>{menuTitle(t, menu)}</Accordion.Control>
            <Accordion.Panel>
              {groups
                .flatMap(({ entries }) => entries)
                .sort((a, b) => Number(b.path !== null) - Number(a.path !== null))
                .map(({ key, path }) =>
                  path ? (
                    <Link key={key} to={path} onClick={onClose} className={css.drawerLink}>
                      <span className={css.entryTitle}>{screenTitle(t, key)}</span>
                      <span className={css.entryHint}>{screenHint(t, key)}</span>
                    </Link>
                  ) : (
                    <span key={key} className={css.drawerLink} aria-disabled>
                      <span className={css.entryTitle}>{screenTitle(t, key)}</span>
                      <span className={css.entryHint}>{t('shell.noRight')}</span>
                    </span>
                  ),
                )}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      <div className={css.drawerFoot}>
        <LanguageMenu />
        <Switch
          size="md"
          label={t('shell.settings.dark')}
          checked={dark}
          onChange={() => setColorScheme(dark ? 'light' : 'dark')}
        />
        <Button
          variant="default"
          fullWidth
          leftSection={<IconLogout size={16} />}
          onClick={() => void signOut()}
        >
          {t('shell.signOut')}
        </Button>
      </div>
      <Footer />
    </Drawer>
  )
}
