import { registrations } from '@kervan/contract/registration/registration'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useFormats } from '../kit/values/format.ts'
import { DataGrid } from '../kit/grid/DataGrid.tsx'
import { gridSearchShape } from '../kit/grid/gridSearch.ts'
import type { GridAction, GridPageInfo } from '../kit/grid/types.ts'
import { useWords } from '../kit/i18n/words.ts'
import { useScreenSearch } from '../kit/page/screen.ts'
import { FactList, RecordBanner, useLast } from '../kit/record/RecordParts.tsx'
import { RecordScreen, type RecordPlace } from '../kit/record/RecordScreen.tsx'
import { CardLine, RowCard } from '../kit/grid/RowCard.tsx'
import { PageFrame } from '../kit/page/PageFrame.tsx'
import { useRecordActions } from '../kit/record/recordActions.tsx'
import { Badge, StateBadge } from '../kit/values/StateBadge.tsx'
import { refreshes, registrationActions, type Row } from './registrationActions.tsx'
import css from './registrations.module.css'

const views = {
  pointOfSale: { pinned: true, width: 304 },
  gln: { width: 128 },
  firstName: { width: 96 },
  lastName: { width: 96 },
  username: { width: 212 },
  city: { width: 100 },
  registrationState: { width: 116 },
  confirmedAt: { width: 152, short: true },
  decidedBy: { hidden: true },
  decidedAt: { hidden: true },
  reason: { hidden: true },
} as const

const registrationsSearch = z.object({
  ...gridSearchShape,
  registration: z.uuid().optional().catch(undefined),
})

/** Pharmacies that ask for an account and have proved their address (REG-002). */
export default function Registrations() {
  const { t } = useTranslation()
  const { grid, actionsOf, dialog } = useRecordActions<Row>(registrationActions, {
    nouns: 'registration.manage.count',
    refreshes,
    nameOf: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  })
  const [search, change] = useScreenSearch(registrationsSearch)
  const [page, setPage] = useState<GridPageInfo<Row> | null>(null)
  return (
    <PageFrame title={t('account.part.registrations')}>
      <DataGrid
        list={registrations}
        label={t('account.part.registrations')}
        nouns="registration.manage.count"
        searchLabel={t('registration.manage.search')}
        columns={views}
        renderers={{
          pointOfSale: (row) => <Place row={row} />,
          registrationState: (row) => <StateBadge group="registrationState" value={row.registrationState} />,
        }}
        card={registrationCard}
        quickFilter="registrationState"
        quickValues={['Waiting', 'Approved', 'Rejected']}
        onPage={setPage}
        onOpen={(row) => change({ registration: row.id })}
        openId={search.registration ?? null}
        {...grid}
        empty={{
          title: t('registration.manage.empty'),
          text: t('registration.manage.emptyText'),
          icon: IconUserPlus,
        }}
      />
      <RegistrationDrawer
        id={search.registration ?? null}
        page={page}
        onOpen={(id, options) => change({ registration: id ?? undefined }, options)}
        actionsOf={actionsOf}
      />
      {dialog}
    </PageFrame>
  )
}

/** One request beside the list: who asks, for which point of sale, and what does not agree (D17). */
function RegistrationDrawer({
  id,
  page,
  onOpen,
  actionsOf,
}: RecordPlace<Row> & { actionsOf: (row: Row) => GridAction[] }) {
  const { t } = useTranslation()
  const row = useLast(page?.rows.find((one) => one.id === id) ?? null)
  return (
    <RecordScreen
      id={id}
      page={page}
      onOpen={onOpen}
      row={row}
      title={({ firstName, lastName }) => `${firstName} ${lastName}`}
      badges={({ registrationState }) => <StateBadge group="registrationState" value={registrationState} />}
      banner={({ otherCity, city }) =>
        otherCity && (
          <RecordBanner>
            {t('registration.manage.cityDiffers', { entered: otherCity, onFile: city })}
          </RecordBanner>
        )
      }
      tabs={[
        { key: 'details', label: t('account.users.tab.details'), show: (found) => <Details row={found} /> },
      ]}
      actions={row ? actionsOf(row) : []}
    />
  )
}

function Details({ row }: { row: Row }) {
  const { t } = useTranslation()
  const { column } = useWords()
  const format = useFormats()
  return (
    <FactList
      facts={[
        [column('username'), row.username],
        [column('pointOfSale'), row.pointOfSale],
        [
          column('gln'),
          <span key="gln" className="k-mono">
            {row.gln}
          </span>,
        ],
        [t('registration.manage.cityEntered'), row.otherCity ?? row.city],
        [t('registration.manage.cityOnFile'), row.city],
        [t('registration.manage.users'), format.number(row.knownUsers)],
        [column('confirmedAt'), row.confirmedAt && format.dateTime(row.confirmedAt)],
        [column('decidedBy'), row.decidedBy],
        [column('decidedAt'), row.decidedAt && format.dateTime(row.decidedAt)],
        [column('reason'), row.reason],
      ]}
    />
  )
}

const registrationCard = (row: Row) => <RegistrationCard row={row} />

function RegistrationCard({ row }: { row: Row }) {
  const format = useFormats()
  return (
    <RowCard
      name={<Place row={row} />}
      mark={<StateBadge group="registrationState" value={row.registrationState} />}
    >
      <CardLine>
        <span>
          {row.firstName} {row.lastName} · {row.username}
        </span>
      </CardLine>
      <CardLine quiet>
        <span>
          <span className="k-mono">{row.gln}</span> · {row.city}
        </span>
        {row.confirmedAt && <time dateTime={row.confirmedAt}>{format.dateTime(row.confirmedAt)}</time>}
      </CardLine>
      {row.reason && (
        <CardLine quiet>
          <span>{row.reason}</span>
        </CardLine>
      )}
    </RowCard>
  )
}

/** The point of sale, and what a manager should notice about it. */
function Place({ row }: { row: Row }) {
  const { t } = useTranslation()
  return (
    <span className={css.place}>
      <span className={css.name}>{row.pointOfSale}</span>
      {row.knownUsers > 0 && (
        <Badge tone="amber">{t('registration.manage.known', { count: row.knownUsers })}</Badge>
      )}
      {row.otherCity && (
        <Badge tone="amber">{t('registration.manage.otherCity', { city: row.otherCity })}</Badge>
      )}
    </span>
  )
}
