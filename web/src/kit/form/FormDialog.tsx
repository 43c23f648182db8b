import { Button } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PlainDialog } from '../feedback/PlainDialog.tsx'
import type { GridAction } from '../grid/types.ts'
import { askToLeave, useLeaveGuard } from '../page/leaveGuard.ts'
import css from './form.module.css'
import { Form, useKitForm, type FormOptions } from './Form.tsx'

type Props<T extends FieldValues> = FormOptions<T> & {
  title: string
  text?: ReactNode
  action: string
  danger?: boolean
  keep?: string
  size?: number
  /** The screen shows something else once the call has answered. */ keepOpen?: boolean
  /** What else can be done with the record, beside the foot's buttons. The form makes room for it: it may ask something. */
  others?: readonly GridAction[]
  onClose: () => void
  children: ReactNode
}

/**
 * A form in a dialog: closes when the call has answered, stays with the reason when it was refused. What was typed is
 * not lost by Escape, a click beside it, the way back or a reload (SHL-018); Cancel means what it says.
 */
export function FormDialog<T extends FieldValues>({
  title,
  text,
  action,
  danger,
  keep,
  size,
  keepOpen = false,
  others,
  onClose,
  children,
  ...options
}: Props<T>) {
  const { t } = useTranslation()
  const [isSent, setSent] = useState(false)
  const going = useRef(false)
  const leave = () => {
    going.current = true
    onClose()
  }
  const form = useKitForm<T>({
    ...options,
    onSubmit: async (values, version) => {
      await options.onSubmit(values, version)
      setSent(true)
      if (!keepOpen) leave()
    },
  })
  const isUnsaved = form.formState.isDirty && !form.formState.isSubmitting && !isSent
  useLeaveGuard(isUnsaved, { anywhere: true, going })
  const close = async () => {
    const isLeft = !isUnsaved || (await askToLeave(t('kit.leave.dialog'))) === 'leave'
    if (isLeft) leave()
    return isLeft
  }
  return (
    <PlainDialog title={title} {...(size ? { size } : {})} onClose={() => void close()}>
      <Form form={form} label={title}>
        {text !== undefined && (
          <p className="k-quiet" style={{ marginBottom: 12 }}>
            {text}
          </p>
        )}
        <div className={css.fields}>{children}</div>
        <div className={css.foot}>
          {others && others.length > 0 && (
            <div className={css.aside}>
              {others.map(({ key, label, icon: Icon, tone, run }) => (
                <Button
                  key={key}
                  variant="subtle"
                  size="compact-sm"
                  color={tone === 'danger' ? 'red' : 'brand'}
                  {...(Icon ? { leftSection: <Icon size={16} aria-hidden /> } : {})}
                  onClick={() => void close().then((isLeft) => isLeft && run())}
                >
                  {label}
                </Button>
              ))}
            </div>
          )}
          <div className={css.answers}>
            <Button variant="default" onClick={leave}>
              {keep ?? t('kit.action.cancel')}
            </Button>
            <Button type="submit" color={danger ? 'red' : 'brand'} loading={form.formState.isSubmitting}>
              {action}
            </Button>
          </div>
        </div>
      </Form>
    </PlainDialog>
  )
}
