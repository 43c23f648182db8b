import type { RowOf } from '@kervan/contract/kit/page'
import type { OutputOf } from '@kervan/contract/kit/call'
import { getOutsideSystems, runScheduleNow, schedules } from '@kervan/contract/system/schedules'
import { getTestMail, sendTestMail } from '@kervan/contract/system/test-mail'
import { Button } from '@mantine/core'
import { IconCalendarTime, IconMailForward, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMailsKept } from '../../kit/call/mailsKept.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { read, useRead } from '../../kit/call/query.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { MailNote } from '../../kit/page/MailNote.tsx'
import { PageFrame, Section } from '../../kit/page/PageFrame.tsx'
import { useRecordActions } from '../../kit/record/recordActions.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { Companies } from './Companies.tsx'

type Row = RowOf<typeof schedules>
type Outside = OutputOf<typeof getOutsideSystems>['systems'][number]

const views = {
  schedule: { pinned: true, width: 390 },
  expression: { width: 130 },
  nextRunAt: { width: 152, short: true },
  lastRunAt: { width: 152, short: true },
  scheduleState: { width: 120, badge: true },
  startedBy: { width: 130 },
  outcome: { width: 220 },
} as const

/** What the portal does by the calendar, and the systems outside that it asks. */
export default function System() {
  const { t } = useTranslation()
  const mayOutside = useRights().has(getOutsideSystems.permission ?? '')
  const { grid, dialog } = useRecordActions<Row>(
    [
      {
        key: 'runNow',
        label: 'system.runNow',
        icon: IconPlayerPlay,
        call: runScheduleNow,
        ask: { words: 'system.run', input: ({ schedule }) => ({ schedule }) },
      },
    ],
    {
      nouns: 'system.count',
      refreshes: ['Schedules'],
      failed: 'system.notStarted',
      nameOf: ({ schedule }) => t(`state.schedule.${schedule}`),
    },
  )
  return (
    <PageFrame title={t('account.part.system')}>
      <DataGrid
        list={schedules}
        label={t('account.part.system')}
        nouns="system.count"
        columns={views}
        renderers={renderers}
        card={scheduleCard}
        {...grid}
        empty={{ title: t('system.empty'), text: '', icon: IconCalendarTime }}
      />
      {dialog}
      <Emails />
      {mayOutside && <OutsideSystems />}
      <Companies />
    </PageFrame>
  )
}

const renderers = { expression: (row: Row) => <When row={row} /> }

/** When it is due: a calendar, or times that stand in data of the company. */
function When({ row: { expression } }: { row: Row }) {
  const { t } = useTranslation()
  if (expression === null) return <span className="k-quiet">{t('system.dueTimes')}</span>
  return <span className="k-mono">{expression}</span>
}

const scheduleCard = (row: Row) => <ScheduleCard row={row} />

function ScheduleCard({ row }: { row: Row }) {
  const { t } = useTranslation()
  const format = useFormats()
  return (
    <RowCard
      name={t(`state.schedule.${row.schedule}`)}
      {...(row.scheduleState && { mark: <StateBadge group="job" value={row.scheduleState} /> })}
    >
      <CardLine>
        {t('column.nextRunAt')}: {row.nextRunAt === null ? t('system.never') : format.dateTime(row.nextRunAt)}
      </CardLine>
      <CardLine quiet>{row.outcome}</CardLine>
    </RowCard>
  )
}

/** Whether anything that the portal writes to people leaves it. */
function Emails() {
  const { t } = useTranslation()
  const kept = useMailsKept()
  const mayTest = useRights().has(sendTestMail.permission ?? '')
  return (
    <Section title={t('system.mail')}>
      {kept === null ? <p className="k-quiet">{t('system.mailLeaves')}</p> : <MailNote />}
      {kept !== 'Kept' && mayTest && <TestMail />}
    </Section>
  )
}

const patience = 40

/** Sends a mail to oneself and tells what became of it. */
function TestMail() {
  const { t } = useTranslation()
  const send = useCall(sendTestMail)
  const [sent, setSent] = useState<{ id: string; to: string } | null>(null)
  const asked = useQuery({
    ...read(getTestMail, { id: sent?.id ?? '' }),
    enabled: sent !== null,
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && data.state !== 'Waiting' ? false : dataUpdateCount > patience ? 10_000 : 500,
  })
  const state = asked.data?.state ?? 'Waiting'
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMailForward size={16} aria-hidden />}
        loading={send.isPending || (sent !== null && state === 'Waiting')}
        onClick={() => void send.run({}).then((answer) => answer && setSent(answer))}
      >
        {t('system.testMail.send')}
      </Button>
      <output className="k-quiet">
        {sent !== null &&
          (state === 'Waiting'
            ? t('system.testMail.sending', sent)
            : state === 'Sent'
              ? t('system.testMail.Sent', sent)
              : t('system.testMail.Failed', { ...sent, error: asked.data?.error ?? '' }))}
      </output>
    </>
  )
}

function OutsideSystems() {
  const { t } = useTranslation()
  const asked = useRead(getOutsideSystems, {}, { staleTime: 0 })
  const { data } = asked
  if (!data)
    return (
      <Section title={t('system.outside')}>
        <ReadState asked={asked} name={t('system.outside')} />
      </Section>
    )
  return (
    <Section title={t('system.outside')}>
      <p className="k-quiet">{t('system.outsideText')}</p>
      {data.systems.length === 0 && <p>{t('system.outsideEmpty')}</p>}
      <ul>
        {data.systems.map((system) => (
          <OutsideLine key={system.name} system={system} />
        ))}
      </ul>
    </Section>
  )
}

function OutsideLine({ system }: { system: Outside }) {
  const { t } = useTranslation()
  const format = useFormats()
  const never = t('system.never')
  const at = (moment: string | null) => (moment ? format.dateTime(moment) : never)
  return (
    <li>
      <strong>{system.name}</strong> <StateBadge group="breaker" value={system.breaker} />
      <p className="k-quiet">
        {t('system.lastSuccess')}: {at(system.lastSuccessAt)} · {t('system.lastFailure')}:{' '}
        {at(system.lastFailureAt)}
        {system.lastError && ` (${system.lastError})`}
      </p>
    </li>
  )
}
