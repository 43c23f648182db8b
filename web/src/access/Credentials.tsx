import { login } from '@kervan/contract/access/authentication'
import { getEntraSettings } from '@kervan/contract/access/entra'
import { Button } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { PasswordField, TextField } from '../kit/form/TextField.tsx'
import { Form, useKitForm, type KitForm } from '../kit/form/Form.tsx'
import { callServer } from '../kit/call/client.ts'
import { tDynamic } from '../kit/i18n/words.ts'
import { DefaultLogo } from '../kit/DefaultLogo.tsx'
import { useLogo } from '../kit/logo.ts'
import { useRead } from '../kit/call/query.ts'
import { toRefused, type CallRefused } from '../kit/call/refused.ts'
import { readStored, writeStored } from '../kit/storage/storage.ts'
import { deviceOf } from './device.ts'
import { DomainField, type Domain } from './DomainField.tsx'
import { takeNotice } from './notice.ts'
import { useEnter } from './useEnter.ts'
import css from './login.module.css'
import { SubmitButton } from './SubmitButton.tsx'

const SecondFactorCode = lazy(() => import('./SecondFactorCode.tsx'))

const Typed = z.object({
  domain: z
    .custom<Domain | null>()
    .refine((domain): boolean => domain !== null, 'access.login.domainRequired'),
  email: z.string().trim().min(1, 'access.login.emailRequired'),
  password: z.string().min(1, 'access.login.passwordRequired'),
})
type Typed = z.infer<typeof Typed>

/** ACC-001 to ACC-003. Whether a user exists is never told: one answer for everything that is wrong. */
export function Credentials() {
  const { t } = useTranslation()
  const { enter } = useEnter()
  const [notice, setNotice] = useState(takeNotice)
  const [refused, setRefused] = useState<CallRefused | null>(null)
  const [proved, setProved] = useState<Typed | null>(null)
  const alert = useRef<HTMLDivElement>(null)
  const signIn = async ({ domain, email, password }: Typed, secondFactor?: string) => {
    if (!domain) return
    const device = deviceOf()
    const session = await callServer(login, {
      username: email,
      password,
      companyIntCode: domain.companyIntCode,
      ...(device && { device }),
      ...(secondFactor && { secondFactor }),
    })
    writeStored('kervan.companyDomain', domain)
    await enter(session)
  }
  const form = useKitForm<Typed>({
    schema: Typed,
    start: { domain: readStored('kervan.companyDomain'), email: '', password: '' },
    onSubmit: async (typed) => {
      setRefused(null)
      setNotice(null)
      await signIn(typed).catch((thrown: unknown) => {
        const answer = toRefused(thrown)
        if (answer.is('SecondFactorRequired')) setProved(typed)
        else setRefused(answer)
      })
    },
  })
  useEffect(() => {
    if (refused) alert.current?.focus()
  }, [refused])
  if (proved)
    return (
      <Suspense>
        <SecondFactorCode send={(code) => signIn(proved, code)} onBack={() => setProved(null)} />
      </Suspense>
    )

  return (
    <>
      <ChosenLogo form={form} />
      <h1 className={css.title}>{t('access.login.title')}</h1>
      <p className={css.lead}>{t('access.login.lead')}</p>
      <div ref={alert} role="alert" tabIndex={-1} className={css.alert}>
        {refused && <p>{refused.status === 0 ? t('access.login.serverFailed') : refused.message}</p>}
        {notice && !refused && (
          <p data-tone={notice.tone}>{'said' in notice ? notice.said : tDynamic(t, notice.key, '')}</p>
        )}
      </div>
      <Form form={form} label={t('access.login.title')} className={css.form!}>
        <DomainField />
        <TextField
          name="email"
          type="email"
          size="md"
          label={t('access.login.email')}
          autoComplete="username"
          inputMode="email"
        />
        <PasswordField
          name="password"
          size="md"
          label={t('access.login.password')}
          autoComplete="current-password"
          beside={
            <Link to="/forgot-password" className={css.link ?? ''}>
              {t('access.login.forgot')}
            </Link>
          }
        />
        <SubmitButton form={form}>{t('access.login.submit')}</SubmitButton>
      </Form>
      <div className={css.or}>{t('access.login.or')}</div>
      <MicrosoftButton form={form} onFailed={setRefused} />
      <div className={css.others}>
        <span>{t('access.login.noAccount')}</span>
        <Link to="/register" className={css.link ?? ''}>
          {t('access.login.register')}
        </Link>
        <span>{t('access.login.prepared')}</span>
        <Link to="/forgot-password" className={css.link ?? ''}>
          {t('access.login.registered')}
        </Link>
      </div>
    </>
  )
}

/** Leads to Microsoft where the chosen company has it set up; says so where it has not (ACC-004). */
function MicrosoftButton({
  form,
  onFailed,
}: {
  form: KitForm<Typed>
  onFailed: (refused: CallRefused | null) => void
}) {
  const { t } = useTranslation()
  const { next } = useSearch({ strict: false })
  const domain = useWatch({ control: form.control, name: 'domain' })
  const { data } = useRead(
    getEntraSettings,
    { companyIntCode: domain?.companyIntCode ?? 1 },
    { enabled: domain !== null, staleTime: 60_000 },
  )
  const [leaving, setLeaving] = useState(false)
  const off = domain !== null && data?.settings === null
  const go = async () => {
    if (!(await form.trigger('domain', { shouldFocus: true })) || !domain) return
    setLeaving(true)
    onFailed(null)
    try {
      const { leaveForMicrosoft } = await import('./entra.ts')
      writeStored('kervan.companyDomain', domain)
      await leaveForMicrosoft(domain.companyIntCode, next)
    } catch (thrown) {
      onFailed(toRefused(thrown))
      setLeaving(false)
    }
  }
  return (
    <>
      <Button
        variant="default"
        size="md"
        fullWidth
        loading={leaving}
        leftSection={<MicrosoftMark />}
        {...(off
          ? { 'aria-disabled': true, 'data-disabled': true, 'aria-describedby': 'microsoft-off' }
          : {})}
        onClick={(event) => {
          event.preventDefault()
          if (!off) void go()
        }}
      >
        {t('access.login.microsoft')}
      </Button>
      {off && (
        <p id="microsoft-off" className={css.reason}>
          {t('access.login.microsoftOff')}
        </p>
      )}
    </>
  )
}

/** The company's own sign over the form, as soon as it is known which company. */
function ChosenLogo({ form }: { form: KitForm<Typed> }) {
  const domain = useWatch({ control: form.control, name: 'domain' })
  const { logo, isKnown } = useLogo(domain?.companyIntCode ?? null)
  if (!domain || !isKnown) return null
  return logo ? (
    <img className={css.logo} src={logo} alt={domain.companyName} />
  ) : (
    <DefaultLogo className={css.logo} name={domain.companyName} />
  )
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
