import { kigoPaper, kigoReport } from '@kervan/contract/porta/kigo'
import { useRights } from '../../kit/call/rights.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { NoRight } from '../../kit/page/NoRight.tsx'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { kigoSearch } from '../search.ts'
import css from '../shared/porta.module.css'
import { CloseMonth } from './CloseMonth.tsx'
import { KigoRows } from './KigoRows.tsx'
import { PaperButton } from './PaperButton.tsx'

/** What all pharmacies earn by discount requests, for staff (KIG-001). */
export default function KigoReport() {
  const { t } = useWords()
  const rights = useRights()
  const [search, change] = useScreenSearch(kigoSearch)
  const title = t('screen.kigoReport.title')
  const permission = kigoReport.page.permission ?? ''
  return (
    <PageFrame
      title={title}
      actions={
        rights.has(permission) && (
          <div className={css.actions}>
            <PaperButton call={kigoPaper} search={search} months={3} />
            <CloseMonth />
          </div>
        )
      }
    >
      {rights.has(permission) ? (
        <KigoRows side="reviewer" search={search} change={change} />
      ) : (
        <NoRight title={title} permission={permission} />
      )}
    </PageFrame>
  )
}
