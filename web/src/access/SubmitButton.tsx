import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './login.module.css'

/** What sends the form of a page before the portal. */
export const SubmitButton = ({
  form,
  children,
}: {
  form: { formState: { isSubmitting: boolean } }
  children: ReactNode
}) => (
  <Button
    type="submit"
    size="md"
    fullWidth
    loading={form.formState.isSubmitting}
    className={css.submit ?? ''}
  >
    {children}
  </Button>
)
