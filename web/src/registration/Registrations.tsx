import type { RowOf } from '@kervan/contract/kit/page'
import {
  approveRegistration,
  approveRegistrations,
  registrations,
  rejectRegistration,
  rejectRegistrations,
} from '@kervan/contract/registration/registration'
import { IconCheck, IconUserPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ask } from '../kit/feedback/dialogs.ts'
import { toast } from '../kit/feedback/toasts.tsx'
import { TextAreaField } from '../kit/form/fields.tsx'
import { FormDialog } from '../kit/form/FormDialog.tsx'
import { useFormats } from '../kit/values/format.ts'
import { DataGrid } from '../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../kit/grid/RowCard.tsx'
import type { GridAction, Selected } from '../kit/grid/types.ts'
import { PageFrame } from '../kit/page/PageFrame.tsx'
import { useRights } from '../kit/call/rights.ts'
import { Badge, StateBadge } from '../kit/values/StateBadge.tsx'
import { useCall } from '../kit/call/useCall.ts'
import { BulkDialogs, type BulkDialogState } from './BulkDialogs.tsx'
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

const bulkRegistrationActions = [
  {
    action: 'approve',
    call: approveRegistrations,
    label: 'registration.manage.approveAsking',
    icon: IconCheck,
    tone: 'default',
  },
  {
    action: 'reject',
    call: rejectRegistrations,
    label: 'registration.manage.rejectAsking',
    icon: IconX,
    tone: 'danger',
  },
] as const

/** Pharmacies that ask for an account and have proved their address (REG-002). */
export default function Registrations() {
  const { t } = useTranslation()
  const rights = useRights()
  const [rejected, setRejected] = useState<Row | null>(null)
  const [bulk, setBulk] = useState<BulkDialogState | null>(null)
  const approve = useCall(approveRegistration, {
    refreshes: ['Registration', 'UserManagement'],
    failed: t('registration.manage.notApproved'),
  })
  const [mayApprove, mayReject] = [approveRegistration, rejectRegistration].map(({ permission }) =>
    rights.has(permission ?? ''),
  )
  /** One question with both answers: on a telephone the rows have no keys and no menu. */
  const decide = async (row: Row) => {
    if (!row.actions.approve || !(mayApprove || mayReject)) return
    const text =
      row.knownUsers > 0
        ? t('registration.manage.approveKnown', { count: row.knownUsers, name: row.pointOfSale })
        : t('registration.manage.approveText', { name: row.pointOfSale })
    const pressed = await ask({
      title: t('registration.manage.approveTitle', { person: `${row.firstName} ${row.lastName}` }),
      text,
      buttons: [
        ...(mayReject ? [{ key: 'reject', label: t('registration.manage.rejectAsking') } as const] : []),
        ...(mayApprove
          ? [{ key: 'approve', label: t('registration.manage.approve'), tone: 'primary' } as const]
          : []),
      ],
    })
    if (pressed === 'reject') setRejected(row)
    if (pressed === 'approve' && (await approve.run({ registrationId: row.id, version: row.version })))
      toast('success', t('registration.manage.approved'))
  }
  const rowActions = (row: Row): GridAction[] => [
    ...(mayApprove
      ? [
          {
            key: 'approve',
            label: t('registration.manage.approveAsking'),
            icon: IconCheck,
            hotkey: 'a',
            blocked: row.actions.approve ? null : t('registration.manage.decided'),
            run: () => void decide(row),
          },
        ]
      : []),
    ...(mayReject
      ? [
          {
            key: 'reject',
            label: t('registration.manage.rejectAsking'),
            icon: IconX,
            hotkey: 'x',
            tone: 'danger' as const,
            blocked: row.actions.reject ? null : t('registration.manage.decided'),
            run: () => setRejected(row),
          },
        ]
      : []),
  ]
  const offered = bulkRegistrationActions.filter(({ call }) => rights.has(call.permission ?? ''))
  const bulkActions = ({ selection, clear }: Selected<Row>): GridAction[] =>
    offered.map(({ action, label, icon, tone }) => ({
      key: action,
      label: t(label),
      icon,
      tone,
      run: () => setBulk({ action, selection, onDone: clear }),
    }))
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
        rowActions={rowActions}
        onOpen={(row) => void decide(row)}
        {...(offered.length > 0 ? { bulkActions } : { selectable: false })}
        empty={{
          title: t('registration.manage.empty'),
          text: t('registration.manage.emptyText'),
          icon: IconUserPlus,
        }}
      />
      {bulk && <BulkDialogs dialog={bulk} onClose={() => setBulk(null)} />}
      {rejected && <Reject row={rejected} onClose={() => setRejected(null)} />}
    </PageFrame>
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

const Reason = z.object({ reason: z.string().trim().min(1, 'registration.manage.reasonRequired').max(500) })

function Reject({ row, onClose }: { row: Row; onClose: () => void }) {
  const { t } = useTranslation()
  const reject = useCall(rejectRegistration, { refreshes: ['Registration'] })
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
      <TextAreaField
        name="reason"
        label={t('registration.manage.reason')}
        hint={t('registration.manage.reasonHint')}
        rows={3}
        maxLength={500}
        focusFirst
      />
    </FormDialog>
  )
}
