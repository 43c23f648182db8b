/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- dragging is a comfort beside the buttons that do the same */
import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPin, IconPinFilled } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import { useWords } from '../i18n/words.ts'
import css from './bars.module.css'
import type { GridModel } from './useGridModel.ts'

/** Which columns, in which order, which of them pinned: by pointer or by keyboard. */
export function ColumnChooser({
  grid,
  opened,
  onClose,
  children,
}: {
  grid: GridModel
  opened: boolean
  onClose: () => void
  children: ReactElement
}) {
  const { t } = useWords()
  const offered = grid.layout.order.filter((name) => !grid.views[name]?.away)
  return (
    <Popover
      opened={opened}
      onChange={onClose}
      onClose={onClose}
      position="bottom-end"
      width={320}
      trapFocus
      returnFocus
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown p={8} aria-label={t('kit.grid.columns')}>
        <ul className={css.columns}>
          {offered.map((name, index) => (
            <ChosenColumn key={name} grid={grid} name={name} index={index} offered={offered} />
          ))}
        </ul>
        <div className={css.columnsFoot}>
          <Button size="xs" variant="default" onClick={grid.resetLayout}>
            {t('kit.grid.resetColumns')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

function ChosenColumn({
  grid,
  name,
  index,
  offered,
}: {
  grid: GridModel
  name: string
  index: number
  offered: readonly string[]
}) {
  const { t, column } = useWords()
  const [over, setOver] = useState(false)
  const label = column(name)
  const { hidden, pinned } = grid.layout
  const isPinned = pinned.includes(name)
  const move = (step: number) => {
    const position = offered[index + step]
    if (position) grid.moveColumn(name, position)
  }
  return (
    <li
      className={css.column}
      data-over={over || undefined}
      draggable
      onDragStart={(event) => event.dataTransfer.setData('text/kervan-column', name)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        grid.moveColumn(event.dataTransfer.getData('text/kervan-column'), name)
      }}
    >
      <IconGripVertical size={14} aria-hidden className={css.grip} />
      <Checkbox
        label={label}
        checked={!hidden.includes(name)}
        onChange={() => grid.toggleHidden(name)}
        className={css.columnName}
      />
      <ActionIcon
        size={24}
        disabled={index === 0}
        aria-label={t('kit.grid.moveUp', { column: label })}
        onClick={() => move(-1)}
      >
        <IconArrowUp size={14} />
      </ActionIcon>
      <ActionIcon
        size={24}
        disabled={index === offered.length - 1}
        aria-label={t('kit.grid.moveDown', { column: label })}
        onClick={() => move(1)}
      >
        <IconArrowDown size={14} />
      </ActionIcon>
      <ActionIcon
        size={24}
        aria-pressed={isPinned}
        aria-label={t('kit.grid.pinColumn', { column: label })}
        onClick={() => grid.togglePinned(name)}
      >
        {isPinned ? <IconPinFilled size={14} /> : <IconPin size={14} />}
      </ActionIcon>
    </li>
  )
}
