import { getProductTimeline } from '@kervan/contract/company/product-timeline'
import type { OutputOf } from '@kervan/contract/kit/call'
import { useRead } from '../../kit/call/query.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { RecordBody } from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import css from './timeline.module.css'
import { axisOf, ticksOf } from './timeline.ts'

type Timeline = OutputOf<typeof getProductTimeline>
type Span = Timeline['listing'][number]
type Row = { key: string; label: string; spans: readonly Span[]; say: (span: Span) => string }

/** Listing, season, price and state of a product on one axis (PRD-001), and the same as a table. */
export function ProductTimeline({ id }: { id: string }) {
  const asked = useRead(getProductTimeline, { productId: id })
  return <RecordBody>{asked.data ? <Drawn found={asked.data} /> : <ReadState asked={asked} />}</RecordBody>
}

function Drawn({ found }: { found: Timeline }) {
  const { t, column, state } = useWords()
  const format = useFormats()
  const rows: Row[] = [
    {
      key: 'listing',
      label: t('company.timeline.listing'),
      spans: found.listing,
      say: () => t('company.timeline.listed'),
    },
    {
      key: 'season',
      label: column('season'),
      spans: found.season,
      say: ({ value }) => (value ? state('season', value) : t('kit.history.empty')),
    },
    ...(found.price
      ? [
          {
            key: 'price',
            label: column('listPrice'),
            spans: found.price,
            say: ({ value }: Span) => format.money(value, found.currency),
          },
        ]
      : []),
    {
      key: 'status',
      label: column('status'),
      spans: found.status,
      say: ({ value }) => (value ? state('recordState', value) : t('kit.history.empty')),
    },
  ]
  const axis = axisOf(found)
  const days = ({ from, to }: Span) =>
    to
      ? t('company.timeline.fromTo', { from: format.date(from), to: format.date(to) })
      : t('company.timeline.from', { from: format.date(from) })
  return (
    <>
      <figure className={css.drawing} aria-hidden>
        {rows.map(({ key, label, spans, say }) => (
          <div key={key} className={css.row}>
            <span className={css.label}>{label}</span>
            <svg className={css.track} width="100%" height="28">
              {spans.map((span, at) => {
                const [x, end] = [axis.at(span.from), axis.at(span.to ?? axis.end)]
                return (
                  <svg key={span.from} x={`${x}%`} y="2" width={`${Math.max(0.6, end - x)}%`} height="24">
                    <title>{`${say(span)} · ${days(span)}`}</title>
                    <rect className={at % 2 === 0 ? css.span : css.other} width="100%" height="24" rx="3" />
                    <text className={css.value} x="6" y="16">
                      {say(span)}
                    </text>
                  </svg>
                )
              })}
              <line
                className={css.today}
                x1={`${axis.at(found.today)}%`}
                x2={`${axis.at(found.today)}%`}
                y1="0"
                y2="28"
              />
            </svg>
          </div>
        ))}
        <div className={css.row}>
          <span />
          <div className={css.axis}>
            {ticksOf(axis).map((day, at, all) => (
              <span
                key={day}
                className={css.tick}
                style={{
                  left: `${axis.at(day)}%`,
                  transform: at === 0 ? 'none' : `translateX(${at === all.length - 1 ? -100 : -50}%)`,
                }}
              >
                {format.date(day)}
              </span>
            ))}
          </div>
        </div>
        <p className={css.legend}>
          <i aria-hidden /> {t('company.timeline.today', { day: format.date(found.today) })}
        </p>
      </figure>
      <table className={css.table}>
        <caption>{t('company.timeline.table')}</caption>
        <tbody>
          {rows.map(({ key, label, spans, say }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>
                {spans.length === 0 && <span className="k-quiet">{t('kit.history.empty')}</span>}
                {spans.toReversed().map((span) => (
                  <div key={span.from}>
                    {say(span)} <span className="k-quiet">{days(span)}</span>
                  </div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
