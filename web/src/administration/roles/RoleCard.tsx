import type { roles } from '@kervan/contract/administration/roles'
import type { RowOf } from '@kervan/contract/kit/page'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../kit/values/format.ts'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { tPlural } from '../../kit/i18n/words.ts'
import { Badge } from '../../kit/values/StateBadge.tsx'

/** A role on a telephone. */
export function RoleCard({ row }: { row: RowOf<typeof roles> }) {
  const { t } = useTranslation()
  const format = useFormats()
  return (
    <RowCard name={row.name} mark={row.readyMade && <Badge>{t('administration.roles.readyMade')}</Badge>}>
      <CardLine quiet>
        <span>
          {tPlural(t, 'administration.roles.chosen', row.permissionCount, format.number(row.permissionCount))}
        </span>
        <span>
          {t('column.userCount')}: {format.number(row.userCount)}
        </span>
      </CardLine>
    </RowCard>
  )
}
