import { login } from '@kervan/contract/access/authentication'
import { brokenRules, type PasswordContext } from '@kervan/contract/access/password-rules'
import { getSetup, setUpCompany } from '@kervan/contract/access/setup'
import { foundedRelations } from '@kervan/contract/access/words'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { callServer } from '../kit/call/client.ts'
import { useFormats } from '../kit/values/format.ts'
import { SelectField } from '../kit/form/fields.tsx'
import { Form, useKitForm, type KitForm } from '../kit/form/Form.tsx'
import { PasswordField, TextField } from '../kit/form/TextField.tsx'
import { useRead } from '../kit/call/query.ts'
import { MailNote } from '../kit/page/MailNote.tsx'
import { writeStored } from '../kit/storage/storage.ts'
import { companyFields, required } from './companyFields.ts'
import { deviceOf } from './device.ts'
import { PasswordRules } from './NewPassword.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { useEnter } from './useEnter.ts'
import css from './login.module.css'
import { SubmitButton } from './SubmitButton.tsx'

const Typed = z
  .object({
    code: required(60, 'setup.codeRequired'),
    ...companyFields,
    firstName: required(100, 'setup.firstNameRequired'),
    lastName: required(100, 'setup.lastNameRequired'),
    newPassword: z.string().min(1, 'security.password.newRequired'),
    repeat: z.string(),
  })
  .superRefine((typed, context) => {
    if (typed.newPassword !== '' && brokenRules(typed.newPassword, ownWords(typed)).length > 0)
      context.addIssue({ code: 'custom', path: ['newPassword'], message: 'security.password.notKept' })
    if (typed.newPassword !== typed.repeat)
      context.addIssue({ code: 'custom', path: ['repeat'], message: 'security.password.mismatch' })
  })
type Typed = z.infer<typeof Typed>

/** What the password must not contain. */
const ownWords = (
  typed: Pick<Typed, 'firstName' | 'lastName' | 'username' | 'companyName'>,
): PasswordContext => [typed.firstName, typed.lastName, typed.username.split('@')[0] ?? '', typed.companyName]

/** The page of the first start (D48): whoever has the server's code makes the company and becomes its administrator. */
export default function Setup() {
  const { t } = useTranslation()
  const { data } = useRead(getSetup, {})
  return (
    <SignInFrame title={t('setup.title')}>
      {data?.open === false ? (
        <>
          <h1 className={css.title}>{t('setup.closedTitle')}</h1>
          <p className={css.lead}>{t('setup.closedText')}</p>
          <div className={css.below}>
            <Link to="/login" className={css.link ?? ''}>
              {t('security.back')}
            </Link>
          </div>
        </>
      ) : (
        <Founding />
      )}
    </SignInFrame>
  )
}

function Founding() {
  const { t } = useTranslation()
  const { language } = useFormats()
  const { enter } = useEnter()
  const queries = useQueryClient()
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const form = useKitForm<Typed>({
    schema: Typed,
    start: {
      code: '',
      companyName: '',
      domain: '',
      relation: 'Manufacturer',
      currency: 'TRY',
      firstName: '',
      lastName: '',
      username: '',
      newPassword: '',
      repeat: '',
    },
    paths: {
      SetupCodeWrong: 'code',
      TooManyRequests: 'code',
      PasswordBreaksRules: 'newPassword',
      PasswordTooCommon: 'newPassword',
    },
    onSubmit: async ({
      code,
      companyName,
      domain,
      relation,
      currency,
      firstName,
      lastName,
      username,
      newPassword: password,
    }) => {
      const company = await callServer(setUpCompany, {
        code,
        companyName,
        domain,
        relation,
        currency,
        timeZone,
        firstName,
        lastName,
        username,
        password,
        language,
      })
      writeStored('kervan.companyDomain', company)
      const device = deviceOf()
      await enter(
        await callServer(login, {
          username,
          password,
          companyIntCode: company.companyIntCode,
          ...(device && { device }),
        }),
      )
      await queries.invalidateQueries()
    },
  })
  return (
    <>
      <h1 className={css.title}>{t('setup.title')}</h1>
      <p className={css.lead}>{t('setup.lead')}</p>
      <MailNote />
      <Form form={form} label={t('setup.title')} className={css.form!}>
        <TextField
          name="code"
          size="md"
          label={t('setup.code')}
          hint={t('setup.codeHint')}
          autoComplete="off"
          focusFirst
        />
        <h2 className={css.part}>{t('setup.company')}</h2>
        <TextField
          name="companyName"
          size="md"
          label={t('setup.companyName')}
          autoComplete="organization"
          maxLength={120}
        />
        <TextField
          name="domain"
          size="md"
          label={t('setup.domain')}
          hint={t('setup.domainHint')}
          autoComplete="off"
          maxLength={120}
        />
        <SelectField
          name="relation"
          size="md"
          label={t('setup.relation')}
          data={foundedRelations.map((value) => ({ value, label: t(`setup.relations.${value}`) }))}
        />
        <TextField
          name="currency"
          size="md"
          label={t('setup.currency')}
          hint={t('setup.currencyHint', { zone: timeZone })}
          autoComplete="off"
          maxLength={3}
        />
        <h2 className={css.part}>{t('setup.administrator')}</h2>
        <TextField
          name="firstName"
          size="md"
          label={t('setup.firstName')}
          autoComplete="given-name"
          maxLength={100}
        />
        <TextField
          name="lastName"
          size="md"
          label={t('setup.lastName')}
          autoComplete="family-name"
          maxLength={100}
        />
        <TextField
          name="username"
          type="email"
          size="md"
          label={t('access.login.email')}
          autoComplete="username"
          inputMode="email"
        />
        <PasswordField
          name="newPassword"
          size="md"
          label={t('security.password.new')}
          autoComplete="new-password"
        />
        <Rules form={form} />
        <PasswordField
          name="repeat"
          size="md"
          label={t('security.password.repeat')}
          autoComplete="new-password"
        />
        <SubmitButton form={form}>{t('setup.submit')}</SubmitButton>
      </Form>
    </>
  )
}

function Rules({ form }: { form: KitForm<Typed> }) {
  const [firstName, lastName, username, companyName] = useWatch({
    control: form.control,
    name: ['firstName', 'lastName', 'username', 'companyName'],
  })
  return <PasswordRules context={ownWords({ firstName, lastName, username, companyName })} />
}
