import type { UiPermission } from '@kervan/contract/access/words'
import type { FoundRecord } from '@kervan/contract/kit/found-record'
import { useTranslation } from 'react-i18next'
import { useRights } from '../kit/call/rights.ts'
import type { PaletteEntry } from '../kit/Palette.tsx'
import { rememberRecent } from '../kit/storage/recent.ts'
import { useFormats } from '../kit/values/format.ts'
import { StateBadge } from '../kit/values/StateBadge.tsx'
import { foundKinds } from '../kit/page/foundAddresses.ts'
import { useAddresses } from '../kit/page/go.ts'

/** What the server has found, each with the address where its area opens it. */
export function useRecordEntries(records: readonly FoundRecord[]): PaletteEntry[] {
  const { t } = useTranslation()
  const format = useFormats()
  const { go, hrefOf } = useAddresses()
  const rights = useRights()
  return records.flatMap((record): PaletteEntry[] => {
    const { kind, id, code, name, hint, quantity, state } = record
    const { [kind]: shown } = foundKinds
    if (!shown) return []
    const may = (permission: UiPermission) => rights.has(permission)
    const address = shown.opens(record, may)
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
    const also = shown.also?.(record, may)
    return [
      {
        id: `${kind} ${id}`,
        group: shown.group(t),
        code: isOrder ? code : null,
        label: name,
        description,
        icon: shown.icon,
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
      ...(also
        ? [
            {
              id: `also ${id}`,
              group: t('shell.palette.actions'),
              code: null,
              label: also.label(t),
              description: hint,
              icon: also.icon,
              keys: null,
              mark: null,
              href: hrefOf(also.address),
              isFound: true,
              run: () => go(also.address),
            },
          ]
        : []),
    ]
  })
}
