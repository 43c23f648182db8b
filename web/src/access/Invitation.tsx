import {
  answerInvitation,
  getInvitation,
  type InvitationTerms as Terms,
} from '@kervan/contract/access/invitation'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../kit/call/query.ts'
import { ReadState } from '../kit/record/ReadState.tsx'
import { setSession, useSignedIn } from '../kit/call/session.ts'
import { useCall } from '../kit/call/useCall.ts'
import { BackToSignIn } from './BackToSignIn.tsx'
import { DeclineInvitation } from './DeclineInvitation.tsx'
import { InvitationTerms } from './InvitationTerms.tsx'
import { leaveNotice } from './notice.ts'
import { SignInFrame } from './SignInFrame.tsx'
import { useEnter } from './useEnter.ts'
import css from './login.module.css'

/** Somebody of another company says whether they want to be a user of this one; nothing else opens before (USR-004). */
export default function Invitation() {
  const { t } = useTranslation()
  const { CompanyName: company } = useSignedIn()
  const asked = useRead(getInvitation, {}, { staleTime: 0 })
  const terms = asked.data?.invitation
  return (
    <SignInFrame title={t('security.invitation.title')} wide>
      <p className={css.kicker}>{t('security.invitation.title')}</p>
      <h1 className={css.title}>{t('security.invitation.heading', { company })}</h1>
      {terms && <InvitationForm key={terms.version} terms={terms} />}
      {terms === null && <p className={css.lead}>{t('security.invitation.gone')}</p>}
      {!asked.data && <ReadState asked={asked} name={company} />}
      <BackToSignIn />
    </SignInFrame>
  )
}

function InvitationForm({ terms }: { terms: Terms }) {
  const { t } = useTranslation()
  const { enterAgain } = useEnter()
  const { version, companyName: company } = terms
  const queries = useQueryClient()
  const [isDeclining, setDeclining] = useState(false)
  // What was changed meanwhile is shown behind the reason.
  const choose = useCall(answerInvitation, {
    failed: t('security.invitation.failed'),
    onRefused: () => void queries.invalidateQueries({ queryKey: [getInvitation.group] }),
  })
  const accept = async () => {
    const answer = await choose.run({ version, answer: 'Accepted' })
    if (!answer) return
    if (answer.closed === null) return enterAgain()
    leaveNotice({ said: t('security.invitation.acceptedClosed', { why: answer.closed }), tone: 'info' })
    setSession(null)
  }
  const decline = async (answer: 'Declined' | 'Refused') => {
    if (!(await choose.run({ version, answer }))) return
    leaveNotice({
      said: t(answer === 'Refused' ? 'security.invitation.refused' : 'security.invitation.declined', {
        company,
      }),
      tone: 'info',
    })
    setSession(null)
  }
  return (
    <>
      <p className={css.lead}>{t('security.invitation.lead', { by: terms.invitedBy })}</p>
      <div className={css.invitation}>
        <InvitationTerms terms={terms} />
      </div>
      <div className={css.choice}>
        <Button variant="default" size="md" disabled={choose.isPending} onClick={() => setDeclining(true)}>
          {t('security.invitation.decline')}
        </Button>
        <Button size="md" loading={choose.isPending} onClick={() => void accept()}>
          {t('security.invitation.accept')}
        </Button>
      </div>
      {isDeclining && (
        <DeclineInvitation company={company} onDecline={decline} onClose={() => setDeclining(false)} />
      )}
    </>
  )
}
