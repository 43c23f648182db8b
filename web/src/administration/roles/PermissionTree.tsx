import type { PermissionKind } from '@kervan/contract/administration/permissions'
import { permissionAreas, type PermissionArea } from '@kervan/contract/kit/permission-areas'
import { Checkbox, Switch, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconLock, IconSearch } from '@tabler/icons-react'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { fold as folded } from '../../kit/fold.ts'
import { useFormats } from '../../kit/values/format.ts'
import { Badge } from '../../kit/values/StateBadge.tsx'
import { permissionName } from '../../kit/values/permissionName.ts'
import { areaName } from './permissionWords.ts'
import css from './roles.module.css'

export type Offered = {
  permission: string
  area: PermissionArea
  kind: PermissionKind
  roles: number
  mine: boolean
}
type Props = {
  offered: readonly Offered[]
  /** What the role has now: it may stay or go, whoever edits. */
  before: ReadonlySet<string>
  chosen: ReadonlySet<string>
  /** The editor holds this role, so adds nothing to it. */
  addsNothing: boolean
  onChange: (chosen: ReadonlySet<string>) => void
}

/** Every permission there is, area by area: found by its name, chosen one by one or an area at once. */
export function PermissionTree({ offered, before, chosen, addsNothing, onChange }: Props) {
  const { t } = useTranslation()
  const [words, setWords] = useState('')
  const [onlyChosen, setOnlyChosen] = useState(false)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const wanted = folded(words.trim())
  const named = offered.map((one) => ({
    ...one,
    name: permissionName(t, one.permission),
    open: before.has(one.permission) || (one.mine && !addsNothing),
  }))
  const shown = named.filter(
    (one) =>
      (wanted === '' || folded(`${one.name} ${one.permission} ${areaName(t, one.area)}`).includes(wanted)) &&
      (!onlyChosen || chosen.has(one.permission)),
  )
  const set = (permissions: readonly string[], on: boolean) => {
    const next = new Set(chosen)
    for (const one of permissions)
      if (on) next.add(one)
      else next.delete(one)
    onChange(next)
  }
  const fold = (area: string) => {
    const next = new Set(closed)
    if (!next.delete(area)) next.add(area)
    setClosed(next)
  }
  return (
    <section className={css.tree} aria-label={t('administration.roles.permissions')}>
      <div className={css.treeHead}>
        <TextInput
          type="search"
          className={css.search ?? ''}
          value={words}
          placeholder={t('administration.roles.findPermission')}
          aria-label={t('administration.roles.findPermission')}
          leftSection={<IconSearch size={16} aria-hidden />}
          onChange={(event) => setWords(event.currentTarget.value)}
          // Enter looks for nothing more, and must not send the form around it.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <Switch
          label={t('administration.roles.onlyChosen')}
          checked={onlyChosen}
          onChange={(event) => setOnlyChosen(event.currentTarget.checked)}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows go from box to box, as in every tree */}
      <div className={css.areas} onKeyDown={walk}>
        {shown.length === 0 && <p className={css.none}>{t('administration.roles.nothingFound')}</p>}
        {permissionAreas.map((area) => {
          const ofArea = shown.filter((one) => one.area === area)
          if (ofArea.length === 0) return null
          const isOpen = wanted !== '' || !closed.has(area)
          return (
            <Area
              key={area}
              area={area}
              all={ofArea}
              chosen={chosen}
              isOpen={isOpen}
              onFold={() => fold(area)}
              onSet={set}
            />
          )
        })}
      </div>
    </section>
  )
}

type Named = Offered & { name: string; open: boolean }

function Area({
  area,
  all,
  chosen,
  isOpen,
  onFold,
  onSet,
}: {
  area: PermissionArea
  all: readonly Named[]
  chosen: ReadonlySet<string>
  isOpen: boolean
  onFold: () => void
  onSet: (permissions: readonly string[], on: boolean) => void
}) {
  const { t } = useTranslation()
  const format = useFormats()
  const name = areaName(t, area)
  const count = all.filter((one) => chosen.has(one.permission)).length
  const open = all.filter((one) => one.open).map((one) => one.permission)
  const isAll = open.length > 0 && open.every((one) => chosen.has(one))
  return (
    <div className={css.area}>
      <div className={css.areaHead}>
        <Checkbox
          checked={count > 0 && (count === all.length || isAll)}
          indeterminate={count > 0 && count < all.length && !isAll}
          disabled={open.length === 0}
          aria-label={t('administration.roles.allOf', { area: name })}
          onChange={() => onSet(open, !isAll)}
        />
        <button
          type="button"
          className={css.areaName}
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'administration.roles.collapse' : 'administration.roles.expand', {
            area: name,
          })}
          onClick={onFold}
        >
          {isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
          {name}
        </button>
        <span className={css.areaCount}>
          {t('administration.roles.ofArea', { chosen: format.number(count), all: format.number(all.length) })}
        </span>
      </div>
      {isOpen &&
        all.map((one) => (
          <Row key={one.permission} one={one} isChosen={chosen.has(one.permission)} onSet={onSet} />
        ))}
    </div>
  )
}

function Row({
  one,
  isChosen,
  onSet,
}: {
  one: Named
  isChosen: boolean
  onSet: (permissions: readonly string[], on: boolean) => void
}) {
  const { t } = useTranslation()
  const reason = !one.open && !one.mine ? t('administration.roles.notMine') : undefined
  return (
    <label className={css.permission} data-disabled={!one.open || undefined} title={reason}>
      <Checkbox
        checked={isChosen}
        disabled={!one.open}
        onChange={(event) => onSet([one.permission], event.currentTarget.checked)}
      />
      <span className={css.permissionName}>
        {one.name}
        {reason && (
          <>
            <IconLock size={13} aria-hidden className={css.lock} />
            <span className="k-hidden">{reason}</span>
          </>
        )}
      </span>
      {one.roles === 0 && <Badge tone="amber">{t('administration.roles.isNew')}</Badge>}
      <span className={css.kind} data-kind={one.kind}>
        {t(`permission.kind.${one.kind}`)}
      </span>
    </label>
  )
}

/** Arrow up and down go from one box to the next. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const boxes = [
    ...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type="checkbox"]:not(:disabled)'),
  ]
  const next =
    boxes[boxes.findIndex((box) => box === document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1)]
  if (!next) return
  event.preventDefault()
  next.focus()
}
