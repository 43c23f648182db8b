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
import { useState } from 'react'
import { saveFile } from '../../kit/call/client.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { usePolled } from '../../kit/call/usePolled.ts'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { RecordDrawer } from '../../kit/record/RecordDrawer.tsx'
import { RecordHistory } from '../../kit/record/RecordHistory.tsx'
import {
  FactList,
  keysOf,
  RecordBanner,
  RecordBody,
  RecordFoot,
  useLast,
  usePosition,
} from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import css from '../services.module.css'
import { CompareRuns } from './CompareRuns.tsx'
import { useRunActions } from './runActions.ts'

type Props = {
  id: string | null
  page: GridPageInfo<RowOf<typeof serviceRuns>> | null
  onOpen: (id: string | null, options?: { replace?: boolean }) => void
}
const over = new Set(['Closed', 'Failed', 'Cancelled'])

/** A run with its business processes as they go, what it waits for and what it took of the credit. */
export function RunDrawer({ id, page, onOpen }: Props) {
  const { t } = useWords()
  const shown = useLast(id)
  const [tab, setTab] = useState<'steps' | 'compare' | 'history'>('steps')
  const asked = usePolled(
    getServiceRun,
    { serviceRunId: shown ?? '' },
    { everyMs: 2_000, enabled: id !== null, until: ({ state }) => over.has(state) },
  )
  const { data: found } = asked
  const { actionsOf, dialog } = useRunActions()
  const actions = found ? actionsOf({ ...found, runCode: found.code }) : []
  return (
    <RecordDrawer
      opened={id !== null}
      onClose={() => onOpen(null)}
      title={found?.code ?? t('column.runCode')}
      named="code"
      position={usePosition(page, id, onOpen)}
      badges={found && <StateBadge group="serviceState" value={found.state} />}
      facts={found && <Facts found={found} />}
      banner={found?.why && <Why found={found} />}
      tabs={(['steps', 'compare', 'history'] as const).map((key) => ({
        key,
        label: t(`services.run.tab.${key}`),
      }))}
      tab={tab}
      onTab={setTab}
      keys={keysOf(actions)}
      foot={<RecordFoot actions={actions} buttons={2} />}
    >
      <RecordBody key={`${shown} ${tab}`}>
        {!found ? (
          <ReadState asked={asked} />
        ) : tab === 'history' ? (
          <RecordHistory recordType="serviceRun" recordId={found.id} />
        ) : tab === 'compare' ? (
          <CompareRuns serviceRunId={found.id} />
        ) : (
          <Steps found={found} />
        )}
      </RecordBody>
      {dialog}
    </RecordDrawer>
  )
}

function Why({ found }: { found: ServiceRun }) {
  const { t } = useWords()
  return (
    <RecordBanner>
      {found.why}{' '}
      {found.transferMonth !== null && (
        <Link
          to="/data/data-management"
          search={{ part: 'dataTransferCalendar', month: found.transferMonth }}
        >
          {t('services.run.transfer')}
        </Link>
      )}
    </RecordBanner>
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
