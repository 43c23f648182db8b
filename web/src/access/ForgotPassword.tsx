import { forgotPassword } from '@kervan/contract/access/own-security'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { callServer } from '../kit/call/client.ts'
import { useMailsKept } from '../kit/call/mailsKept.ts'
import { Form, useKitForm } from '../kit/form/Form.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { MailNote } from '../kit/page/MailNote.tsx'
import { readStored, writeStored } from '../kit/storage/storage.ts'
import { DomainField, type Domain } from './DomainField.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import css from './login.module.css'
import { SubmitButton } from './SubmitButton.tsx'

const Asked = z.object({
  domain: z
    .custom<Domain | null>()
    .refine((domain): boolean => domain !== null, 'access.login.domainRequired'),
  email: z.string().trim().min(1, 'access.login.emailRequired'),
})

/** ACC-009: whether there is such a user is not told here either; whoever there is looks at the mail. */
export default function ForgotPassword() {
  const { t } = useTranslation()
  const kept = useMailsKept()
  const [sent, setSent] = useState<z.infer<typeof Asked> | null>(null)
  const form = useKitForm<z.infer<typeof Asked>>({
    schema: Asked,
    start: { domain: readStored('kervan.companyDomain'), email: '' },
    paths: { TooManyRequests: 'email' },
    onSubmit: async (asked) => {
      if (!asked.domain) return
      await callServer(forgotPassword, { username: asked.email, companyIntCode: asked.domain.companyIntCode })
      writeStored('kervan.companyDomain', asked.domain)
      setSent(asked)
    },
  })
  const title = t(sent ? 'security.forgot.sentTitle' : 'security.forgot.title')
  return (
    <SignInFrame title={title}>
      <h1 className={css.title}>{title}</h1>
      {sent ? (
        <>
          <output className={css.sent}>
            {t('security.forgot.sentText', { email: sent.email, company: sent.domain?.companyName })}
          </output>
          <MailNote />
        </>
      ) : kept === 'Kept' ? (
        <p className={css.lead}>{t('security.forgot.keptText')}</p>
      ) : (
        <>
          <p className={css.lead}>{t('security.forgot.lead')}</p>
          <MailNote />
          <Form form={form} label={title} className={css.form!}>
            <DomainField />
            <TextField
              name="email"
              type="email"
              size="md"
              label={t('access.login.email')}
              autoComplete="username"
              inputMode="email"
            />
            <SubmitButton form={form}>{t('security.forgot.submit')}</SubmitButton>
          </Form>
        </>
      )}
      <div className={css.below}>
        <Link to="/login" className={css.link ?? ''}>
          {t('security.back')}
        </Link>
      </div>
    </SignInFrame>
  )
}
