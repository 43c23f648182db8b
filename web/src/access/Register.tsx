import { NewUsername } from '@kervan/contract/access/username'
import { isGln } from '@kervan/contract/kit/gs1/check-digits'
import { confirmAddress, findPointOfSale, register } from '@kervan/contract/registration/registration'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { callServer } from '../kit/call/client.ts'
import { useMailsKept } from '../kit/call/mailsKept.ts'
import { useFormats } from '../kit/values/format.ts'
import { SelectField } from '../kit/form/fields.tsx'
import { Form, useKitForm, type KitForm } from '../kit/form/Form.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { useRead } from '../kit/call/query.ts'
import { toRefused } from '../kit/call/refused.ts'
import { MailNote } from '../kit/page/MailNote.tsx'
import { readStored, writeStored } from '../kit/storage/storage.ts'
import { readTab, writeTab } from '../kit/storage/tabStorage.ts'
import { CodeField } from '../kit/form/CodeField.tsx'
import { DomainField, type Domain } from './DomainField.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import css from './login.module.css'
import { SubmitButton } from './SubmitButton.tsx'

const Asked = z.object({
  domain: z
    .custom<Domain | null>()
    .refine((domain): boolean => domain !== null, 'access.login.domainRequired'),
  gln: z.string().trim().min(1, 'registration.glnRequired').refine(isGln, 'registration.glnWrong'),
  pointOfSaleId: z.string(),
  firstName: z.string().trim().min(1, 'registration.firstNameRequired').max(100),
  lastName: z.string().trim().min(1, 'registration.lastNameRequired').max(100),
  username: z
    .string()
    .trim()
    .min(1, 'access.login.emailRequired')
    .refine((name) => NewUsername.safeParse(name).success, 'registration.emailWrong'),
  city: z.string().trim().min(1, 'registration.cityRequired').max(100),
})
type Typed = z.infer<typeof Asked>
const Sent = z.object({
  companyIntCode: z.int(),
  registrationId: z.string(),
  email: z.string(),
  minutes: z.int(),
  until: z.number(),
})
type Sent = z.infer<typeof Sent>

/** Whoever goes to their mails and comes back may find the page loaded anew; the code is asked for as long as it is good. */
const storageKey = 'kervan.registration'
function openRegistration(): Sent | null {
  const sent = readTab(Sent, storageKey)
  return sent && sent.until > Date.now() ? sent : null
}

/** A pharmacy asks for an account (REG-001, REG-002): who and where, the code from the mail, and what comes next. */
export default function Register() {
  const { t } = useTranslation()
  const kept = useMailsKept()
  const [sent, setSent] = useState(openRegistration)
  const [typed, setTyped] = useState<Typed | null>(null)
  const [outcome, setOutcome] = useState<'Waiting' | 'Approved' | null>(null)
  const goOn = (next: Sent | null) => {
    writeTab(storageKey, next)
    setSent(next)
  }
  const finish = (state: 'Waiting' | 'Approved') => {
    writeTab(storageKey, null)
    setOutcome(state)
  }
  const title = t('registration.title')
  return (
    <SignInFrame title={title}>
      {outcome ? (
        <>
          <h1 className={css.title}>
            {t(outcome === 'Approved' ? 'registration.approvedTitle' : 'registration.waitingTitle')}
          </h1>
          <output className={css.sent}>
            {t(outcome === 'Approved' ? 'registration.approvedText' : 'registration.waitingText', {
              email: sent?.email,
            })}
          </output>
          <MailNote />
        </>
      ) : sent ? (
        <Code sent={sent} onDone={finish} />
      ) : kept === 'Kept' ? (
        <>
          <h1 className={css.title}>{title}</h1>
          <p className={css.lead}>{t('registration.keptText')}</p>
        </>
      ) : (
        <Person
          typed={typed}
          onSent={(next, values) => {
            setTyped(values)
            goOn(next)
          }}
        />
      )}
      <div className={css.below}>
        {sent && !outcome && (
          <button type="button" className={css.link} onClick={() => goOn(null)}>
            {t('registration.again')}
          </button>
        )}
        <Link to="/login" className={css.link ?? ''}>
          {t('security.back')}
        </Link>
      </div>
    </SignInFrame>
  )
}

function Person({ typed, onSent }: { typed: Typed | null; onSent: (sent: Sent, values: Typed) => void }) {
  const { t } = useTranslation()
  const { language } = useFormats()
  const form = useKitForm<Typed>({
    schema: Asked,
    start: typed ?? {
      domain: readStored('kervan.companyDomain'),
      gln: '',
      pointOfSaleId: '',
      firstName: '',
      lastName: '',
      username: '',
      city: '',
    },
    paths: {
      PointOfSaleNotFound: 'gln',
      PointOfSaleUnclear: 'pointOfSaleId',
      RegistrationClosed: 'domain',
      TooManyRequests: 'username',
    },
    onSubmit: async ({ domain, gln, pointOfSaleId, ...person }) => {
      if (!domain) return
      const { registrationId, minutes } = await callServer(register, {
        companyIntCode: domain.companyIntCode,
        gln,
        ...(pointOfSaleId && { pointOfSaleId }),
        language,
        ...person,
      })
      writeStored('kervan.companyDomain', domain)
      onSent(
        {
          companyIntCode: domain.companyIntCode,
          registrationId,
          email: person.username,
          minutes,
          until: Date.now() + minutes * 60_000,
        },
        { domain, gln, pointOfSaleId, ...person },
      )
    },
  })
  const title = t('registration.title')
  return (
    <>
      <h1 className={css.title}>{title}</h1>
      <p className={css.lead}>{t('registration.lead')}</p>
      <Form form={form} label={title} className={css.form!}>
        <DomainField />
        <TextField
          name="gln"
          size="md"
          label={t('registration.gln')}
          hint={t('registration.glnHint')}
          inputMode="numeric"
          maxLength={13}
          autoComplete="off"
        />
        <PointOfSale form={form} />
        <TextField
          name="firstName"
          size="md"
          label={t('registration.firstName')}
          autoComplete="given-name"
          maxLength={100}
        />
        <TextField
          name="lastName"
          size="md"
          label={t('registration.lastName')}
          autoComplete="family-name"
          maxLength={100}
        />
        <TextField
          name="username"
          type="email"
          size="md"
          label={t('access.login.email')}
          autoComplete="email"
          inputMode="email"
        />
        <TextField
          name="city"
          size="md"
          label={t('registration.city')}
          autoComplete="address-level2"
          maxLength={100}
        />
        <SubmitButton form={form}>{t('registration.submit')}</SubmitButton>
      </Form>
    </>
  )
}

/** Says whose number it is as soon as it is complete, so that nobody registers for the shop next door. */
function PointOfSale({ form }: { form: KitForm<Typed> }) {
  const { t } = useTranslation()
  const [domain, gln] = useWatch({ control: form.control, name: ['domain', 'gln'] })
  const complete = domain !== null && isGln(gln.trim())
  const { data, error } = useRead(
    findPointOfSale,
    { companyIntCode: domain?.companyIntCode ?? 1, gln: complete ? gln.trim() : '8680000000008' },
    { enabled: complete, staleTime: 60_000 },
  )
  if (!complete) return null
  if (data?.choices)
    return (
      <SelectField
        name="pointOfSaleId"
        size="md"
        label={t('registration.which')}
        hint={t('registration.whichHint')}
        data={data.choices.map(({ pointOfSaleId, ...place }) => ({
          value: pointOfSaleId,
          label: t('registration.found', place),
        }))}
      />
    )
  return (
    <output className={css.found} data-missing={error ? true : undefined}>
      {data
        ? t('registration.found', { name: data.name, district: data.district, city: data.city })
        : error
          ? toRefused(error).message
          : ''}
    </output>
  )
}

const Typing = z.object({
  code: z
    .string()
    .min(1, 'registration.codeRequired')
    .regex(/^\d{6}$/, 'registration.codeFormat'),
})

function Code({ sent, onDone }: { sent: Sent; onDone: (state: 'Waiting' | 'Approved') => void }) {
  const { t } = useTranslation()
  const form = useKitForm<{ code: string }>({
    schema: Typing,
    start: { code: '' },
    paths: { RegistrationCodeWrong: 'code', TooManyRequests: 'code' },
    onSubmit: async ({ code }) => {
      const { state } = await callServer(confirmAddress, {
        companyIntCode: sent.companyIntCode,
        registrationId: sent.registrationId,
        code,
      })
      onDone(state)
    },
  })
  const title = t('registration.codeTitle')
  return (
    <>
      <h1 className={css.title}>{title}</h1>
      <p className={css.lead}>{t('registration.codeLead', { email: sent.email, minutes: sent.minutes })}</p>
      <MailNote />
      <Form form={form} label={title} className={css.form!}>
        <CodeField name="code" label={t('registration.code')} digits />
        <SubmitButton form={form}>{t('registration.confirm')}</SubmitButton>
      </Form>
    </>
  )
}
