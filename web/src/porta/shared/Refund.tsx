import type { PriceChangeRequestView } from '@kervan/contract/porta/price-change-requests'
import { useWords } from '../../kit/i18n/words.ts'
import { FactList } from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { AskIts } from './AskIts.tsx'
import { ComparedValues } from './ComparedValues.tsx'
import type { Desk } from './desks.ts'
import css from './porta.module.css'

type Props = { found: PriceChangeRequestView; desk: Desk; onMark: (field: string | null) => void }

/** What is to be refunded, how the pack moved, and every reason that its movements prove (PCR-003). */
export function Refund({ found, desk, onMark }: Props) {
  const { t, column, state } = useWords()
  const format = useFormats()
  const { changeDate, entitlementDate, oldPrice, newPrice } = found.priceChange
  const newest = found.evidence.find(({ source }) => source !== 'Image')
  return (
    <>
      <FactList
        className={css.facts}
        facts={[
          [
            t('priceChange.priceChange'),
            oldPrice !== null && newPrice !== null
              ? t('priceChange.change', {
                  old: format.number(oldPrice),
                  new: format.number(newPrice),
                  date: format.date(changeDate),
                })
              : t('priceChange.changeOn', { date: format.date(changeDate) }),
          ],
          [t('priceChange.entitled'), format.date(entitlementDate)],
          [column('refundAmount'), found.refundAmount && format.number(found.refundAmount)],
        ]}
      />
      {desk.side !== 'applicant' && (
        <>
          <h3 className={css.sectionTitle}>
            {t('priceChange.suggestion')} <StateBadge group="priceChangeVerdict" value={found.suggestion} />
          </h3>
          <p className="k-quiet">{t(`priceChange.verdict.${found.suggestion}`)}</p>
          <ul className={css.reasons} aria-label={t('priceChange.suggestion')}>
            {found.found.map(({ reason, declarationIds }) => (
              <li key={reason}>
                <span>{state('priceChangeReason', reason)}</span>
                <span className="k-quiet">
                  {t('priceChange.proof')} <span className="k-mono">{declarationIds.join(', ')}</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 className={css.sectionTitle}>
        {t('priceChange.movements')}{' '}
        {newest && (
          <span className={css.asOf}>{t('porta.its.asOf', { at: format.dateTime(newest.readAt) })}</span>
        )}
      </h3>
      {desk.ask && <AskIts call={desk.ask} requestId={found.id} />}
      {found.movements.length === 0 ? (
        <p className="k-quiet">{t('priceChange.noMovements')}</p>
      ) : (
        <Movements found={found} />
      )}
      <h3 className={css.sectionTitle}>{t('porta.compared.title')}</h3>
      <ComparedValues rows={found.compared} onMark={onMark} />
    </>
  )
}

/** The rows that ITS tells of the pack; those that prove a reason are marked. */
function Movements({ found }: { found: PriceChangeRequestView }) {
  const { t, column, state } = useWords()
  const format = useFormats()
  const proving = new Set(found.found.flatMap(({ declarationIds }) => declarationIds))
  const place = (name: string | null, gln: string | null) =>
    gln === null ? (
      <span className="k-quiet">–</span>
    ) : (
      <>
        {name} <span className="k-mono k-quiet">{gln}</span>
      </>
    )
  return (
    <section
      className={css.wide}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t('priceChange.movements')}
    >
      <table className={css.compared}>
        <thead>
          <tr>
            <th scope="col">{t('priceChange.when')}</th>
            <th scope="col">{t('priceChange.transaction')}</th>
            <th scope="col">{t('priceChange.source')}</th>
            <th scope="col">{t('priceChange.destination')}</th>
            <th scope="col">{column('gtin')}</th>
            <th scope="col">{column('declarationId')}</th>
            <th scope="col">{t('priceChange.result')}</th>
          </tr>
        </thead>
        <tbody>
          {found.movements.map((row) => (
            <tr
              key={`${row.declarationId} ${row.movement}`}
              data-differs={proving.has(row.declarationId) || undefined}
            >
              <td>{format.dateTime(row.declaredAt)}</td>
              <td>{state('itsMovement', row.movement)}</td>
              <td>{place(row.fromName, row.fromGln)}</td>
              <td>{place(row.toName, row.toGln)}</td>
              <td className="k-mono">{row.gtin}</td>
              <td className="k-mono">{row.declarationId}</td>
              <td>{state('itsResult', row.resultCode)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
