import { findings } from '@kervan/contract/diagnosis/diagnosis'
import { findingTabs } from '@kervan/contract/diagnosis/tabs'
import type { RowOf } from '@kervan/contract/kit/page'
import { IconStethoscope } from '@tabler/icons-react'
import { DataGrid } from '../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../kit/grid/RowCard.tsx'
import { useWords } from '../kit/i18n/words.ts'
import { LinkButton } from '../kit/page/LinkButton.tsx'
import { PageFrame } from '../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../kit/page/screen.ts'
import { useFormats } from '../kit/values/format.ts'
import { StateBadge } from '../kit/values/StateBadge.tsx'
import css from './diagnosis.module.css'
import { MaintenanceButton, MaintenanceNote } from './Maintenance.tsx'
import { Report, RunButton } from './Report.tsx'
import { useFindingActions } from './findingActions.tsx'
import { diagnosisSearch } from './search.ts'
import { useDiagnosis } from './useDiagnosis.ts'

type Row = RowOf<typeof findings>

const views = {
  check: { width: 200, pinned: true },
  findingLevel: { width: 150 },
  foundAt: { width: 190 },
  findingSubject: { hidden: true },
  finding: { width: 420, grow: true },
  isNew: { width: 80 },
  firstSeenAt: { width: 150 },
  lastSeenAt: { hidden: true },
  goneAt: { width: 150, whenFilled: true },
  ignoredUntil: { width: 140, whenFilled: true },
} as const
const renderers = {
  findingLevel: (row: Row) => <StateBadge group="findingLevel" value={row.findingLevel} />,
}
const card = (row: Row) => <Card row={row} />
const unfolded = (row: Row) => <Detail row={row} />

/** System diagnosis (DIA-001): the last report, what it found, how it is mended and where. */
export default function SystemDiagnosis() {
  const { t } = useWords()
  const [search, change] = useScreenSearch(diagnosisSearch)
  const tab = search.tab ?? 'open'
  const asked = useDiagnosis(search.run)
  const { grid, dialog } = useFindingActions()
  const title = t('screen.systemDiagnosis.title')
  return (
    <PageFrame
      title={title}
      tabs={findingTabs.map((key) => ({
        key,
        label: t(`diagnosis.tabs.${key}`),
        search: { tab: key, run: undefined },
      }))}
      tab={tab}
      tabsLabel={t('diagnosis.tabs.label')}
      actions={
        <>
          <MaintenanceButton under={asked.data?.maintenance ?? null} />
          <RunButton running={asked.data?.running ?? null} />
        </>
      }
    >
      <MaintenanceNote under={asked.data?.maintenance ?? null} />
      <Report
        asked={asked}
        run={search.run ?? null}
        onRun={(run) => change({ run: run ?? undefined, tab: undefined })}
      />
      <DataGrid
        list={findings}
        scope={{ tab, ...(search.run && { runId: search.run }) }}
        label={title}
        nouns="diagnosis.count"
        columns={views}
        renderers={renderers}
        quickFilter="findingLevel"
        lines={2}
        nameOf={({ foundAt }) => foundAt}
        unfolds={unfolded}
        card={card}
        {...grid}
        empty={
          tab === 'open'
            ? asked.data && !asked.data.report
              ? { title: t('diagnosis.noReport'), text: t('diagnosis.noReportText'), icon: IconStethoscope }
              : { title: t('diagnosis.empty'), text: t('diagnosis.emptyText'), icon: IconStethoscope }
            : {
                title: t(tab === 'gone' ? 'diagnosis.emptyGone' : 'diagnosis.emptyIgnored'),
                icon: IconStethoscope,
              }
        }
      />
      {dialog}
    </PageFrame>
  )
}

/** The parts of an address inside the portal. */
function addressOf(place: string): { to: string; search: Record<string, string> } {
  const [to = '', search] = place.split('?')
  return { to, search: Object.fromEntries(new URLSearchParams(search)) }
}

/** The whole sentence, how it is mended, and the way there. */
function Detail({ row }: { row: Row }) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <div className={css.detail}>
      <p>{row.finding}</p>
      <h3>{t('diagnosis.mendTitle')}</h3>
      <p>{row.mend}</p>
      {row.ignoredUntil !== null && (
        <p className="k-quiet">
          {t('diagnosis.ignoredBy', {
            date: format.date(row.ignoredUntil),
            name: row.ignoredBy ?? '',
            reason: row.ignoredReason ?? '',
          })}
        </p>
      )}
      <div>
        <LinkButton variant="default" size="xs" {...addressOf(row.place)}>
          {t('diagnosis.go')}
        </LinkButton>
      </div>
    </div>
  )
}

function Card({ row }: { row: Row }) {
  const { state } = useWords()
  return (
    <RowCard
      name={state('diagnosisCheck', row.check)}
      mark={<StateBadge group="findingLevel" value={row.findingLevel} />}
    >
      <CardLine>{row.finding}</CardLine>
      <CardLine quiet>{row.mend}</CardLine>
    </RowCard>
  )
}
