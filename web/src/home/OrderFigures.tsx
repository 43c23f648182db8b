import { countOrders } from '@kervan/contract/order/order-management'
import { myPendingOrders } from '@kervan/contract/order/order-my'
import { addDays } from '@kervan/contract/kit/days'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ChartLink } from '../kit/chart/Chart.tsx'
import { useFormats } from '../kit/values/format.ts'
import { today } from '../kit/values/companyDay.ts'
import { useRead } from '../kit/call/query.ts'
import { useRights } from '../kit/call/rights.ts'
import { countWords, managementWindow, myWindow, type TabCount } from '../order/order.api.ts'
import css from './home.module.css'
import { orderLink } from './orderLinks.ts'

/** What is due now, in the words and numbers of the tabs, each opening its rows; late ones apart (HOM-003). */
export function OrderFigures({ side }: { side: 'manager' | 'owner' }) {
  return side === 'manager' ? <ManagerFigures /> : <OwnerFigures />
}

function ManagerFigures() {
  const { t } = useTranslation()
  const mayCount = useRights().has(countOrders.permission ?? '')
  const { data } = useRead(countOrders, managementWindow({}), { enabled: mayCount })
  return (
    <dl className={css.figures}>
      <Figure
        name={t('order.management.toDecide')}
        count={data?.toDecide}
        link={orderLink('manager', { tab: 'toDecide' })}
        late={orderLink('manager', { tab: 'toDecide', late: true })}
      />
      <Figure
        name={t('order.management.inFulfilment')}
        count={data?.inFulfilment}
        link={orderLink('manager', { tab: 'inFulfilment' })}
        late={orderLink('manager', { tab: 'inFulfilment', late: true })}
      />
    </dl>
  )
}

function OwnerFigures() {
  const { t } = useTranslation()
  const mayList = useRights().has(myPendingOrders.page.permission ?? '')
  const question = { page: 1, pageSize: 50 as const, sort: [], search: '', ...myWindow({}) }
  const open = useRead(myPendingOrders.page, { ...question, filters: {} }, { enabled: mayList }).data
  const late = useRead(
    myPendingOrders.page,
    { ...question, filters: { deliveryDate: { to: addDays(today(), -1) } } },
    { enabled: mayList },
  ).data
  const count = open && late && { orders: open.total, isExact: open.totalIsExact, late: late.total }
  return (
    <dl className={css.figures}>
      <Figure
        name={t('home.orders.open')}
        count={count}
        link={orderLink('owner', { tab: 'pending' })}
        late={orderLink('owner', { tab: 'pending', late: true })}
      />
    </dl>
  )
}

function Figure({
  name,
  count,
  link,
  late,
}: {
  name: string
  count: TabCount | undefined
  link: ChartLink
  late: ChartLink
}) {
  const { t } = useTranslation()
  const format = useFormats()
  if (!count) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Link to={link.to} search={link.search} aria-label={`${name} ${countWords(count, format) ?? 0}`}>
          {countWords(count, format) ?? format.number(0)}
        </Link>
        {count.late > 0 && (
          <Link to={late.to} search={late.search} className={css.late}>
            <IconAlertTriangle size={13} stroke={2} aria-hidden />
            {t('home.orders.late', { count: count.late, amount: format.number(count.late) })}
          </Link>
        )}
      </dd>
    </div>
  )
}
