import type { InputOf, OutputOf } from '@kervan/contract/kit/call'
import { type ReviewNote as Note } from '@kervan/contract/order/order-new'
import { reduceCartToQuota, reduceCartToStock } from '@kervan/contract/order/cart'
import { Button } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { useFormats } from '../../kit/values/format.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { toRefused } from '../../kit/call/refused.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { adoptChangedCart } from './cart.ts'
import { findCartLines } from './findCartLines.ts'
import { useRemoveLines } from './useRemoveLines.ts'
import css from './review.module.css'

/** Notes of quotas, with the lines that are reduced to what they leave. */
const exceedingOf: Partial<Record<string, InputOf<typeof reduceCartToQuota>['exceeding']>> = {
  QuotaRejects: 'Reject',
  QuotaExceeded: 'ExceededQuota',
}

/** What keeps the cart from being ordered, or should be known first, with the lines it is about and a way to each. */
export function ReviewNote({ note }: { note: z.infer<typeof Note> }) {
  const { t } = useWords()
  const format = useFormats()
  const queries = useQueryClient()
  const [opened, setOpened] = useState(false)
  const { remove, isPending: isRemoving } = useRemoveLines()
  const reduced = {
    failed: t('order.new.notReduced'),
    onDone: (cart: OutputOf<typeof reduceCartToQuota>) => adoptChangedCart(queries, cart),
  }
  const reduce = useCall(reduceCartToStock, reduced)
  const reduceToQuota = useCall(reduceCartToQuota, reduced)
  const exceeding = exceedingOf[note.code]
  const isProblem = note.severity === 'problem'
  const words = { count: note.lineIds.length, amount: format.number(note.lineIds.length) }
  return (
    <li className={css.note} data-severity={note.severity}>
      {isProblem ? <IconAlertCircle size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
      <span className={css.noteWords}>
        <span className="k-hidden">{t(isProblem ? 'order.new.problem' : 'order.new.warning')}: </span>
        {note.message}
      </span>
      <span className={css.noteTools}>
        <Button variant="default" size="xs" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {t(opened ? 'order.new.hideLines' : 'order.new.showLines', words)}
        </Button>
        {note.covered !== null && note.covered > 0 && (
          <Button
            variant="default"
            size="xs"
            loading={reduce.isPending || reduceToQuota.isPending}
            onClick={() => void (exceeding ? reduceToQuota.run({ exceeding }) : reduce.run({}))}
          >
            {t(exceeding ? 'order.new.reduceToQuota' : 'order.new.reduce', {
              count: note.covered,
              amount: format.number(note.covered),
            })}
          </Button>
        )}
        {(isProblem || exceeding === 'Reject') && (
          <Button variant="default" size="xs" loading={isRemoving} onClick={() => void remove(note.lineIds)}>
            {t('order.new.removeLines', words)}
          </Button>
        )}
      </span>
      {opened && <Lines ids={note.lineIds} />}
    </li>
  )
}

function Lines({ ids }: { ids: readonly string[] }) {
  const { t } = useWords()
  const format = useFormats()
  const found = useQuery({
    queryKey: ['OrderNew', 'GetCartLines', 'named', ids],
    queryFn: ({ signal }) => findCartLines(ids, signal),
  })
  if (found.isError) return <p className={css.found}>{toRefused(found.error).message}</p>
  if (!found.data) return null
  return (
    <ul className={css.found}>
      {found.data.map((line) => (
        <li key={line.id}>
          <Link to="/order/new-order" search={{ step: 'products', product: line.productId }}>
            {line.productName}
          </Link>
          <span className="k-mono">{line.variantCode}</span>
          <span>{t('order.new.pieces', { count: line.quantity, amount: format.number(line.quantity) })}</span>
          <span>
            {line.locationName}, {format.date(line.deliveryDate)}
          </span>
        </li>
      ))}
      {found.data.length < ids.length && <li>{t('order.new.restInList')}</li>}
    </ul>
  )
}
