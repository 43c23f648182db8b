import { changeActions, type ChangeAction, type ChangeView } from '@kervan/contract/kit/master-change'
import { useWords } from '../i18n/words.ts'
import { FactList } from '../record/RecordParts.tsx'
import { useFormats } from '../values/format.ts'
import { stateLooks } from '../values/states.ts'
import bars from '../grid/bars.module.css'
import css from './master.module.css'

/** Who made, checked and decided a change, from where it came, and how it is bound to others. */
export function ChangeFacts({ change, onOpen }: { change: ChangeView; onOpen: (id: string) => void }) {
  const { t, state } = useWords()
  const format = useFormats()
  const stamp = (one: ChangeView['checked']) => one && `${one.by} · ${format.dateTime(one.at)}`
  const link = (id: string | null) =>
    id && (
      <button type="button" className={css.link} onClick={() => onOpen(id)}>
        {t('masterData.showChange')}
      </button>
    )
  return (
    <FactList
      className={css.facts}
      facts={[
        [t('masterData.fact.made'), stamp(change.made)],
        [t('masterData.fact.source'), state('changeSource', change.source)],
        [
          t('masterData.fact.mode'),
          change.source === 'File' || change.source === 'FileDrop' ? state('changeMode', change.mode) : null,
        ],
        [
          t('masterData.fact.columns'),
          change.columns === null || change.columns === 'Template'
            ? null
            : state('columnWay', change.columns),
        ],
        [t('masterData.fact.checked'), stamp(change.checked)],
        [t('masterData.fact.approved'), stamp(change.approved)],
        [t('masterData.fact.rejected'), stamp(change.rejected)],
        [t('masterData.fact.comment'), change.comment],
        [t('masterData.fact.activated'), format.dateTime(change.activatedAt)],
        [t('masterData.fact.reverts'), link(change.revertsId)],
        [t('masterData.fact.revertedBy'), link(change.revertedById)],
      ]}
    />
  )
}

const countOf: Record<ChangeAction, keyof ChangeView['counts']> = {
  Added: 'added',
  Changed: 'changed',
  Removed: 'removed',
  Unchanged: 'unchanged',
  Faulty: 'faulty',
}

/** How many rows do what; a press shows those alone. */
export function ChangeCounts({
  counts,
  shown,
  onShow,
}: {
  counts: ChangeView['counts']
  /** The one kind of rows that is shown; null shows all. */
  shown: ChangeAction | null
  onShow: (action: ChangeAction | null) => void
}) {
  const { t, state } = useWords()
  const format = useFormats()
  return (
    <fieldset className={css.counts} aria-label={t('masterData.counts')}>
      {changeActions.map((action) => {
        const Icon = stateLooks.changeAction?.[action]?.icon
        const count = counts[countOf[action]]
        return (
          <button
            key={action}
            type="button"
            className={bars.chip}
            data-tone={count > 0 ? stateLooks.changeAction?.[action]?.tone : undefined}
            data-none={(count === 0 && shown !== action) || undefined}
            aria-pressed={shown === action}
            onClick={() => onShow(shown === action ? null : action)}
          >
            {Icon && <Icon size={14} aria-hidden />}
            {state('changeAction', action)}
            <b className="k-number">{format.number(count)}</b>
          </button>
        )
      })}
    </fieldset>
  )
}
