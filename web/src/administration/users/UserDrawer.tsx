import { apiKeys } from '@kervan/contract/administration/api-keys'
import { getUser, getUserSignIns, type users, type UserView } from '@kervan/contract/administration/users'
import { userLocations } from '@kervan/contract/administration/user-locations'
import { explainAccess } from '@kervan/contract/administration/explain'
import { invitationDays } from '@kervan/contract/access/words'
import type { RowOf } from '@kervan/contract/kit/page'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../kit/values/format.ts'
import type { GridAction } from '../../kit/grid/types.ts'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { read } from '../../kit/call/query.ts'
import { useHistoryTab } from '../../kit/record/historyTab.tsx'
import { FactList, RecordBanner, useLast } from '../../kit/record/RecordParts.tsx'
import { RecordScreen, type RecordPlace, type RecordTab } from '../../kit/record/RecordScreen.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { ExplainAccess } from '../explain/ExplainAccess.tsx'
import { KeysOf } from '../keys/KeysOf.tsx'
import { UserLocationsOf } from '../locations/UserLocationsOf.tsx'
import type { UserTab } from './search.ts'
import { nameOf, type Subject } from '../subject.ts'
import { UserState } from './userGrid.tsx'
import { UserSignIns } from './UserSignIns.tsx'
import css from './users.module.css'

type Props = RecordPlace<RowOf<typeof users>> & {
  tab: UserTab
  onTab: (tab: UserTab) => void
  actionsOf: (user: Subject) => GridAction[]
}

/** One user beside the list (USR-002, USR-004): what they are, hold, see, and when they came in. */
export function UserDrawer({ id, tab, page, onTab, onOpen, actionsOf }: Props) {
  const { t } = useTranslation()
  const format = useFormats()
  const rights = useRights()
  const shown = useLast(id)
  const asked = useQuery({ ...read(getUser, { membershipId: shown ?? '' }), enabled: shown !== null })
  const user = asked.data
  const history = useHistoryTab<UserView>('membership', (one) => one.id, t('account.users.tab.history'))
  const tabs: RecordTab<UserView, UserTab>[] = [
    { key: 'details', label: t('account.users.tab.details'), show: (one) => <Details user={one} /> },
    {
      key: 'roles',
      label: t('account.users.tab.roles'),
      count: user ? format.number(user.roles.length) : null,
      show: (one) => <Roles user={one} />,
    },
    ...(rights.has(userLocations.page.permission ?? '')
      ? [
          {
            key: 'locations' as const,
            label: t('account.users.tab.locations'),
            count: user?.locationCount ? format.number(user.locationCount) : null,
            fill: true,
            show: (one: UserView) => <UserLocationsOf user={one} />,
          },
        ]
      : []),
    ...(user?.userType === 'APIUser' && rights.has(apiKeys.page.permission ?? '')
      ? [
          {
            key: 'keys' as const,
            label: t('account.part.keys'),
            fill: true,
            show: (one: UserView) => <KeysOf user={one} />,
          },
        ]
      : []),
    ...(rights.has(getUserSignIns.permission ?? '')
      ? [
          {
            key: 'signIns' as const,
            label: t('account.users.tab.signIns'),
            show: (one: UserView) => <UserSignIns membershipId={one.id} name={nameOf(one)} />,
          },
        ]
      : []),
    ...(rights.has(explainAccess.permission ?? '')
      ? [
          {
            key: 'access' as const,
            label: t('administration.explain.tab'),
            show: (one: UserView) => <ExplainAccess subject={{ id: one.id, name: nameOf(one) }} />,
          },
        ]
      : []),
    ...history,
  ]
  return (
    <RecordScreen
      id={id}
      page={page}
      onOpen={onOpen}
      asked={asked}
      title={({ username }) => username}
      untitled={page?.rows.find((one) => one.id === shown)?.username ?? ''}
      badges={(one) => <UserState state={one.state} invitation={one.invitation?.state ?? null} />}
      banner={(one) => <Banner user={one} />}
      tabs={tabs}
      tab={tab}
      onTab={onTab}
      actions={user ? actionsOf({ ...user, invitation: user.invitation?.state ?? null }) : []}
      buttons={1}
    />
  )
}

/** Who sent the link to choose a password, when, and how long it is good for. */
const linkOf = ({ invitation, joinedAt }: UserView, format: ReturnType<typeof useFormats>) => ({
  by: invitation?.invitedBy ?? '',
  date: format.dateTime(invitation?.invitedAt ?? joinedAt),
  days: invitationDays,
})

/** What keeps the user out, said before anybody wonders. */
function Banner({ user }: { user: UserView }) {
  const { t } = useTranslation()
  const format = useFormats()
  if (user.lockedUntil)
    return (
      <RecordBanner>{t('account.users.held', { until: format.dateTime(user.lockedUntil) })}</RecordBanner>
    )
  if (user.invitation?.state === 'Declined')
    return (
      <RecordBanner>
        {t('account.users.declined', { date: format.dateTime(user.invitation.answeredAt ?? user.joinedAt) })}
      </RecordBanner>
    )
  if (user.invitation?.state === 'Pending' && user.state === 'Active')
    return (
      <RecordBanner>
        {t('account.users.waits', {
          by: user.invitation.invitedBy ?? '',
          date: format.dateTime(user.invitation.invitedAt ?? user.joinedAt),
        })}
      </RecordBanner>
    )
  if (user.invitation?.state === 'Mailed' && user.state === 'Active')
    return <RecordBanner>{t('account.users.linkSent', linkOf(user, format))}</RecordBanner>
  if (user.invitation?.state === 'MailEnded' && user.state === 'Active')
    return <RecordBanner>{t('account.users.linkEnded', linkOf(user, format))}</RecordBanner>
  if (user.locationScoped && user.locationCount === 0)
    return <RecordBanner>{t('account.users.noLocation')}</RecordBanner>
  return null
}

function Details({ user }: { user: UserView }) {
  const { t, state } = useWords()
  const format = useFormats()
  const mayThirdParty = useRights().has('ThirdPartyUserManagement')
  const place = (record: UserView['partner']) =>
    record && (
      <>
        {record.name} <span className="k-mono k-quiet">{record.code}</span>
      </>
    )
  return (
    <FactList
      facts={[
        [t('account.users.fact.name'), nameOf(user)],
        [t('column.userType'), state('userType', user.userType)],
        [t('column.partnerName'), place(user.partner)],
        [t('column.pointOfSale'), place(user.pointOfSale)],
        [
          t('column.thirdPartyLocation'),
          user.thirdPartyLocation &&
            (mayThirdParty ? (
              <Link
                to="/account/account-settings/third-party-user-management/$LocationUniqueCode"
                params={{ LocationUniqueCode: user.thirdPartyLocation.code }}
              >
                {place(user.thirdPartyLocation)}
              </Link>
            ) : (
              place(user.thirdPartyLocation)
            )),
        ],
        [
          t('account.users.fact.scope'),
          user.locationScoped
            ? tPlural(
                t,
                'account.users.fact.ownLocations',
                user.locationCount,
                format.number(user.locationCount),
              )
            : t('account.users.fact.allLocations'),
        ],
        [t('account.users.language'), t(`state.language.${user.language}`)],
        [
          t('account.users.fact.home'),
          t(user.isHome ? 'account.users.fact.homeHere' : 'account.users.fact.homeElsewhere'),
        ],
        [t('column.invitation'), user.invitation && <InvitationFact invitation={user.invitation} />],
        [
          t('column.joinedAt'),
          user.invitation && user.invitation.state !== 'Accepted' ? null : format.dateTime(user.joinedAt),
        ],
        [
          t('column.lastLoginAt'),
          user.lastLoginAt ? format.dateTime(user.lastLoginAt) : t('account.users.never'),
        ],
        [t('account.users.fact.sessions'), format.number(user.sessionCount)],
        [
          t('column.secondFactor'),
          user.invitation && user.invitation.state !== 'Accepted'
            ? null
            : t(user.secondFactor ? 'account.users.fact.setUp' : 'account.users.fact.notSetUp'),
        ],
      ]}
    />
  )
}

function InvitationFact({
  invitation: { state, invitedBy, invitedAt, answeredAt },
}: {
  invitation: NonNullable<UserView['invitation']>
}) {
  const { t } = useTranslation()
  const format = useFormats()
  const at = (instant: string | null) => (instant ? format.dateTime(instant) : '')
  return t(`account.users.invitation.${state}`, {
    by: invitedBy ?? '',
    date: at(invitedAt),
    answered: at(answeredAt),
  })
}

function Roles({ user }: { user: UserView }) {
  const { t } = useTranslation()
  if (user.roles.length === 0) return <p className="k-quiet">{t('account.users.noRoles')}</p>
  return (
    <ul className={css.roles}>
      {user.roles.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  )
}
