import { jobResults } from '@kervan/contract/jobs/jobs'
import { selectionLimit, type RowOf } from '@kervan/contract/kit/page'
import { IconListCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { callServer } from '../call/client.ts'
import { toRefused } from '../call/refused.ts'
import { showRefused } from '../feedback/dialogs.ts'
import { DataGrid } from '../grid/DataGrid.tsx'
import { useFormats } from '../values/format.ts'
import { RowCard } from '../grid/RowCard.tsx'
import type { MessageKey } from '../i18n/words.ts'
import { StateBadge } from '../values/StateBadge.tsx'
import css from './result.module.css'

/** The records that a job refused, as many as one selection may name; null when that was refused too, and shown. */
export async function refusedOfJob(jobId: string): Promise<string[] | null> {
  const pageSize = 200
  const ids: string[] = []
  try {
    for (let page = 1; ; page++) {
      const { rows } = await callServer(jobResults.page, {
        jobId,
        page,
        pageSize,
        sort: jobResults.defaultSort,
        filters: { result: { in: ['Refused'] } },
        search: '',
      })
      ids.push(...rows.map(({ id }) => id))
      if (rows.length < pageSize || ids.length >= selectionLimit) return ids
    }
  } catch (thrown) {
    showRefused(toRefused(thrown))
    return null
  }
}

/** What became of each record of a job: refused ones first, filtered by outcome and reason, with its file (ORD-010). */
export function JobResults({ jobId, label, nouns }: { jobId: string; label: string; nouns: MessageKey }) {
  const { t } = useTranslation()
  return (
    <div className={css.jobResults}>
      <DataGrid
        list={jobResults}
        state="own"
        scope={{ jobId }}
        label={label}
        nouns={nouns}
        columns={{
          code: { pinned: true, width: 150 },
          result: { width: 120, badge: true },
          message: { width: 320 },
          lineCount: { width: 116 },
        }}
        quickFilter="result"
        searchLabel={t('kit.result.search')}
        card={resultCard}
        empty={{ title: t('kit.result.none'), icon: IconListCheck }}
      />
    </div>
  )
}

const resultCard = (row: RowOf<typeof jobResults>) => <ResultCard row={row} />

/** On a telephone the reason stands whole: it is what one looks for here. */
function ResultCard({ row }: { row: RowOf<typeof jobResults> }) {
  const { t } = useTranslation()
  const format = useFormats()
  return (
    <RowCard
      name={<span className="k-mono">{row.code}</span>}
      mark={<StateBadge group="result" value={row.result} />}
    >
      <p className={css.said}>
        {row.message ?? t('kit.result.lines', { count: row.lineCount, amount: format.number(row.lineCount) })}
      </p>
    </RowCard>
  )
}
