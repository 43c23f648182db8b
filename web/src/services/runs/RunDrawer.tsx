import {
  downloadServiceFile,
  getServiceRun,
  type ServiceRun,
  type serviceRuns,
} from '@kervan/contract/services/runs'
import type { RowOf } from '@kervan/contract/kit/page'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { saveFile } from '../../kit/call/client.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { usePolled } from '../../kit/call/usePolled.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useHistoryTab } from '../../kit/record/historyTab.tsx'
import { FactList, RecordBanner, useLast } from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { RecordScreen, type RecordPlace } from '../../kit/record/RecordScreen.tsx'
import css from '../services.module.css'
import { CompareRuns } from './CompareRuns.tsx'
import { useRunActions } from './runActions.ts'

type Props = RecordPlace<RowOf<typeof serviceRuns>>
const over = new Set(['Closed', 'Failed', 'Cancelled'])

/** A run with its business processes as they go, what it waits for and what it took of the credit. */
export function RunDrawer({ id, page, onOpen }: Props) {
  const { t } = useWords()
  const shown = useLast(id)
  const asked = usePolled(
    getServiceRun,
    { serviceRunId: shown ?? '' },
    { everyMs: 2_000, enabled: id !== null, until: ({ state }) => over.has(state) },
  )
  const { data: found } = asked
  const { actionsOf, dialog } = useRunActions()
  const history = useHistoryTab<ServiceRun>('serviceRun', (run) => run.id, t('services.run.tab.history'))
  return (
    <RecordScreen
      id={id}
      page={page}
      onOpen={onOpen}
      asked={asked}
      title={({ code }) => code}
      untitled={t('column.runCode')}
      named="code"
      badges={({ state }) => <StateBadge group="serviceState" value={state} />}
      facts={(run) => <Facts found={run} />}
      banner={(run) => run.why && <Why found={run} />}
      tabs={[
        { key: 'steps', label: t('services.run.tab.steps'), show: (run) => <Steps found={run} /> },
        {
          key: 'compare',
          label: t('services.run.tab.compare'),
          show: (run) => <CompareRuns serviceRunId={run.id} />,
        },
        ...history,
      ]}
      actions={found ? actionsOf({ ...found, runCode: found.code }) : []}
      dialog={dialog}
    />
  )
}

function Why({ found }: { found: ServiceRun }) {
  return (
    <RecordBanner>
      {found.why} {found.waitsOn !== null && <Awaited waitsOn={found.waitsOn} />}
    </RecordBanner>
  )
}

/** Leads to what the run waits for. */
function Awaited({ waitsOn }: { waitsOn: NonNullable<ServiceRun['waitsOn']> }) {
  const { t } = useWords()
  if (waitsOn.for === 'Import')
    return (
      <Link to="/data/data-management" search={{ part: 'dataTransferCalendar', month: waitsOn.month }}>
        {t('services.run.transfer')}
      </Link>
    )
  if (waitsOn.for === 'Credit')
    return (
      <Link
        to="/account/account-settings/service-subscriptions"
        search={{ subscription: waitsOn.subscriptionId }}
      >
        {t('services.run.subscription')}
      </Link>
    )
  return (
    <Link
      to="/services/service-operations"
      search={{ run: waitsOn.serviceRunId, from: waitsOn.serviceDate, to: waitsOn.serviceDate }}
    >
      {t('services.run.awaited', { code: waitsOn.name })}
    </Link>
  )
}

function Facts({ found }: { found: ServiceRun }) {
  const { column, state } = useWords()
  const format = useFormats()
  return (
    <FactList
      className={css.facts}
      facts={[
        [column('runName'), `${found.name} (${found.strategyCode})`],
        [column('serviceProduct'), state('serviceProduct', found.service)],
        [column('projectDomain'), state('projectDomain', found.projectDomain)],
        [column('serviceDate'), format.date(found.serviceDate)],
        [column('targetImportAt'), format.dateTime(found.targetImportAt)],
        [column('actualImportAt'), format.dateTime(found.actualImportAt)],
        [column('targetServiceAt'), format.dateTime(found.targetServiceAt)],
        [column('startedAt'), format.dateTime(found.startedAt)],
        [column('finishedAt'), format.dateTime(found.finishedAt)],
        [column('delayMinutes'), found.delayMinutes === null ? null : format.number(found.delayMinutes)],
        [column('creditEstimate'), format.number(found.creditEstimate)],
        [column('creditUsed'), format.number(found.creditUsed)],
        [column('planNo'), found.planNo === null ? null : String(found.planNo)],
      ]}
    />
  )
}

function Steps({ found }: { found: ServiceRun }) {
  const { t, column, state } = useWords()
  const format = useFormats()
  const save = useCall(downloadServiceFile, { onDone: saveFile })
  return (
    <>
      <table className={css.steps} aria-label={t('services.run.tab.steps')}>
        <thead>
          <tr>
            <th scope="col">{t('services.run.process')}</th>
            <th scope="col">{t('services.run.state')}</th>
            <th scope="col">{column('startedAt')}</th>
            <th scope="col">{column('finishedAt')}</th>
            <th scope="col">{t('services.run.tries')}</th>
          </tr>
        </thead>
        <tbody>
          {found.steps.map((step) => (
            <tr key={step.no}>
              <td>
                {state('processKind', step.kind)}
                {step.problem !== null && <div className="k-quiet">{step.problem}</div>}
                {step.notes.map((note) => (
                  <div key={note} className="k-quiet">
                    {note}
                  </div>
                ))}
              </td>
              <td>
                <StateBadge group="processState" value={step.state} />
              </td>
              <td>{format.dateTime(step.startedAt)}</td>
              <td>{format.dateTime(step.finishedAt)}</td>
              <td>{format.number(step.tries)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {found.credit.length > 0 && (
        <>
          <h3 className={css.title}>{t('services.run.ledger')}</h3>
          <table className={css.steps} aria-label={t('services.run.ledger')}>
            <tbody>
              {found.credit.map(({ kind, amount, at, round }) => (
                <tr key={`${round} ${kind}`}>
                  <td>{state('creditKind', kind)}</td>
                  <td>{format.number(amount)}</td>
                  <td>{format.dateTime(at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {found.files.length > 0 && (
        <>
          <h3 className={css.title}>{t('services.run.files')}</h3>
          <div className={css.buttons}>
            {found.files.map(({ id, name, type }) => (
              <Button
                key={id}
                variant="default"
                size="compact-sm"
                leftSection={<IconDownload size={14} aria-hidden />}
                onClick={() => void save.run({ serviceFileId: id, day: null, type: null, service: null })}
              >
                {state('serviceFileType', type)}: {name}
              </Button>
            ))}
          </div>
        </>
      )}
    </>
  )
}
