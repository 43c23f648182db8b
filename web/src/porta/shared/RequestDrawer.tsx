import type { DiscountRequestView } from '@kervan/contract/porta/discount-requests'
import type { RequestSide } from '@kervan/contract/porta/states'
import type { PriceChangeRequestView } from '@kervan/contract/porta/price-change-requests'
import { useState, type ReactNode } from 'react'
import { useRead } from '../../kit/call/query.ts'
import type { GridAction } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { PackPassportLink } from '../../kit/record/PackPassportLink.tsx'
import { FactList, RecordBanner, useLast } from '../../kit/record/RecordParts.tsx'
import { RecordScreen, type RecordPlace } from '../../kit/record/RecordScreen.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { ComparedValues } from './ComparedValues.tsx'
import { PictureViewer } from './PictureViewer.tsx'
import css from './porta.module.css'
import type { ActedRequest } from './requestActions.tsx'
import type { Desk } from './desks.ts'
import { Refund } from './Refund.tsx'
import { RequestEvents } from './RequestEvents.tsx'
import { useLookAt } from './useLookAt.ts'
import { AskIts } from './AskIts.tsx'
import { Penalty, type RequestRow } from './requestGrid.tsx'

type RequestView = DiscountRequestView | PriceChangeRequestView
/** Price-change refunds alone have a scope. */
const isRefund = (found: RequestView): found is PriceChangeRequestView => 'refundScope' in found

type Props = RecordPlace<RequestRow> & {
  desk: Desk
  actionsOf: (request: ActedRequest) => GridAction[]
  /** What else stands beside the buttons of the foot. */
  left?: ReactNode
}

/**
 * One request beside the list: its picture beside what the pack, the picture and ITS say, what differs and what it scored
 * (DSC-011). The next and the previous one by J and K, the decision by its key.
 */
export function RequestDrawer({ desk, id, page, actionsOf, onOpen, left }: Props) {
  const { t } = useWords()
  const shown = useLast(id)
  const [marked, setMarked] = useState<string | null>(null)
  const asked = useRead(desk.get, { requestId: shown ?? '' }, { enabled: shown !== null })
  const found: RequestView | undefined = asked.data
  useLookAt(desk.lookAt, found)
  return (
    <RecordScreen<RequestView, RequestRow>
      id={id}
      page={page}
      onOpen={onOpen}
      asked={asked}
      size="min(1240px, 100vw)"
      title={({ requestCode }) => requestCode}
      named="code"
      badges={(request) => (
        <>
          <StateBadge group={desk.states} value={request.requestState} />
          {desk.side !== 'applicant' && !isRefund(request) && <Penalty points={request.penalty} />}
          <PackPassportLink gtin={request.gtin} serialNumber={request.serialNumber} />
        </>
      )}
      facts={(request) => <Facts found={request} />}
      banner={(request) => <Banners found={request} side={desk.side} />}
      tabs={[
        {
          key: 'review',
          label: t('porta.tab.review'),
          fill: true,
          show: (request) => (
            <div className={css.panes}>
              <div className={css.picturePane}>
                <PictureViewer desk={desk} images={request.images} marked={marked} />
              </div>
              <div className={css.pane}>
                {isRefund(request) ? (
                  <Refund found={request} desk={desk} onMark={setMarked} />
                ) : (
                  <Review found={request} desk={desk} onMark={setMarked} />
                )}
              </div>
            </div>
          ),
        },
        { key: 'details', label: t('porta.tab.details'), show: (request) => <Details found={request} /> },
      ]}
      actions={found ? actionsOf(found) : []}
      left={left}
    />
  )
}

/** What somebody should know before they decide. */
function Banners({ found, side }: { found: RequestView; side: RequestSide }) {
  const { t } = useWords()
  const format = useFormats()
  const { lookedAtBy, itsAgainAt } = found
  return (
    <>
      {lookedAtBy !== null && <RecordBanner>{t('porta.lookedAt', { name: lookedAtBy })}</RecordBanner>}
      {itsAgainAt !== null && (
        <RecordBanner>{t('porta.its.again', { at: format.dateTime(itsAgainAt) })}</RecordBanner>
      )}
      {!isRefund(found) ? (
        <DiscountBanners found={found} side={side} />
      ) : (
        found.blacklisted && (
          <RecordBanner>{t('priceChange.blacklisted', { name: found.pointOfSaleName })}</RecordBanner>
        )
      )}
    </>
  )
}

function DiscountBanners({ found, side }: { found: DiscountRequestView; side: RequestSide }) {
  const { t, state } = useWords()
  const format = useFormats()
  const { changed, dispute, rejectReason, correctUntil } = found
  const packState = (value: string | null) =>
    value === null ? t('porta.changed.unknown') : state('packState', value)
  return (
    <>
      {dispute !== null && found.requestState === 'Pending' && (
        <RecordBanner>
          {t('porta.dispute.banner', {
            reviewer: dispute.reviewer,
            reason: [state('discountRejectReason', dispute.reason), dispute.memo].filter(Boolean).join(', '),
            at: format.dateTime(dispute.at),
            message: dispute.message,
          })}
        </RecordBanner>
      )}
      {side === 'applicant' && found.requestState === 'Rejected' && rejectReason !== null && (
        <RecordBanner>
          {state('discountRejectReason', rejectReason)}. {t(`porta.remedy.${rejectReason}`)}{' '}
          {correctUntil === null
            ? t('porta.remedy.over')
            : t('porta.remedy.until', { until: format.date(correctUntil) })}
        </RecordBanner>
      )}
      {changed !== null && (
        <RecordBanner>
          {t(changed.reason === 'OwnerChanged' ? 'porta.changed.owner' : 'porta.changed.state', {
            at: format.dateTime(changed.at),
            stateBefore: packState(changed.stateBefore),
            stateNow: packState(changed.stateNow),
            ownerBefore: changed.ownerBefore ?? '–',
            ownerNow: changed.ownerNow ?? '–',
          })}
        </RecordBanner>
      )}
    </>
  )
}

const Mono = ({ children }: { children: ReactNode }) => <span className="k-mono">{children}</span>

function Facts({ found }: { found: RequestView }) {
  const { t, column, state } = useWords()
  const format = useFormats()
  return (
    <FactList
      className={css.facts}
      facts={[
        [column('productName'), found.productName],
        [column('serialNumber'), <Mono key="serialNumber">{found.serialNumber}</Mono>],
        [column('lotNumber'), <Mono key="lotNumber">{found.lotNumber}</Mono>],
        [column('expiryDate'), format.date(found.expiryDate)],
        [t('porta.pointOfSale'), `${found.pointOfSaleName} (${found.pointOfSaleCode})`],
        [column('paymentLocationName'), found.paymentLocationName],
        [column('declaredSaleDate'), format.date(found.declaredSaleDate)],
        [column('applicant'), `${found.applicant}, ${format.dateTime(found.recordDate)}`],
        ...(isRefund(found)
          ? [
              [column('refundScope'), state('priceChangeScope', found.refundScope)] as const,
              [
                column('rejectReason'),
                found.rejectReason && state('priceChangeReason', found.rejectReason),
              ] as const,
            ]
          : [
              [
                column('rejectReason'),
                found.rejectReason && state('discountRejectReason', found.rejectReason),
              ] as const,
              [
                column('declineReason'),
                found.declineReason && state('declineReason', found.declineReason),
              ] as const,
            ]),
        [column('decisionMemo'), found.decisionMemo],
        [t('porta.receipt'), found.receipt],
      ]}
    />
  )
}

function Review({
  found,
  desk,
  onMark,
}: {
  found: DiscountRequestView
  desk: Desk
  onMark: (field: string | null) => void
}) {
  const { t, state } = useWords()
  const format = useFormats()
  const { side } = desk
  const newest = found.evidence.find(({ source }) => source !== 'Image')
  return (
    <>
      <h3 className={css.sectionTitle}>{t('porta.compared.title')}</h3>
      <ComparedValues rows={found.compared} onMark={onMark} />
      {side !== 'applicant' && found.suggestedReason !== null && (
        <p className={css.suggested}>
          {t('porta.suggested', { reason: state('discountRejectReason', found.suggestedReason) })}
        </p>
      )}
      {side !== 'applicant' && (
        <>
          <h3 className={css.sectionTitle}>
            {t('porta.penalties', {
              data: format.number(found.dataPenalty),
              its: format.number(found.itsPenalty),
            })}
          </h3>
          {found.penaltyPoints.length === 0 ? (
            <p className="k-quiet">{t('porta.noPenalty')}</p>
          ) : (
            <ul className={css.points}>
              {found.penaltyPoints.map(({ rule, points, evidence }) => (
                <li key={rule}>
                  <Penalty points={points} />
                  <span>{evidence}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      <h3 className={css.sectionTitle}>
        {t('porta.its.title')}{' '}
        {newest && (
          <span className={css.asOf}>{t('porta.its.asOf', { at: format.dateTime(newest.readAt) })}</span>
        )}
      </h3>
      {desk.ask && <AskIts call={desk.ask} requestId={found.id} />}
      {newest ? <ItsAnswer found={found} /> : <p className="k-quiet">{t('porta.its.none')}</p>}
    </>
  )
}

function ItsAnswer({ found }: { found: DiscountRequestView }) {
  const { t, state } = useWords()
  const format = useFormats()
  const its = found.evidence.filter(({ source }) => source !== 'Image')
  const [newest] = its
  const movements = its.find(({ movements: known }) => known.length > 0)?.movements ?? []
  if (!newest) return null
  return (
    <>
      <p>
        {newest.packState !== null && <StateBadge group="packState" value={newest.packState} />}{' '}
        <span className="k-mono">{newest.resultCode}</span>{' '}
        {newest.ownerGln !== null &&
          t('porta.its.owner', { owner: newest.ownerName ?? newest.ownerGln, gln: newest.ownerGln })}
      </p>
      <ul className={css.movements}>
        {movements.map((one) => (
          <li key={`${one.declarationId} ${one.movement}`}>
            <span>{format.dateTime(one.declaredAt)}</span>
            <span>{state('itsMovement', one.movement)}</span>
            <span className="k-mono">
              {one.fromGln} → {one.toGln}
            </span>
            <span className="k-quiet k-mono">{one.declarationId}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Details({ found }: { found: RequestView }) {
  const { t, column, state } = useWords()
  const format = useFormats()
  return (
    <>
      <FactList
        facts={[
          ...(isRefund(found) ? [[column('productCode'), found.productCode] as const] : []),
          [column('gtin'), <Mono key="gtin">{found.gtin}</Mono>],
          [column('originalDataMatrix'), <Mono key="originalDataMatrix">{found.originalDataMatrix}</Mono>],
          [column('validDataMatrix'), <Mono key="validDataMatrix">{found.validDataMatrix}</Mono>],
          [column('validationFlow'), found.validationFlow && state('validationFlow', found.validationFlow)],
          [column('pointOfSaleCode'), found.pointOfSaleCode],
          [column('gln'), <Mono key="gln">{found.pointOfSaleGln}</Mono>],
          [column('city'), `${found.town}, ${found.city}`],
          [t('porta.address'), found.address],
          [column('paymentLocationCode'), found.paymentLocationCode],
          [column('validSaleDate'), found.validSaleDate && format.date(found.validSaleDate)],
          [column('declarationId'), found.declarationId],
          [column('declarationDate'), found.declarationDate && format.date(found.declarationDate)],
          [t('porta.description'), found.description],
          [t('porta.madeFrom'), found.madeFrom && <Mono key="madeFrom">{found.madeFrom.code}</Mono>],
          [column('recordUser'), found.recordUser],
          [
            t('porta.decidedBy'),
            found.decidedBy && `${found.decidedBy}, ${format.dateTime(found.decidedAt)}`,
          ],
        ]}
      />
      <h3 className={css.sectionTitle}>{t('porta.events')}</h3>
      <RequestEvents events={found.events} />
    </>
  )
}
