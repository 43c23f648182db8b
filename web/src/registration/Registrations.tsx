import type { RowOf } from '@kervan/contract/kit/page'
import {
  approveRegistration,
  approveRegistrations,
  registrations,
  rejectRegistration,
  rejectRegistrations,
} from '@kervan/contract/registration/registration'
import { Button } from '@mantine/core'
import { IconCheck, IconUserPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { actionForm } from '../kit/bulk/action.ts'
import { PlainDialog } from '../kit/feedback/PlainDialog.tsx'
import { toast } from '../kit/feedback/toasts.tsx'
import { TextAreaField } from '../kit/form/fields.tsx'
import { FormDialog } from '../kit/form/FormDialog.tsx'
import { useFormats } from '../kit/values/format.ts'
import { DataGrid } from '../kit/grid/DataGrid.tsx'
import { gridSearchShape } from '../kit/grid/gridSearch.ts'
import type { GridAction, GridPageInfo } from '../kit/grid/types.ts'
import { useWords } from '../kit/i18n/words.ts'
import { useScreenSearch } from '../kit/page/screen.ts'
import { RecordDrawer } from '../kit/record/RecordDrawer.tsx'
import {
  FactList,
  keysOf,
  RecordBanner,
  RecordBody,
  RecordFoot,
  useLast,
  usePosition,
} from '../kit/record/RecordParts.tsx'
import { CardLine, RowCard } from '../kit/grid/RowCard.tsx'
import { PageFrame } from '../kit/page/PageFrame.tsx'
import { useRecordActions, type RecordAction } from '../kit/record/recordActions.tsx'
import { Badge, StateBadge } from '../kit/values/StateBadge.tsx'
import { useCall } from '../kit/call/useCall.ts'
import css from './registrations.module.css'

type Row = RowOf<typeof registrations>

const views = {
  pointOfSale: { pinned: true, width: 304 },
  gln: { width: 128 },
  firstName: { width: 96 },
  lastName: { width: 96 },
  username: { width: 212 },
  city: { width: 100 },
  registrationState: { width: 116 },
  confirmedAt: { width: 152, short: true },
  decidedBy: { width: 140 },
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
    refreshes: ['Registration', 'UserManagement'],
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
}: {
  id: string | null
  page: GridPageInfo<Row> | null
  onOpen: (id: string | null, options?: { replace?: boolean }) => void
  actionsOf: (row: Row) => GridAction[]
}) {
  const { t } = useTranslation()
  const { column } = useWords()
  const format = useFormats()
  const row = useLast(page?.rows.find((one) => one.id === id) ?? null)
  const position = usePosition(page, id, onOpen)
  const actions = row ? actionsOf(row) : []
  return (
    <RecordDrawer
      opened={id !== null && row !== null}
      onClose={() => onOpen(null)}
      title={row ? `${row.firstName} ${row.lastName}` : ''}
      badges={row && <StateBadge group="registrationState" value={row.registrationState} />}
      position={position}
      banner={
        row?.otherCity && (
          <RecordBanner>
            {t('registration.manage.cityDiffers', { entered: row.otherCity, onFile: row.city })}
          </RecordBanner>
        )
      }
      tabs={[{ key: 'details', label: t('account.users.tab.details') }]}
      tab="details"
      onTab={() => undefined}
      keys={keysOf(actions)}
      foot={row && <RecordFoot actions={actions} buttons={2} />}
    >
      <RecordBody>
        {row && (
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
        )}
      </RecordBody>
    </RecordDrawer>
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

const refreshes = ['Registration', 'UserManagement']

/** One question with both answers. */
function Approve({ record: row, onClose }: { record: Row; onClose: () => void }) {
  const { t } = useTranslation()
  const mayReject = row.actions.reject === null
  const [rejects, setRejects] = useState(false)
  const approve = useCall(approveRegistration, { refreshes, failed: t('registration.manage.notApproved') })
  const send = async () => {
    const answer = await approve.run({ registrationId: row.id, version: row.version })
    onClose()
    if (answer) toast('success', t('registration.manage.approved'))
  }
  if (rejects) return <Reject record={row} onClose={onClose} />
  return (
    <PlainDialog
      title={t('registration.manage.approveTitle', { person: `${row.firstName} ${row.lastName}` })}
      onClose={onClose}
    >
      <p className="k-quiet">
        {row.knownUsers > 0
          ? t('registration.manage.approveKnown', { count: row.knownUsers, name: row.pointOfSale })
          : t('registration.manage.approveText', { name: row.pointOfSale })}
      </p>
      {row.otherCity && (
        <p>{t('registration.manage.cityDiffers', { entered: row.otherCity, onFile: row.city })}</p>
      )}
      <div className={css.foot}>
        {mayReject && (
          <Button variant="subtle" color="red" onClick={() => setRejects(true)}>
            {t('registration.manage.rejectAsking')}
          </Button>
        )}
        <Button data-autofocus loading={approve.isPending} onClick={() => void send()}>
          {t('registration.manage.approve')}
        </Button>
      </div>
    </PlainDialog>
  )
}

const Reason = z.object({ reason: z.string().trim().min(1, 'registration.manage.reasonRequired').max(500) })

function Reject({ record: row, onClose }: { record: Row; onClose: () => void }) {
  const { t } = useTranslation()
  const reject = useCall(rejectRegistration, { refreshes })
  return (
    <FormDialog<z.infer<typeof Reason>>
      title={t('registration.manage.rejectTitle', { person: `${row.firstName} ${row.lastName}` })}
      text={t('registration.manage.rejectText')}
      action={t('registration.manage.reject')}
      danger
      schema={Reason}
      start={{ reason: '' }}
      onSubmit={async ({ reason }) => {
        if (await reject.attempt({ registrationId: row.id, version: row.version, reason: reason.trim() }))
          toast('success', t('registration.manage.rejected'))
      }}
      onClose={onClose}
    >
      <ReasonField />
    </FormDialog>
  )
}

function ReasonField() {
  const { t } = useTranslation()
  return (
    <TextAreaField
      name="reason"
      label={t('registration.manage.reason')}
      hint={t('registration.manage.reasonHint')}
      rows={3}
      maxLength={500}
      focusFirst
    />
  )
}

const registrationActions: readonly RecordAction<Row>[] = [
  {
    key: 'approve',
    label: 'registration.manage.approveAsking',
    icon: IconCheck,
    hotkey: 'a',
    tone: 'primary',
    call: approveRegistrations,
    one: approveRegistration,
    Dialog: Approve,
    bulk: { words: 'registration.manage.approveMany' },
  },
  {
    key: 'reject',
    label: 'registration.manage.rejectAsking',
    icon: IconX,
    hotkey: 'x',
    tone: 'danger',
    call: rejectRegistrations,
    one: rejectRegistration,
    Dialog: Reject,
    bulk: {
      words: 'registration.manage.rejectMany',
      form: actionForm({
        schema: Reason,
        start: { reason: '' },
        Fields: ReasonField,
        // Whatever the reason, the same ones can be rejected.
        dryRunWith: () => ({ reason: '-' }),
      }),
    },
  },
]
