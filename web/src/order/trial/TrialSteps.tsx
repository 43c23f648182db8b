import {
  IconBell,
  IconCircleCheck,
  IconCircleX,
  IconCoins,
  IconFileText,
  IconListCheck,
  IconTruck,
  IconUserCheck,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from './trial.module.css'
import type { Trial } from './TrialFindings.tsx'

const icons = {
  placed: IconFileText,
  checked: IconListCheck,
  priced: IconCoins,
  decided: IconUserCheck,
  delivered: IconTruck,
  told: IconBell,
} as const
type StepKey = keyof typeof icons

/** The way of the order, step by step. */
export function TrialSteps({ trial }: { trial: Trial }) {
  const { t } = useWords()
  if (trial.place === null || trial.asked.length === 0) return null
  return (
    <ol className={css.steps} aria-label={t('order.trial.steps')}>
      <Step step="placed" isDone={trial.orders.some(({ code }) => code !== null)}>
        <Placed trial={trial} />
      </Step>
      <Step step="checked" isDone={notesOf(trial).every(({ severity }) => severity === 'warning')}>
        <Checked trial={trial} />
      </Step>
      <Step step="priced" isDone={trial.orders.length > 0}>
        <Priced trial={trial} />
      </Step>
      <Step
        step="decided"
        isDone={trial.deciders.atOnce || trial.deciders.by !== null || readerDecides(trial)}
      >
        <Decided trial={trial} />
      </Step>
      <Step step="delivered" isDone={trial.orders.some(({ type }) => type === 'DirectlyOrder')}>
        <Delivered trial={trial} />
      </Step>
      <Step step="told" isDone={trial.told.length > 0}>
        <ToldOf trial={trial} />
      </Step>
    </ol>
  )
}

function Step({ step, isDone, children }: { step: StepKey; isDone: boolean; children: ReactNode }) {
  const { t } = useWords()
  const Icon = icons[step]
  const Mark = isDone ? IconCircleCheck : IconCircleX
  return (
    <li className={css.step} data-done={isDone || undefined}>
      <Icon size={18} aria-hidden className={css.icon} />
      <div className={css.content}>
        <h3 className={css.name}>
          {t(`order.trial.step.${step}`)}
          <Mark size={14} aria-hidden className={css.mark} />
        </h3>
        {children}
      </div>
    </li>
  )
}

function Placed({ trial: { orders, place } }: { trial: Trial }) {
  const { t } = useWords()
  const format = useFormats()
  const placed = orders.filter(({ code }) => code !== null)
  if (placed.length === 0 || place === null) return <p>{t('order.trial.notPlaced')}</p>
  const facts = {
    code: [...new Set(placed.map(({ code }) => code ?? ''))].join(', '),
    customer: place.customerName,
    location: place.locationName,
    date: format.date(place.deliveryDate),
  }
  return <p>{t(placed[0]?.isPreOrder ? 'order.trial.preOrder' : 'order.trial.placed', facts)}</p>
}

/** What the trial has found of the order itself; the others are of people and of the installation. */
const aside = [
  'NobodyApproves',
  'OnlyYouApprove',
  'CustomerCannotOrder',
  'YouCannotOrder',
  'MailsStay',
  'NoAddress',
]
const notesOf = ({ findings }: Trial) => findings.filter(({ code }) => !aside.includes(code))

function Checked({ trial }: { trial: Trial }) {
  const { t } = useWords()
  const format = useFormats()
  const notes = notesOf(trial)
  const problems = notes.filter(({ severity }) => severity === 'problem').length
  const rounded = trial.asked.flatMap(({ variantCode, productName, quantity }) => {
    const lines = trial.orders
      .flatMap((order) => order.lines)
      .filter((line) => line.variantCode === variantCode)
    const ordered = lines.reduce((sum, line) => sum + line.quantity, 0)
    const [first] = lines
    return first && ordered !== quantity ? [{ productName, quantity, ordered, pack: first.packUnit }] : []
  })
  return (
    <>
      <p>
        {problems > 0
          ? tPlural(t, 'order.trial.checkedProblems', problems, format.number(problems))
          : notes.length > 0
            ? tPlural(t, 'order.trial.checkedNotes', notes.length, format.number(notes.length))
            : t('order.trial.checked')}
      </p>
      {rounded.map(({ productName, quantity, ordered, pack }) => (
        <p key={productName}>
          {t('order.trial.rounded', {
            product: productName,
            asked: format.number(quantity),
            quantity: format.number(ordered),
            pack: format.number(pack),
          })}
        </p>
      ))}
    </>
  )
}

function Priced({ trial }: { trial: Trial }) {
  const { t } = useWords()
  const format = useFormats()
  const { orders, currency } = trial
  if (orders.length === 0) return <p>{t('order.trial.notPlaced')}</p>
  if (trial.total === null) return <p>{t('order.trial.hidden')}</p>
  const percent = format.number(orders[0]?.discountPercent ?? '0')
  return (
    <>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('order.trial.variant')}</th>
            <th scope="col">{t('order.trial.timesPrice')}</th>
            <th scope="col">{t('order.trial.net')}</th>
          </tr>
        </thead>
        <tbody>
          {orders.flatMap((order, index) =>
            order.lines.map((line, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- the lines of one answer, in its order
              <tr key={`${index} ${at}`}>
                <td>
                  {line.productName} <span className="k-mono k-quiet">{line.variantCode}</span>
                </td>
                <td>
                  {format.number(line.quantity)} × {format.money(line.unitPrice, currency)}
                </td>
                <td>{format.money(line.net, currency)}</td>
              </tr>
            )),
          )}
        </tbody>
        <tfoot>
          <Sum label={t('order.trial.subtotal')} amount={format.money(trial.subtotal, currency)} />
          {Number(trial.discount) !== 0 && (
            <Sum
              label={t('order.trial.discount', { percent })}
              amount={format.money(trial.discount, currency)}
            />
          )}
          <Sum label={t('order.trial.total')} amount={format.money(trial.total, currency)} />
        </tfoot>
      </table>
      <p className="k-quiet">{t('order.trial.noVat')}</p>
    </>
  )
}

function Sum({ label, amount }: { label: string; amount: string }) {
  return (
    <tr>
      <th scope="row" colSpan={2}>
        {label}
      </th>
      <td>{amount}</td>
    </tr>
  )
}

/** Nobody but the reader may approve, who does not approve what they place; customers place orders as well. */
const readerDecides = ({ findings }: Trial): boolean =>
  findings.some(({ code, severity }) => code === 'OnlyYouApprove' && severity === 'warning')

function Decided({ trial }: { trial: Trial }) {
  const { deciders, orders } = trial
  const { t } = useWords()
  const format = useFormats()
  const names = deciders.names.join(', ')
  const more = deciders.count - deciders.names.length
  if (deciders.atOnce) return <p>{t('order.trial.atOnce')}</p>
  if (readerDecides(trial)) return <p>{t('order.trial.onlyYou')}</p>
  const placed = orders.filter(({ code }) => code !== null)
  const isBackorder =
    placed.length > 0 && placed.every(({ type, isPreOrder }) => type === 'Backorder' && !isPreOrder)
  return (
    <>
      <p>
        {deciders.count === 0
          ? t('order.trial.nobody')
          : more > 0
            ? t('order.trial.decidersMore', { names, count: more, amount: format.number(more) })
            : t('order.trial.deciders', { names })}
      </p>
      {deciders.by !== null ? (
        <p>{t('order.trial.approvedBy', { name: deciders.by })}</p>
      ) : (
        placed.length > 0 && <p>{t(isBackorder ? 'order.trial.backorderWaits' : 'order.trial.waits')}</p>
      )}
    </>
  )
}

function Delivered({ trial: { orders } }: { trial: Trial }) {
  const { t } = useWords()
  const format = useFormats()
  const lines = orders.flatMap((order) => order.lines)
  if (lines.length === 0) return <p>{t('order.trial.notPlaced')}</p>
  return (
    <ul className={css.list}>
      {lines.map(({ warehouse, quantity, productName }, at) => {
        const facts = { quantity: format.number(quantity), product: productName }
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the lines of one answer, in its order
          <li key={at}>
            {warehouse === null
              ? t('order.trial.backorder', facts)
              : t('order.trial.from', { warehouse, ...facts })}
          </li>
        )
      })}
    </ul>
  )
}

function ToldOf({ trial: { told } }: { trial: Trial }) {
  const { t } = useWords()
  if (told.length === 0) return <p>{t('order.trial.nobodyTold')}</p>
  return (
    <>
      {[...Map.groupBy(told, ({ when }) => when)].map(([when, of]) => (
        <div key={when}>
          <p className="k-quiet">{t(`order.trial.told.${when}`)}</p>
          <ul className={css.list}>
            {of.map(({ name, notice, mail, address }, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- of one answer, in its order
              <li key={at}>
                {mail === null
                  ? t('order.trial.notice', { name })
                  : t(notice ? 'order.trial.both' : 'order.trial.mail', {
                      name,
                      address: address ?? '',
                      subject: mail,
                    })}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}
