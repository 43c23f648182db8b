import { drawnPacksAtMost, getPackPlaces } from '@kervan/contract/trace/inquiry'
import { SegmentedControl } from '@mantine/core'
import { useRead } from '../../kit/call/query.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import type { AskedTrace } from './EpcisButton.tsx'
import { PlacesMap } from './PlacesMap.tsx'
import { StepsLine } from './StepsLine.tsx'
import { answerViews, type AnswerView } from '../search.ts'
import css from './views.module.css'

/** How an answer is looked at. */
export function ViewChoice({ view, onView }: { view: AnswerView; onView: (view: AnswerView) => void }) {
  const { t } = useWords()
  return (
    <SegmentedControl
      className={css.choice}
      aria-label={t('trace.views.label')}
      value={view}
      data={answerViews.map((value) => ({ value, label: t(`trace.view.${value}`) }))}
      onChange={(next) => onView(next)}
    />
  )
}

/** The packs of an answer on a time line or on the map (TRC-003). */
export function AnswerDrawn({ asked, view }: { asked: AskedTrace; view: 'line' | 'map' }) {
  const { t } = useWords()
  const format = useFormats()
  const read = useRead(getPackPlaces, asked)
  if (!read.data) return <ReadState asked={read} />
  return (
    <div className={css.drawn}>
      {!read.data.isComplete && (
        <p className={css.none}>{t('trace.views.incomplete', { limit: format.number(drawnPacksAtMost) })}</p>
      )}
      {view === 'map' ? <PlacesMap found={read.data} /> : <StepsLine steps={read.data.steps} />}
    </div>
  )
}
