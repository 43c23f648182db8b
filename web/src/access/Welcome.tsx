import type { PasswordContext } from '@kervan/contract/access/password-rules'
import { login } from '@kervan/contract/access/authentication'
import { forgotPassword, replacePassword } from '@kervan/contract/access/own-security'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { callServer } from '../kit/call/client.ts'
import { useMailsKept } from '../kit/call/mailsKept.ts'
import { toRefused, type CallRefused } from '../kit/call/refused.ts'
import { setSession, useSession } from '../kit/call/session.ts'
import { Form, useKitForm } from '../kit/form/Form.tsx'
import { PasswordField } from '../kit/form/TextField.tsx'
import { useLogo } from '../kit/logo.ts'
import { deviceOf } from './device.ts'
import { choosePasswordSchema, PasswordRules } from './NewPassword.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useEnter } from './useEnter.ts'
import css from './login.module.css'

const Invited = z.object({
  companyIntCode: z.coerce.number().int().min(1),
  username: z.email(),
  secret: z.string().min(1),
})
type Invited = z.infer<typeof Invited>

/** What the link holds; null for one that was cut off. */
function readLink(): Invited | null {
  const given = new URLSearchParams(window.location.hash.slice(1))
  const read = Invited.safeParse({
    companyIntCode: given.get('c'),
    username: given.get('u'),
    secret: given.get('p'),
  })
  return read.success ? read.data : null
}

/**
 * The first password of a new user (USR-004, D20): chosen under the link of the invitation, and in. The secret leaves the
 * address as soon as it is read, so that neither history nor a copied address holds it.
 */
export default function Welcome() {
  const { t } = useTranslation()
  const [invited] = useState(readLink)
  const [isEnded, setEnded] = useState(false)
  useEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  const title = t('access.welcome.title')
  return (
    <SignInFrame title={title}>
      {invited && <Logo companyIntCode={invited.companyIntCode} />}
      <h1 className={css.title}>{title}</h1>
      {invited === null ? (
        <p className={css.lead}>{t('access.welcome.cut')}</p>
      ) : isEnded ? (
        <Ended invited={invited} />
      ) : (
        <Choose invited={invited} onEnded={() => setEnded(true)} />
      )}
      <div className={css.below}>
        <Link to="/login" className={css.link ?? ''}>
          {t('security.back')}
        </Link>
      </div>
    </SignInFrame>
  )
}

function Logo({ companyIntCode }: { companyIntCode: number }) {
  const { logo } = useLogo(companyIntCode)
  return logo && <img className={css.logo} src={logo} alt="" />
}

type Chosen = { newPassword: string; repeat: string }

function Choose({ invited, onEnded }: { invited: Invited; onEnded: () => void }) {
  const { t } = useTranslation()
  const { enter } = useEnter()
  const [isOpen, setOpen] = useState(false)
  const [refused, setRefused] = useState<CallRefused | null>(null)
  // Of the person the link knows the address alone; once it has let them in, the session knows the rest.
  const session = useSession()
  const context: PasswordContext = session
    ? [session.FirstName, session.LastName, session.UserName.split('@')[0] ?? '', session.CompanyName]
    : [invited.username.split('@')[0] ?? '']
  const signIn = (password: string) => {
    const device = deviceOf()
    return callServer(login, {
      username: invited.username,
      companyIntCode: invited.companyIntCode,
      password,
      ...(device && { device }),
    })
  }
  const form = useKitForm<Chosen>({
    schema: choosePasswordSchema(context),
    start: { newPassword: '', repeat: '' },
    paths: {
      PasswordBreaksRules: 'newPassword',
      PasswordTooCommon: 'newPassword',
      PasswordSame: 'newPassword',
    },
    onSubmit: async ({ newPassword }) => {
      setRefused(null)
      // The link is good for one sign-in; a password that is refused is chosen again in the same session.
      if (!isOpen) {
        try {
          setSession(await signIn(invited.secret))
        } catch (thrown) {
          const answer = toRefused(thrown)
          if (answer.is('LoginFailed')) onEnded()
          else setRefused(answer)
          return
        }
        setOpen(true)
      }
      await callServer(replacePassword, { oldPassword: invited.secret, newPassword })
      await enter(await signIn(newPassword))
    },
  })
  return (
    <>
      <p className={css.lead}>{t('access.welcome.lead', { email: invited.username })}</p>
      <div role="alert" className={css.alert}>
        {refused && <p>{refused.status === 0 ? t('access.login.serverFailed') : refused.message}</p>}
      </div>
      <Form form={form} label={t('access.welcome.title')} className={css.form!}>
        <PasswordField
          name="newPassword"
          label={t('security.password.new')}
          autoComplete="new-password"
          size="md"
          focusFirst
        />
        <PasswordRules context={context} />
        <PasswordField
          name="repeat"
          label={t('security.password.repeat')}
          autoComplete="new-password"
          size="md"
        />
        <SubmitButton form={form}>{t('access.welcome.submit')}</SubmitButton>
      </Form>
    </>
  )
}

/** A link that was used or has ended: the person can help themselves, by a temporary password to the same address. */
function Ended({ invited }: { invited: Invited }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<'no' | 'sending' | 'sent' | CallRefused>('no')
  const kept = useMailsKept()
  const ask = async () => {
    setAsked('sending')
    try {
      await callServer(forgotPassword, { username: invited.username, companyIntCode: invited.companyIntCode })
      setAsked('sent')
    } catch (thrown) {
      setAsked(toRefused(thrown))
    }
  }
  return (
    <>
      <p className={css.lead} role="alert">
        {t('access.welcome.ended')}
      </p>
      {asked === 'sent' || kept === 'Kept' ? (
        <output className={css.sent}>{t('access.welcome.sent', { email: invited.username })}</output>
      ) : (
        <Button size="md" fullWidth loading={asked === 'sending'} onClick={() => void ask()}>
          {t('access.welcome.ask')}
        </Button>
      )}
      {typeof asked === 'object' && (
        <div role="alert" className={css.alert}>
          <p>{asked.status === 0 ? t('access.login.serverFailed') : asked.message}</p>
        </div>
      )}
    </>
  )
}
