import { getDashboardLastDataDT } from '@kervan/contract/access/web-resources'
import { updatePolicy } from '@kervan/contract/administration/policy'
import { homeBoxes, type HomeBox } from '@kervan/contract/home/words'
import { getCart } from '@kervan/contract/order/cart'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconLayoutDashboard, IconShoppingCart } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../kit/values/format.ts'
import { MailNote } from '../kit/page/MailNote.tsx'
import { PageFrame } from '../kit/page/PageFrame.tsx'
import { useRead } from '../kit/call/query.ts'
import { useRights } from '../kit/call/rights.ts'
import { Nothing } from './Box.tsx'
import { DiscountMonths } from './DiscountMonths.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { Services, SignIns } from './facts.tsx'
import css from './home.module.css'
import { News, Videos } from './media.tsx'
import { OrderMonths } from './OrderMonths.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { Subscriptions } from './Subscriptions.tsx'

const main: [HomeBox, ComponentType][] = [
  ['services', Services],
  ['orders', OrderMonths],
  ['discountRequests', DiscountMonths],
  ['videos', Videos],
]
const beside: [HomeBox, ComponentType][] = [
  ['shortcuts', Shortcuts],
  ['signIns', SignIns],
  ['subscriptions', Subscriptions],
  ['whatsNew', News],
]

const isDue = ([box]: [HomeBox, ComponentType]) => box === 'orders'
/** On a telephone what is to be acted on comes first, then the short ones. */
const belowEachOther = [...main.filter(isDue), ...beside, ...main.filter((one) => !isDue(one))]

/** Where a day begins (HOM-001): boxes by permission, the wide ones to the left, the others beside them or below. */
export default function Home() {
  const { t } = useTranslation()
  const format = useFormats()
  const rights = useRights()
  const [now] = useState(() => new Date().toISOString())
  const { data } = useRead(getDashboardLastDataDT, {}, { enabled: rights.has('dashboardLastDataDT') })
  const isNarrow = useMediaQuery('(max-width: 900px)', undefined, { getInitialValueInEffect: false }) ?? false
  const shown = (boxes: [HomeBox, ComponentType][]) => boxes.filter(([box]) => rights.has(homeBoxes[box]))
  const [left, right] = isNarrow ? [shown(belowEachOther), []] : [shown(main), shown(beside)]
  const lastData = data?.lastDataDT ? t('home.lastData', { time: format.dateTime(data.lastDataDT) }) : null
  return (
    <PageFrame
      title={t('screen.home.title')}
      layout="scroll"
      actions={
        <>
          {rights.has('Dashboard') && (
            <Button
              variant="default"
              component={Link}
              to="/report/kpi-dashboard"
              leftSection={<IconLayoutDashboard size={16} aria-hidden />}
            >
              {t('screen.kpiDashboard.title')}
            </Button>
          )}
          {rights.has('NewOrder') && rights.has(getCart.permission ?? '') && <OpenCart />}
        </>
      }
      beside={<span className="k-quiet">{[format.longDate(now), lastData].filter(Boolean).join(' · ')}</span>}
    >
      {rights.has(updatePolicy.permission ?? '') && <MailNote />}
      <FirstSteps />
      <div className={css.boxes} data-one={left.length === 0 || right.length === 0 || undefined}>
        {left.length > 0 && (
          <div className={css.main}>
            {left.map(([box, Content]) => (
              <Content key={box} />
            ))}
          </div>
        )}
        {right.length > 0 && (
          <div className={css.side}>
            {right.map(([box, Content]) => (
              <Content key={box} />
            ))}
          </div>
        )}
        {left.length + right.length === 0 && <Nothing title={t('home.empty')} text={t('home.emptyText')} />}
      </div>
    </PageFrame>
  )
}

/** The way back to what was begun; nothing while the cart is empty. */
function OpenCart() {
  const { t } = useTranslation()
  const format = useFormats()
  const { data } = useRead(getCart, {})
  const pieces = data?.quantity ?? 0
  if (pieces === 0) return null
  return (
    <Button component={Link} to="/order/new-order" leftSection={<IconShoppingCart size={16} aria-hidden />}>
      {t('home.continueOrder', { count: pieces, amount: format.number(pieces) })}
    </Button>
  )
}
