import type { FoundRecord, RecordKind } from '@kervan/contract/shell/find-records'
import {
  IconBuildingStore,
  IconBuildingWarehouse,
  IconClipboardList,
  IconPackage,
  IconShoppingCartPlus,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { openUserRecord } from '../administration/found.ts'
import { useRights } from '../kit/call/rights.ts'
import type { PaletteEntry } from '../kit/Palette.tsx'
import { rememberRecent } from '../kit/storage/recent.ts'
import { useFormats } from '../kit/values/format.ts'
import { StateBadge } from '../kit/values/StateBadge.tsx'
import { newOrderFor, openOrderRecord } from '../order/found.ts'
import { useAddresses } from '../kit/page/go.ts'

const icons: Record<RecordKind, TablerIcon> = {
  order: IconClipboardList,
  customer: IconBuildingWarehouse,
  location: IconBuildingStore,
  product: IconPackage,
  user: IconUser,
}
const groups = {
  order: 'shell.palette.orders',
  customer: 'shell.palette.places',
  location: 'shell.palette.places',
  product: 'shell.palette.products',
  user: 'shell.palette.users',
} as const

/** What the server has found, each with the address where its area opens it. */
export function useRecordEntries(records: readonly FoundRecord[]): PaletteEntry[] {
  const { t } = useTranslation()
  const format = useFormats()
  const { go, hrefOf } = useAddresses()
  const rights = useRights()
  return records.flatMap((record): PaletteEntry[] => {
    const { kind, id, code, name, hint, quantity, state } = record
    const address = openOrderRecord(record, (permission) => rights.has(permission)) ?? openUserRecord(record)
    if (!address) return []
    const href = hrefOf(address)
    const isOrder = kind === 'order'
    const details = isOrder
      ? [
          hint,
          quantity === null
            ? ''
            : t('shell.palette.units', { count: quantity, amount: format.number(quantity) }),
        ]
      : [hint, code ?? '']
    const description = details.filter(Boolean).join(' · ')
    const newOrder = newOrderFor(record, (permission) => rights.has(permission))
    const words = newOrder && t('shell.palette.newOrderFor', { customer: name })
    return [
      {
        id: `${kind} ${id}`,
        group: t(groups[kind]),
        code: isOrder ? code : null,
        label: name,
        description,
        icon: icons[kind],
        keys: null,
        mark: isOrder && state ? <StateBadge group="order" value={state} /> : null,
        href,
        isFound: true,
        run: () => {
          rememberRecent({
            id: `${kind} ${id}`,
            kind,
            code: isOrder ? code : null,
            label: name,
            description,
            href,
          })
          go(address)
        },
      },
      ...(newOrder && words
        ? [
            {
              id: `newOrder ${id}`,
              group: t('shell.palette.actions'),
              code: null,
              label: words,
              description: hint,
              icon: IconShoppingCartPlus,
              keys: null,
              mark: null,
              href: hrefOf(newOrder),
              isFound: true,
              run: () => go(newOrder),
            },
          ]
        : []),
    ]
  })
}
