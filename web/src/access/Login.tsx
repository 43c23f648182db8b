import { login } from '@kervan/contract/access/authentication'
import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { inform } from '../kit/feedback/dialogs.tsx'
import { PasswordField, TextField } from '../kit/form/TextField.tsx'
import { Form, useKitForm, type KitForm } from '../kit/form/Form.tsx'
import { callServer } from '../kit/client.ts'
import { LanguageMenu } from '../kit/LanguageMenu.tsx'
import { Mark } from '../kit/Mark.tsx'
import { useLogo } from '../kit/logo.ts'
import { toRefused, type CallRefused } from '../kit/refused.ts'
import { setSession } from '../kit/session.ts'
import { readStored, writeStored } from '../kit/storage.ts'
import { afterLogin } from '../kit/landing.ts'
import { DomainField, type Domain } from './DomainField.tsx'
import { Arches } from './Arches.tsx'
import { LoginFoot } from './LoginFoot.tsx'
import css from './login.module.css'

const Credentials = z.object({
  domain: z.custom<Domain | null>().refine((domain) => domain !== null, 'access.login.domainRequired'),
  email: z.string().trim().min(1, 'access.login.emailRequired'),
  password: z.string().min(1, 'access.login.passwordRequired'),
})

/** ACC-001 to ACC-003. Whether a user exists is never told: one answer for everything that is wrong. */
export default function Login() {
  const { t } = useTranslation()
  const { next } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [refused, setRefused] = useState<CallRefused | null>(null)
  const alert = useRef<HTMLDivElement>(null)
  const form = useKitForm<z.infer<typeof Credentials>>({
    schema: Credentials,
    start: { domain: readStored('kervan.companyDomain') as Domain, email: '', password: '' },
    onSubmit: async ({ domain, email, password }) => {
      if (!domain) return
      setRefused(null)
      try {
        const session = await callServer(login, { username: email, password, companyIntCode: domain.companyIntCode })
        writeStored('kervan.companyDomain', domain)
        setSession(session)
        await navigate({ href: afterLogin(next, session.PermissionsUI), replace: true })
      } catch (thrown) {
        setRefused(toRefused(thrown))
      }
    },
  })
  const { isSubmitting } = form.formState
  useEffect(() => {
    document.title = `${t('access.login.title')} · Kervan`
  }, [t])
  useEffect(() => {
    if (refused) alert.current?.focus()
  }, [refused])
  const soon = (title: string) => void inform({ title, text: t('access.login.soon') })

  return (
    <div className={css.page}>
      <div className={css.side}>
        <header className={css.head}>
          <span className={css.brand}>
            <Mark size={24} />
            {t('shell.product')}
          </span>
          <LanguageMenu />
        </header>
        <main className={css.main}>
          <ChosenLogo form={form} />
          <h1 className={css.title}>{t('access.login.title')}</h1>
          <p className={css.lead}>{t('access.login.lead')}</p>
          <div ref={alert} role="alert" tabIndex={-1} className={css.alert}>
            {refused && <p>{refused.status === 0 ? t('access.login.serverFailed') : refused.message}</p>}
          </div>
          <Form form={form} label={t('access.login.title')} className={css.form!}>
            <DomainField />
            <TextField name="email" type="email" size="md" label={t('access.login.email')} autoComplete="username" inputMode="email" />
            <PasswordField
              name="password"
              size="md"
              label={t('access.login.password')}
              autoComplete="current-password"
              beside={<button type="button" className={css.link} onClick={() => soon(t('access.login.forgot'))}>{t('access.login.forgot')}</button>}
            />
            <Button type="submit" size="md" fullWidth loading={isSubmitting} className={css.submit ?? ''}>{t('access.login.submit')}</Button>
          </Form>
          <div className={css.or}>{t('access.login.or')}</div>
          <Button variant="default" size="md" fullWidth aria-disabled data-disabled leftSection={<MicrosoftMark />} aria-describedby="microsoft-off" onClick={(event) => event.preventDefault()}>
            {t('access.login.microsoft')}
          </Button>
          <p id="microsoft-off" className={css.reason}>{t('access.login.microsoftOff')}</p>
          <div className={css.others}>
            <span>{t('access.login.noAccount')}</span>
            <button type="button" className={css.link} onClick={() => soon(t('access.login.register'))}>{t('access.login.register')}</button>
            <span>{t('access.login.prepared')}</span>
            <button type="button" className={css.link} onClick={() => soon(t('access.login.registered'))}>{t('access.login.registered')}</button>
          </div>
        </main>
        <LoginFoot />
      </div>
      <div className={css.panel} aria-hidden>
        <p className={css.promise}>
          {t('access.login.promise1')}
          <br />
          {t('access.login.promise2')}
        </p>
        <Arches />
      </div>
    </div>
  )
}

/** The company's own sign over the form, as soon as it is known which company. */
function ChosenLogo({ form }: { form: KitForm<z.infer<typeof Credentials>> }) {
  const domain = useWatch({ control: form.control, name: 'domain' }) as Domain | null
  const logo = useLogo(domain?.companyIntCode ?? null)
  return logo && domain ? <img className={css.logo} src={logo} alt={domain.companyName} /> : null
}

function MicrosoftMark() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden focusable="false">
      <path fill="#f25022" d="M0 0h7.5v7.5H0z" />
      <path fill="#7fba00" d="M8.5 0H16v7.5H8.5z" />
      <path fill="#00a4ef" d="M0 8.5h7.5V16H0z" />
      <path fill="#ffb900" d="M8.5 8.5H16V16H8.5z" />
    </svg>
  )
}
