import { menuModel, menuOf, type MenuEntry } from '@kervan/contract/shell/menu-model'
import { Menu, Menubar } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '../../kit/Kbd.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { groupTitle, menuTitle, screenHint, screenTitle } from '../menuWords.ts'
import css from './header.module.css'

/** The menus, by arrows, letters or pointer; a panel has a column for every kind of task. */
export function HeaderMenus({ pathname }: { pathname: string }) {
  const { t } = useTranslation()
  const menus = menuModel(useRights())
  const current = menuOf(pathname)
  return (
    <nav aria-label={t('shell.menus')} className={css.menus}>
      <Menubar className={css.bar ?? ''}>
        {menus.map(({ menu, enabled, groups }) => (
          <Menubar.Menu key={menu} width="auto" offset={0}>
            <Menubar.Target
              className={css.menu}
              data-disabled={!enabled}
              aria-disabled={!enabled}
              data-current={menu === current || undefined}
              title={enabled ? undefined : t('shell.menuEmpty')}
            >
              {menuTitle(t, menu)}
              {enabled && <IconChevronDown size={14} aria-hidden className={css.chevron} />}
            </Menubar.Target>
            {enabled && (
              <Menubar.Dropdown className={css.panel}>
                {groups.map((group) => (
                  <div
                    key={group.key}
                    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- inside a menu
                    role="group"
                    aria-label={groupTitle(t, group.key)}
                    className={css.group}
                  >
                    <div className={css.groupTitle} aria-hidden>
                      {groupTitle(t, group.key)}
                    </div>
                    {[...group.entries]
                      .sort((a, b) => Number(b.path !== null) - Number(a.path !== null))
                      .map((entry) => (
                        <Entry key={entry.key} entry={entry} pathname={pathname} />
                      ))}
                  </div>
                ))}
              </Menubar.Dropdown>
            )}
          </Menubar.Menu>
        ))}
      </Menubar>
    </nav>
  )
}

function Entry({ entry: { key, path, keys }, pathname }: { entry: MenuEntry; pathname: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const go = (event: MouseEvent) => {
    // A new tab is the browser's business.
    if (event.ctrlKey || event.metaKey || event.shiftKey || !path) return
    event.preventDefault()
    void navigate({ to: path })
  }
  return (
    <Menu.Item
      component="a"
      href={path ?? undefined}
      className={css.entry}
      disabled={path === null}
      aria-current={path === pathname ? 'page' : undefined}
      onClick={go}
    >
      <span className={css.entryTop}>
        <span className={css.entryTitle}>{screenTitle(t, key)}</span>
        {keys && <Kbd keys={keys} />}
      </span>
      <span className={css.entryHint}>{path === null ? t('shell.noRight') : screenHint(t, key)}</span>
    </Menu.Item>
  )
}
