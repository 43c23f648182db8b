import { entriesOf, filterKeys } from '@kervan/contract/kit/typed'
import { updateCart } from '@kervan/contract/order/cart'
import { type CartSummary } from '@kervan/contract/order/cart'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useId, useRef, useState } from 'react'
import { DayInput } from '../../kit/form/DayInput.tsx'
import { FieldFrame } from '../../kit/form/FieldFrame.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useLeaveGuard } from '../../kit/page/leaveGuard.ts'
import { toRefused, type CallRefused } from '../../kit/call/refused.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { adoptCart } from './cart.ts'
import css from './cart.module.css'

type Details = {
  externalPoCode: string
  externalContact: string
  note: string
  medulaTransactionNo: string
}
type Name = keyof Details
const limits: Record<Name, number> = {
  externalPoCode: 60,
  externalContact: 120,
  note: 500,
  medulaTransactionNo: 30,
}
const detailsOf = (cart: CartSummary): Details => ({
  externalPoCode: cart.externalPoCode ?? '',
  externalContact: cart.externalContact ?? '',
  note: cart.note ?? '',
  medulaTransactionNo: cart.medulaTransactionNo ?? '',
})

const differs = (typed: Partial<Details>, cart: CartSummary): boolean =>
  entriesOf(typed).some(([name, value]) => value !== detailsOf(cart)[name])

/** The customer's own words on the order; kept when a field is left. */
export function CartDetails({ cart }: { cart: CartSummary }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [typed, setTyped] = useState<Partial<Details>>({})
  const [refused, setRefused] = useState<CallRefused | null>(null)
  const latest = useRef(typed)
  const update = useCall(updateCart)
  const shown = { ...detailsOf(cart), ...typed }
  const isUnsaved = differs(typed, cart)
  useLeaveGuard(isUnsaved, { save: () => save() })

  const type = (name: Name, value: string) => {
    latest.current = { ...latest.current, [name]: value }
    setTyped(latest.current)
  }
  /** Until nothing typed is left: what was typed during one answer goes with the next. */
  async function save(): Promise<boolean> {
    const sending = latest.current
    if (!differs(sending, cart)) return true
    try {
      const answer = await update.attempt({ ...detailsOf(cart), ...sending })
      if (!answer) return false
      setRefused(null)
      adoptCart(queries, answer)
      const typedSince = latest.current
      latest.current = filterKeys(typedSince, (name) => sending[name] !== typedSince[name])
      setTyped(latest.current)
      return true
    } catch (thrown) {
      setRefused(toRefused(thrown))
      return false
    }
  }
  const saveDay = async (externalOrderDate: string | null) => {
    const answer = await update.run({ ...detailsOf(cart), externalOrderDate })
    if (answer) adoptCart(queries, answer)
  }
  const fields: { name: Name; label: string }[] = [
    { name: 'externalPoCode', label: t('order.new.poCode') },
    { name: 'externalContact', label: t('order.new.contact') },
    ...(cart.asksMedulaTransactionNo
      ? [{ name: 'medulaTransactionNo' as const, label: t('order.medula.number') }]
      : []),
    { name: 'note', label: t('order.new.note') },
  ]
  return (
    <div className={css.details}>
      {fields.map(({ name, label }) => (
        <Fragment key={name}>
          <DetailField
            label={label}
            long={name === 'note'}
            limit={limits[name]}
            value={shown[name]}
            // Pasted with blanks more often than not.
            onChange={(value) =>
              type(name, name === 'medulaTransactionNo' ? value.replace(/\s/g, '') : value)
            }
            onLeave={() => void save()}
          />
          {name === 'externalPoCode' && (
            <DayInput
              label={t('order.new.poDate')}
              value={cart.externalOrderDate}
              onChange={(day) => void saveDay(day)}
              onClear={() => void saveDay(null)}
            />
          )}
        </Fragment>
      ))}
      {refused && isUnsaved && (
        <p className={css.fault} role="alert">
          {t('order.new.detailsNotSaved', { said: refused.message })}
          <Button variant="default" size="xs" loading={update.isPending} onClick={() => void save()}>
            {t('kit.action.tryAgain')}
          </Button>
        </p>
      )}
    </div>
  )
}

function DetailField({
  label,
  long,
  limit,
  value,
  onChange,
  onLeave,
}: {
  label: string
  long: boolean
  limit: number
  value: string
  onChange: (value: string) => void
  onLeave: () => void
}) {
  const id = useId()
  const Control = long ? Textarea : TextInput
  return (
    <FieldFrame id={id} label={label} optional reserve={false}>
      <Control
        id={id}
        maxLength={limit}
        {...(long ? { autosize: true, minRows: 2, maxRows: 6 } : {})}
        value={value}
        onChange={(event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value)}
        onBlur={onLeave}
      />
    </FieldFrame>
  )
}
