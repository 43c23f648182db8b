import {
  answerOwnInvitation,
  getOwnCompanies,
  leaveCompany,
  setCompanyRefused,
  type InvitationTerms as Terms,
  type OwnCompany,
} from '@kervan/contract/access/invitation'
import type { invitationAnswers } from '@kervan/contract/access/words'
import { Button } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { DeclineInvitation, InvitationTerms, leaveNotice } from '../../access/access.api.ts'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { toast } from '../../kit/feedback/toasts.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { PasswordField } from '../../kit/form/TextField.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { Section } from '../../kit/page/PageFrame.tsx'
import { useRead } from '../../kit/call/query.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { setSession } from '../../kit/call/session.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { useCall } from '../../kit/call/useCall.ts'
import css from './security.module.css'

const refreshes = ['Invitation', 'Session']

/** The companies that know somebody: what they said to each, and taking it back (USR-009). */
export function OwnCompanies() {
  const { t } = useTranslation()
  const asked = useRead(getOwnCompanies, {}, { staleTime: 0 })
  return (
    <Section title={t('security.companies.title')}>
      <p className="k-quiet">{t('security.companies.text')}</p>
      {asked.data ? (
        <ul className={css.sessions}>
          {asked.data.companies.map((company) => (
            <CompanyLine
              key={company.companyIntCode}
              company={company}
              hasPassword={asked.data.hasPassword}
            />
          ))}
        </ul>
      ) : (
        <ReadState asked={asked} name={t('security.companies.title')} />
      )}
    </Section>
  )
}

function CompanyLine({ company, hasPassword }: { company: OwnCompany; hasPassword: boolean }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'answer' | 'leave' | null>(null)
  const close = () => setOpen(null)
  const { companyName: name, standing, invitation } = company
  return (
    <li className={`${css.session} ${css.company}`}>
      <IconBuilding size={20} stroke={1.5} aria-hidden />
      <div>
        <div className={css.device}>
          <span>{name}</span>
          {company.current && <span className={css.here}>{t('security.companies.here')}</span>}
        </div>
        <div className={css.facts}>
          <StateBadge group="ownCompany" value={standing} />
          <Since company={company} />
          {company.home && <span>{t('security.companies.home')}</span>}
        </div>
      </div>
      {invitation && (
        <Button
          variant="default"
          aria-label={t('security.companies.answerLabel', { company: name })}
          onClick={() => setOpen('answer')}
        >
          {t('security.companies.answer')}
        </Button>
      )}
      {company.mayLeave && (
        <Button
          variant="default"
          aria-label={t('security.companies.leaveLabel', { company: name })}
          onClick={() => setOpen('leave')}
        >
          {t('security.companies.leave')}
        </Button>
      )}
      {(company.mayRefuse || standing === 'Refused') && <Refusing company={company} />}
      {open === 'answer' && invitation && (
        <Answer companyIntCode={company.companyIntCode} terms={invitation} onClose={close} />
      )}
      {open === 'leave' && <Leave company={company} hasPassword={hasPassword} onClose={close} />}
    </li>
  )
}

function Since({ company: { standing, since, invitation } }: { company: OwnCompany }) {
  const { t } = useTranslation()
  const format = useFormats()
  if (standing === 'Closed' || since === null) return null
  const date = format.date(since)
  if (!invitation) return <span>{t('security.companies.since', { date })}</span>
  return (
    <>
      <span>{t('security.companies.invitedBy', { by: invitation.invitedBy })}</span>
      <span>{date}</span>
    </>
  )
}

/** Hearing nothing more of a company, and taking that back. */
function Refusing({
  company: { companyIntCode, companyName: company, mayRefuse: refused },
}: {
  company: OwnCompany
}) {
  const { t } = useTranslation()
  const set = useCall(setCompanyRefused, { refreshes })
  const change = async () => {
    if (await set.run({ companyIntCode, refused }))
      toast('success', t(refused ? 'security.companies.refused' : 'security.companies.allowed', { company }))
  }
  return (
    <Button
      variant="default"
      loading={set.isPending}
      aria-label={t(refused ? 'security.companies.refuseLabel' : 'security.companies.allowLabel', {
        company,
      })}
      onClick={() => void change()}
    >
      {t(refused ? 'security.companies.refuse' : 'security.companies.allow')}
    </Button>
  )
}

const said = {
  Accepted: 'security.companies.accepted',
  Declined: 'security.invitation.declined',
  Refused: 'security.invitation.refused',
} as const

function Answer({
  companyIntCode,
  terms,
  onClose,
}: {
  companyIntCode: number
  terms: Terms
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { companyName: company, version } = terms
  const queries = useQueryClient()
  const [isDeclining, setDeclining] = useState(false)
  const say = useCall(answerOwnInvitation, {
    refreshes,
    failed: t('security.invitation.failed'),
    onRefused: () => void queries.invalidateQueries({ queryKey: [answerOwnInvitation.group] }),
  })
  const choose = async (answer: (typeof invitationAnswers)[number]) => {
    const done = await say.run({ companyIntCode, version, answer })
    onClose()
    if (done) toast('success', t(said[answer], { company }))
  }
  return (
    <PlainDialog title={t('security.invitation.heading', { company })} size={560} onClose={onClose}>
      <InvitationTerms terms={terms} heading="h3" />
      <div className={css.choice}>
        <Button variant="default" disabled={say.isPending} onClick={() => setDeclining(true)}>
          {t('security.invitation.decline')}
        </Button>
        <Button loading={say.isPending} onClick={() => void choose('Accepted')}>
          {t('security.invitation.accept')}
        </Button>
      </div>
      {isDeclining && (
        <DeclineInvitation company={company} onDecline={choose} onClose={() => setDeclining(false)} />
      )}
    </PlainDialog>
  )
}

function Leave({
  company: { companyIntCode, companyName: company, current },
  hasPassword,
  onClose,
}: {
  company: OwnCompany
  hasPassword: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const leave = useCall(leaveCompany, current ? {} : { refreshes })
  const submit = async ({ password }: { password: string }) => {
    if (!(await leave.attempt({ companyIntCode, password: hasPassword ? password : null }))) return
    if (!current) return toast('success', t('security.companies.left', { company }))
    // The session one left in is over as well.
    leaveNotice({ said: t('security.companies.left', { company }), tone: 'info' })
    setSession(null)
    queries.clear()
    await navigate({ to: '/login', search: {} })
  }
  return (
    <FormDialog<{ password: string }>
      title={t('security.companies.leaveTitle', { company })}
      text={t('security.companies.leaveText')}
      schema={z.object({
        password: hasPassword ? z.string().min(1, 'security.setup.passwordRequired') : z.string(),
      })}
      start={{ password: '' }}
      paths={{ OldPasswordWrong: 'password', TooManyRequests: 'password' }}
      action={t('security.companies.leaveAction')}
      danger
      onSubmit={submit}
      onClose={onClose}
    >
      {hasPassword && (
        <PasswordField
          name="password"
          label={t('security.setup.password')}
          autoComplete="current-password"
          focusFirst
        />
      )}
    </FormDialog>
  )
}
