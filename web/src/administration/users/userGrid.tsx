import type { InvitationView, MembershipState } from '@kervan/contract/access/words'
import type { users } from '@kervan/contract/administration/users'
import type { RowOf } from '@kervan/contract/kit/page'
import { useFormats } from '../../kit/values/format.ts'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'

type UserRow = RowOf<typeof users>

export const userColumnViews = {
  username: { pinned: true, width: 208, short: true },
  firstName: { width: 92, short: true },
  lastName: { width: 100, short: true },
  roles: {},
  userType: { width: 132, short: true },
  state: { width: 116 },
  invitation: { hidden: true },
  lastLoginAt: { width: 152, short: true },
  partnerName: { width: 150, short: true },
  pointOfSale: { hidden: true },
  thirdPartyLocation: { hidden: true },
  secondFactor: { hidden: true },
  lockedUntil: { hidden: true },
  joinedAt: { hidden: true },
} as const

export const userRenderers = {
  state: (row: UserRow) => <UserState state={row.state} invitation={row.invitation} />,
  lastLoginAt: (row: UserRow) => <LastLogin at={row.lastLoginAt} />,
}

/** Who has not said yes is no user yet, and shown as that wherever the state is. */
export function UserState({
  state,
  invitation,
}: {
  state: MembershipState
  invitation: InvitationView | null
}) {
  const isOpen =
    invitation === 'Declined' ||
    invitation === 'Withdrawn' ||
    ((invitation === 'Pending' || invitation === 'Mailed' || invitation === 'MailEnded') &&
      state === 'Active')
  return isOpen && state !== 'Blocked' ? (
    <StateBadge group="invitation" value={invitation} />
  ) : (
    <StateBadge group="membership" value={state} />
  )
}

export function LastLogin({ at }: { at: string | null }) {
  const { t } = useWords()
  const format = useFormats()
  if (at === null) return <span className="k-quiet">{t('account.users.never')}</span>
  return (
    <time dateTime={at} title={format.dateTimeSeconds(at)}>
      {format.dateTime(at)}
    </time>
  )
}

type CardRow = Pick<UserRow, 'username' | 'firstName' | 'lastName' | 'roles' | 'state' | 'invitation'> & {
  userType?: UserRow['userType']
}
export const userCard = (row: CardRow) => <UserCard row={row} />

function UserCard({ row }: { row: CardRow }) {
  const { state } = useWords()
  return (
    <RowCard
      name={`${row.firstName} ${row.lastName}`}
      mark={<UserState state={row.state} invitation={row.invitation} />}
    >
      <CardLine>
        <span>{row.username}</span>
      </CardLine>
      <CardLine quiet>
        <span>{row.roles}</span>
        {row.userType && <span>{state('userType', row.userType)}</span>}
      </CardLine>
    </RowCard>
  )
}
