import { jobResults } from '@kervan/contract/jobs/jobs'
import { IconListCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { showPanel } from './feedback/dialogs.tsx'
import { DataGrid } from './grid/DataGrid.tsx'
import type { MessageKey } from './i18n/words.ts'
import css from './result.module.css'

/** Opens the results of a bulk job over whatever screen the user has come to meanwhile. `nouns` names the records. */
export function showJobResults(jobId: string, title: string, nouns: MessageKey): void {
  showPanel({ title, size: 900, children: <JobResults jobId={jobId} label={title} nouns={nouns} /> })
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
        columns={{ code: { pinned: true, width: 150 }, result: { width: 120, badge: true }, message: { width: 320 }, lineCount: { width: 116 } }}
        quickFilter="result"
        searchLabel={t('kit.result.search')}
        empty={{ title: t('kit.result.none'), icon: IconListCheck }}
      />
    </div>
  )
}
