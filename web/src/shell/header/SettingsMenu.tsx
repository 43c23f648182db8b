import type { Session } from '@kervan/contract/access/authentication'
import { ActionIcon, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  IconBaselineDensityMedium,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSettings,
  IconUserCog,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDensity } from '../../kit/density.ts'
import { tDynamic } from '../../kit/i18n/words.ts'
import { Kbd } from '../../kit/Kbd.tsx'
import { Portrait } from '../../kit/picture.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { openKeys } from '../keysOpener.ts'
import { useSignOut } from '../sessionKeeper.ts'
import css from './header.module.css'

export function SettingsMenu({ session }: { session: Session }) {
  const { t } = useTranslation()
  const rights = useRights()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const { density, rowHeight, setDensity } = useDensity()
  return (
    <Menu position="bottom-end" width={240} closeOnItemClick>
      <Menu.Target>
        <ActionIcon aria-label={t('shell.settings.title')} title={t('shell.settings.title')}>
          <IconSettings size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={css.who}>
          <Portrait />
          <span>
            <strong>
              {session.FirstName} {session.LastName}
            </strong>
            <span className="k-quiet">
              {tDynamic(t, `state.userType.${session.ExactUserType}`, session.ExactUserType)}
            </span>
            <span className={`k-quiet ${css.whoCompany ?? ''}`}>{session.CompanyName}</span>
          </span>
        </div>
        <Menu.Divider />
        {rights.has('AccountSettings') && (
          <Menu.Item
            leftSection={<IconUserCog size={16} />}
            onClick={() => void navigate({ to: '/account/account-settings' })}
          >
            {t('shell.account')}
          </Menu.Item>
        )}
        <Menu.CheckboxItem
          closeMenuOnClick={false}
          checked={dark}
          onChange={() => setColorScheme(dark ? 'light' : 'dark')}
          checkIcon={<IconMoon size={16} />}
          rightSection={<span className={css.toggle} data-on={dark || undefined} aria-hidden />}
        >
          {t('shell.settings.dark')}
        </Menu.CheckboxItem>
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={<IconBaselineDensityMedium size={16} />}
          rightSection={<span className="k-quiet">{t('shell.settings.pixels', { height: rowHeight })}</span>}
          onClick={() => setDensity(density === 'compact' ? 'comfortable' : 'compact')}
        >
          {t('kit.density.title')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconKeyboard size={16} />}
          rightSection={<Kbd keys="?" />}
          onClick={() => openKeys()}
        >
          {t('kit.keys.title')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
          {t('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
