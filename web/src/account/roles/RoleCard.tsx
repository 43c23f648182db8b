import type { roles } from '@kervan/contract/account/roles'
import type { RowOf } from '@kervan/contract/kit/page'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../kit/format.ts'
import { counted } from '../../kit/i18n/words.ts'
import { Badge } from '../../kit/StateBadge.tsx'
import css from './roles.module.css'

/** A role on a telephone. */
export function RoleCard({ row }: { row: RowOf<typeof roles> }) {
  const { t } = useTranslation()
  const format = useFormats()
  return (
    <div className={css.card}>
      <div className={css.cardLine}>
        <span className={css.cardName}>{row.name}</span>
        {row.readyMade && <Badge>{t('administration.roles.readyMade')}</Badge>}
      </div>
      <div className={`${css.cardLine} k-quiet`}>
        <span>{counted(t, 'administration.roles.chosen', row.permissionCount, format.number(row.permissionCount))}</span>
        <span>{t('column.userCount')}: {format.number(row.userCount)}</span>
      </div>
    </div>
  )
}
