import { Menu } from '@mantine/core'
import { IconCopy, IconExternalLink } from '@tabler/icons-react'
import { copyText } from '../copyText.ts'
import { useWords } from '../i18n/words.ts'
import css from '../record/recordParts.module.css'
import { Kbd } from '../Kbd.tsx'
import { copyKey, type GridModel } from './useGridModel.ts'

/** What can be done with one row, where the pointer is or under the focused cell. */
export function RowMenu({ grid }: { grid: GridModel }) {
  const { t } = useWords()
  const { menu } = grid
  if (!menu) return null
  const actions = grid.rowActions?.(menu.row) ?? []
  const main = actions.filter(({ tone }) => tone !== 'danger')
  const danger = actions.filter(({ tone }) => tone === 'danger')
  return (
    <Menu opened onClose={grid.closeMenu} position="bottom-start" width={260} returnFocus trapFocus>
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('kit.grid.rowMenu', { name: grid.nameOf(menu.row) })}
          style={{
            position: 'fixed',
            left: menu.x,
            top: menu.y,
            width: 1,
            height: 1,
            padding: 0,
            border: 0,
            opacity: 0,
          }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {grid.onOpen && (
          <Menu.Item
            leftSection={<IconExternalLink size={16} />}
            rightSection={<Kbd keys="Enter" />}
            onClick={() => grid.onOpen?.(menu.row)}
          >
            {t('kit.action.open')}
          </Menu.Item>
        )}
        {main.map((action) => (
          <ActionItem key={action.key} action={action} />
        ))}
        <Menu.Item
          leftSection={<IconCopy size={16} />}
          rightSection={actions.some(({ hotkey }) => hotkey === copyKey) ? null : <Kbd keys={copyKey} />}
          onClick={() => void copyText(grid.nameOf(menu.row))}
        >
          {t('kit.grid.copyName', { name: grid.nameOf(menu.row) })}
        </Menu.Item>
        {danger.length > 0 && <Menu.Divider />}
        {danger.map((action) => (
          <ActionItem key={action.key} action={action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function ActionItem({
  action: { label, icon: Icon, tone, hotkey, blocked, run },
}: {
  action: ReturnType<NonNullable<GridModel['rowActions']>>[number]
}) {
  return (
    <Menu.Item
      leftSection={Icon && <Icon size={16} />}
      rightSection={hotkey && !blocked ? <Kbd keys={hotkey} /> : null}
      disabled={Boolean(blocked)}
      data-danger={tone === 'danger' || undefined}
      onClick={run}
    >
      {label}
      {blocked && <span className={css.reason}>{blocked}</span>}
    </Menu.Item>
  )
}
