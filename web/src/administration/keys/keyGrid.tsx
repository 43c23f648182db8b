import type { apiKeys } from '@kervan/contract/administration/api-keys'
import type { RowOf } from '@kervan/contract/kit/page'
import { companyDay, today } from '../../kit/values/companyDay.ts'
import { useFormats } from '../../kit/values/format.ts'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { Badge, StateBadge } from '../../kit/values/StateBadge.tsx'

export type KeyRow = RowOf<typeof apiKeys>

const shown = {
  name: { pinned: true, width: 180 },
  username: { width: 200, short: true },
  hint: { width: 84 },
  state: { width: 132, badge: true },
  permissionCount: { width: 96 },
  expiresAt: { width: 164, short: true },
  lastUsedAt: { width: 152, short: true },
  createdAt: { width: 152, short: true },
  createdBy: { hidden: true },
  lastAddress: { hidden: true },
  revokedAt: { hidden: true },
  revokedBy: { hidden: true },
} as const
export const keyViews = shown
/** Where all keys are one user's, their name says nothing. */
export const keyViewsOfOne = { ...shown, username: { hidden: true } } as const

export const keyRenderers = {
  expiresAt: (row: KeyRow) => <Expires row={row} />,
  lastUsedAt: (row: KeyRow) => <LastUsed at={row.lastUsedAt} />,
}

/** How long before its end a key is worth a word: time enough to put another in its place. */
const soonDays = 14

/** The end of a key, with a warning while there is still time to do something about it. */
export function Expires({ row }: { row: KeyRow }) {
  const { t } = useWords()
  const format = useFormats()
  // It ends with a day, so the moment of its end is the first of the next.
  const lastDay = companyDay(new Date(Date.parse(row.expiresAt) - 1))
  const left = (Date.parse(lastDay) - Date.parse(today())) / 86_400_000
  return (
    <>
      <time dateTime={row.expiresAt} title={format.dateTimeSeconds(row.expiresAt)}>
        {format.date(lastDay)}
      </time>
      {row.state === 'Active' && left <= soonDays && (
        <>
          {' '}
          <Badge tone="amber">{t('administration.keys.left', { count: left })}</Badge>
        </>
      )}
    </>
  )
}

export function LastUsed({ at }: { at: string | null }) {
  const { t } = useWords()
  const format = useFormats()
  if (at === null) return <span className="k-quiet">{t('administration.keys.never')}</span>
  return (
    <time dateTime={at} title={format.dateTimeSeconds(at)}>
      {format.dateTime(at)}
    </time>
  )
}

export const keyCard = (row: KeyRow) => <KeyCard row={row} />

function KeyCard({ row }: { row: KeyRow }) {
  const { t } = useWords()
  return (
    <RowCard
      name={
        <>
          {row.name} <span className="k-mono k-quiet">{row.hint}</span>
        </>
      }
      mark={<StateBadge group="apiKey" value={row.state} />}
    >
      <CardLine quiet>
        <span>{row.username}</span>
      </CardLine>
      <CardLine>
        <span>
          {t('column.expiresAt')}: <Expires row={row} />
        </span>
      </CardLine>
      <CardLine quiet>
        <span>
          {t('column.lastUsedAt')}: <LastUsed at={row.lastUsedAt} />
        </span>
      </CardLine>
    </RowCard>
  )
}
