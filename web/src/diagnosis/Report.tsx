import { runDiagnosis, type DiagnosisReport } from '@kervan/contract/diagnosis/diagnosis'
import { Button, Menu, Progress } from '@mantine/core'
import { IconHistory, IconPlayerPlay } from '@tabler/icons-react'
import { useCall } from '../kit/call/useCall.ts'
import { useRights } from '../kit/call/rights.ts'
import { tPlural, useWords } from '../kit/i18n/words.ts'
import { useFormats } from '../kit/values/format.ts'
import { StateBadge } from '../kit/values/StateBadge.tsx'
import css from './diagnosis.module.css'
import type { AskedDiagnosis } from './useDiagnosis.ts'

type Running = { done: number; total: number } | null

/** Makes all checks now; while they are made it waits. */
export function RunButton({ running }: { running: Running }) {
  const { t } = useWords()
  const start = useCall(runDiagnosis, {
    refreshes: [runDiagnosis.group],
    failed: t('diagnosis.failed'),
  })
  if (!useRights().has(runDiagnosis.permission ?? '')) return null
  return (
    <Button
      leftSection={<IconPlayerPlay size={16} aria-hidden />}
      loading={start.isPending}
      disabled={running !== null}
      onClick={() => void start.run({})}
    >
      {t('diagnosis.run')}
    </Button>
  )
}

type Props = { asked: AskedDiagnosis; run: string | null; onRun: (run: string | null) => void }

/** When the checks were made, how much they found by level, what changed since the report before, and earlier reports. */
export function Report({ asked, run, onRun }: Props) {
  const { t } = useWords()
  const format = useFormats()
  const { data } = asked
  if (asked.error && !data)
    return (
      <p role="alert" className={css.head}>
        {asked.error.message}
      </p>
    )
  if (!data) return <div className={css.head} />
  const { running, report } = data
  if (!running && !report) return <p className={css.head}>{t('diagnosis.never')}</p>
  return (
    <div className={css.head}>
      {running ? (
        <div className={css.progress}>
          <output>
            {t('diagnosis.running', {
              done: format.number(running.done),
              total: format.number(running.total),
            })}
          </output>
          <Progress
            value={(running.done / Math.max(1, running.total)) * 100}
            animated
            aria-label={t('screen.systemDiagnosis.title')}
          />
        </div>
      ) : (
        report && <Made report={report} />
      )}
      <ul className={css.levels}>
        {(run && report ? report.levels : data.levels)
          .filter(({ count }) => count > 0)
          .map(({ level, count }) => (
            <li key={level}>
              <strong className="k-number">{format.number(count)}</strong>
              <StateBadge group="findingLevel" value={level} />
            </li>
          ))}
      </ul>
      <div className={css.reports}>
        {run !== null && (
          <Button variant="subtle" size="xs" onClick={() => onRun(null)}>
            {t('diagnosis.toNow')}
          </Button>
        )}
        {data.reports.length > 1 && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" size="xs" leftSection={<IconHistory size={16} aria-hidden />}>
                {t('diagnosis.reports')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
              {data.reports.map(({ id, startedAt, levels }, at) => (
                <Menu.Item key={id} onClick={() => onRun(at === 0 ? null : id)}>
                  {format.dateTime(startedAt)} ·{' '}
                  {tPlural(
                    t,
                    'diagnosis.count',
                    levels.reduce((sum, { count }) => sum + count, 0),
                    format.number(levels.reduce((sum, { count }) => sum + count, 0)),
                  )}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
    </div>
  )
}

function Made({ report }: { report: DiagnosisReport }) {
  const { t } = useWords()
  const format = useFormats()
  const seconds = (new Date(report.finishedAt).getTime() - new Date(report.startedAt).getTime()) / 1_000
  const changes = [
    report.opened > 0 && tPlural(t, 'diagnosis.opened', report.opened, format.number(report.opened)),
    report.closed > 0 && tPlural(t, 'diagnosis.closed', report.closed, format.number(report.closed)),
  ].filter((words) => words !== false)
  const changed = [
    changes.length > 0 ? [changes.join(', '), t('diagnosis.sinceLast')].join(' ') : [],
    report.failed > 0 ? tPlural(t, 'diagnosis.notMade', report.failed, format.number(report.failed)) : [],
  ].flat()
  return (
    <div>
      <div>
        {t('diagnosis.made', {
          date: format.dateTime(report.startedAt),
          checks: format.number(report.checks),
          seconds: format.number(Math.round(seconds)),
        })}{' '}
        <span className="k-quiet">
          (
          {report.startedBy === null ? t('diagnosis.byNight') : t('diagnosis.by', { name: report.startedBy })}
          )
        </span>
      </div>
      {changed.length > 0 && <div className="k-quiet">{changed.join(' · ')}</div>}
    </div>
  )
}
