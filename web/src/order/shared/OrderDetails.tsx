import { isNotDue, type OrderView } from '@kervan/contract/order/order-view'
import type { Side } from '@kervan/contract/order/states'
import { useFormats } from '../../kit/values/format.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { FactList, type Fact } from '../../kit/record/RecordParts.tsx'
import css from './order.module.css'
import { OrderTotal } from './OrderTotal.tsx'

/** The facts under the code: who, when and how, where, for which point of sale, and under which number. */
export function OrderFacts({ order, side }: { order: OrderView; side: Side }) {
  const { t, state } = useWords()
  const format = useFormats()
  const facts: Fact[] = [
    side === 'manager'
      ? [t('order.detail.customer'), order.customerName]
      : [t('order.detail.vendor'), order.vendorName],
    [
      t('order.detail.delivery'),
      `${format.date(order.deliveryDate)} · ${state('shipment', order.shipmentMethod)}`,
    ],
    ...(order.total === null
      ? []
      : [
          [
            t('column.total'),
            <strong key="total" className="k-number">
              <OrderTotal order={order} />
            </strong>,
          ] satisfies Fact,
        ]),
    [t('order.detail.location'), order.deliveryLocationName],
    [t('order.detail.pointOfSale'), order.pointOfSaleName ?? '–'],
    [
      t('order.detail.externalPo'),
      <>
        <span className="k-mono">{order.externalPoCode ?? '–'}</span> · {state('channel', order.channel)}
      </>,
    ],
  ]
  return <FactList className={css.facts} facts={facts} />
}

/** What somebody outside was asked last, and what they said (ORD-010). */
function External({ asked }: { asked: NonNullable<OrderView['externalApproval']> }) {
  const { t } = useWords()
  const format = useFormats()
  const { sentAt, sentBy, answeredAt, approved, responseId, correlationId } = asked
  const words = approved === null ? 'withdrawn' : approved ? 'approved' : 'rejected'
  return (
    <Facts
      title={t('order.external.title')}
      facts={[
        [
          t('order.external.title'),
          <span key="asked">
            {t('order.external.asked', { date: format.dateTime(sentAt), by: sentBy })}
            {answeredAt !== null && (
              <> · {t(`order.external.${words}`, { date: format.dateTime(answeredAt) })}</>
            )}
          </span>,
        ],
        [
          t('order.external.reference'),
          <span key="reference" className="k-mono">
            {responseId ?? correlationId}
          </span>,
        ],
      ]}
    />
  )
}

/** Everything else the order says: who can be asked, how it came about, what it comes to (ORD-008). */
export function OrderDetails({ order, onOpen }: { order: OrderView; onOpen: (orderCode: string) => void }) {
  const { t, state } = useWords()
  const format = useFormats()
  const mono = (text: string) => <span className="k-mono">{text}</span>
  const { mainOrderCode } = order
  return (
    <>
      <Facts
        title={t('order.detail.contactTitle')}
        facts={[
          [t('order.detail.externalContact'), order.externalContact],
          [t('order.medula.number'), order.medulaTransactionNo && mono(order.medulaTransactionNo)],
          [t('order.detail.recordUser'), `${order.recordUser} · ${format.dateTime(order.recordDate)}`],
          [t('order.detail.note'), order.note],
        ]}
      />
      {order.externalApproval && <External asked={order.externalApproval} />}
      <Facts
        title={t('order.detail.orderTitle')}
        facts={[
          [
            t('order.detail.customer'),
            <>
              {order.customerName} · {mono(order.customerUniqueCode)}
            </>,
          ],
          [
            t('order.detail.vendor'),
            <>
              {order.vendorName} · {mono(order.vendorUniqueCode)}
            </>,
          ],
          [
            t('order.detail.location'),
            <>
              {order.deliveryLocationName} · {mono(order.deliveryLocationCode)}
            </>,
          ],
          [t('order.detail.pointOfSale'), order.pointOfSaleName],
          [t('order.detail.orderDate'), format.dateTime(order.orderDate)],
          [
            t('order.detail.externalOrderDate'),
            order.externalOrderDate && format.date(order.externalOrderDate),
          ],
          [t('order.detail.type'), state('lineType', order.type)],
          [
            t('order.detail.mainOrder'),
            mainOrderCode && (
              <button type="button" className={css.link} onClick={() => onOpen(mainOrderCode)}>
                {mono(mainOrderCode)}
              </button>
            ),
          ],
          [t('order.detail.completed'), format.percent(order.completedRatio)],
        ]}
      />
      {order.total === null ? (
        <Facts
          title={t('order.detail.amountTitle')}
          facts={[[t('order.detail.total'), t('order.detail.pricesHidden')]]}
        />
      ) : (
        <Facts
          title={t('order.detail.amountTitle')}
          facts={[
            [t('order.detail.subtotal'), format.money(order.subtotal, order.currency)],
            [
              t('order.detail.discount'),
              `${Number(order.discount) === 0 ? '' : '−'}${format.money(order.discount, order.currency)}`,
            ],
            [t('column.demandTotal'), isNotDue(order) && <OrderTotal order={order} />],
            [
              t('order.detail.total'),
              <strong key="total">{format.money(order.total, order.currency)}</strong>,
            ],
          ]}
        />
      )}
    </>
  )
}

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className={css.factSection}>
      <h3 className={css.sectionTitle}>{title}</h3>
      <FactList className={css.details} facts={facts} />
    </section>
  )
}
