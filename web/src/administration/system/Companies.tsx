import { getCompanies, makeCompany, mostUsers } from '@kervan/contract/administration/companies'
import { foundedRelations } from '@kervan/contract/access/words'
import type { InputOf, OutputOf } from '@kervan/contract/kit/call'
import { languages } from '@kervan/contract/kit/values'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { companyFields, required } from '../../access/access.api.ts'
import { useRead } from '../../kit/call/query.ts'
import { useSession } from '../../kit/call/session.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { NumberField, SelectField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { Section } from '../../kit/page/PageFrame.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { Created } from '../users/Created.tsx'
import { useInvites } from '../users/UserFields.tsx'
import css from './system.module.css'

/** Further companies of the installation: made here by who runs it; for others, how they are made. */
export function Companies() {
  const runs = useSession()?.RunsInstallation === true
  return runs ? <InstalledCompanies /> : <Commands />
}

/** No administrator of a company may know of others. */
function Commands() {
  const { t } = useTranslation()
  const name = t('system.companies.name')
  return (
    <Section title={t('system.companies.title')}>
      <p className="k-quiet">{t('system.companies.text')}</p>
      <pre className={css.commands}>
        {[
          `npm run portal -- create-company --code GUL --name "${name}" --domain gul.example --production`,
          `npm run portal -- create-admin --company GUL --username ada@gul.example --first-name Ada --last-name Ak`,
        ].join('\n')}
      </pre>
      <p className="k-quiet">{t('system.companies.after')}</p>
    </Section>
  )
}

function InstalledCompanies() {
  const { t } = useTranslation()
  const format = useFormats()
  const asked = useRead(getCompanies, {})
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title={t('system.companies.all')}>
      <p className="k-quiet">{t('system.companies.allText')}</p>
      {asked.data ? (
        <ul className={css.companies} aria-label={t('system.companies.all')}>
          {asked.data.companies.map((company) => (
            <li key={company.companyIntCode}>
              <strong>{company.name}</strong>
              <span className="k-quiet">
                {[
                  company.code,
                  company.domain,
                  t(`setup.relations.${company.relation}` as 'setup.relations.Retailer'),
                ].join(' · ')}
              </span>
              <span className="k-quiet">
                {t('system.companies.since', { date: format.date(company.madeAt) ?? '' })}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <ReadState asked={asked} name={t('system.companies.all')} />
      )}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('system.companies.new')}
        </Button>
      </div>
      {isOpen && <NewCompany onClose={() => setOpen(false)} />}
    </Section>
  )
}

const Typed = z.object({
  ...companyFields,
  orderPrefix: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{1,6}$/, 'system.companies.prefixWrong'),
  maximumUsers: z.int().min(1).max(mostUsers),
  firstName: required(100, 'system.companies.firstNameRequired'),
  lastName: required(100, 'system.companies.lastNameRequired'),
  language: z.enum(languages),
})
type Typed = z.infer<typeof Typed>

/** A further company with its first administrator, and then what has to be passed on to that person. */
function NewCompany({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { state } = useWords()
  const { language } = useFormats()
  const invites = useInvites()
  const make = useCall(makeCompany, { refreshes: ['Installation'], failed: t('system.companies.failed') })
  const [made, setMade] = useState<{
    answer: OutputOf<typeof makeCompany>
    sent: Pick<InputOf<typeof makeCompany>, 'username' | 'firstName' | 'lastName'>
  } | null>(null)
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  if (made)
    return (
      <Created
        answer={made.answer}
        name={`${made.sent.firstName} ${made.sent.lastName}`}
        username={made.sent.username}
        onClose={onClose}
      />
    )
  return (
    <FormDialog<Typed>
      title={t('system.companies.new')}
      text={t('system.companies.newText', { zone: timeZone })}
      action={t('system.companies.make')}
      schema={Typed}
      start={{
        companyName: '',
        domain: '',
        relation: 'Manufacturer',
        currency: 'TRY',
        orderPrefix: 'SO',
        maximumUsers: 100,
        firstName: '',
        lastName: '',
        username: '',
        language,
      }}
      paths={{ CompanyDomainTaken: 'domain' }}
      keepOpen
      onSubmit={async (values) => {
        const answer = await make.attempt({ ...values, timeZone, inviteByMail: invites })
        if (answer) setMade({ answer, sent: values })
      }}
      onClose={onClose}
    >
      <TextField name="companyName" label={t('setup.companyName')} />
      <TextField name="domain" label={t('setup.domain')} hint={t('setup.domainHint')} />
      <SelectField
        name="relation"
        label={t('setup.relation')}
        data={foundedRelations.map((value) => ({ value, label: t(`setup.relations.${value}`) }))}
      />
      <TextField name="currency" label={t('setup.currency')} />
      <TextField
        name="orderPrefix"
        label={t('system.companies.prefix')}
        hint={t('system.companies.prefixHint')}
      />
      <NumberField name="maximumUsers" label={t('system.companies.users')} />
      <TextField name="firstName" label={t('system.companies.firstName')} />
      <TextField name="lastName" label={t('system.companies.lastName')} />
      <TextField name="username" label={t('system.companies.email')} />
      <SelectField
        name="language"
        label={t('system.companies.language')}
        data={languages.map((value) => ({ value, label: state('language', value) }))}
      />
    </FormDialog>
  )
}
