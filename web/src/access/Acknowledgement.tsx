import {
  getUserAcknowledgementDefinitions,
  updateUserAcknowledgement,
  type AcknowledgementDefinition,
} from '@kervan/contract/access/acknowledgement'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { confirm } from '../kit/feedback/dialogs.ts'
import { useRead } from '../kit/call/query.ts'
import { setSession } from '../kit/call/session.ts'
import { useCall } from '../kit/call/useCall.ts'
import { AcknowledgementTerms } from './AcknowledgementTerms.tsx'
import { BackToSignIn } from './BackToSignIn.tsx'
import { leaveNotice } from './notice.ts'
import { SignInFrame } from './SignInFrame.tsx'
import { useEnter } from './useEnter.ts'
import css from './login.module.css'

/** The User Acknowledgement Form (ACC-010): one after the other, and each has to be chosen on. */
export default function Acknowledgement() {
  const { t } = useTranslation()
  const { data } = useRead(getUserAcknowledgementDefinitions, {}, { staleTime: 0 })
  const definition = data?.UserAcknowledgementDefinitions[0]
  return (
    <SignInFrame title={t('security.acknowledgement.title')} wide>
      {definition && (
        <AcknowledgementForm key={`${definition.IntCode}/${definition.Version}`} definition={definition} />
      )}
      <BackToSignIn />
    </SignInFrame>
  )
}

function AcknowledgementForm({ definition }: { definition: AcknowledgementDefinition }) {
  const { t } = useTranslation()
  const { enterAgain } = useEnter()
  const { IntCode, Version, Title, Text, PublishedAt, AgreedVersion, Changes } = definition
  const choose = useCall(updateUserAcknowledgement, {
    refreshes: ['Authentication'],
    failed: t('security.acknowledgement.failed'),
  })
  const accept = async () => {
    if (await choose.run({ UserAcknowledgementRequest: { IntCode, Version, Choice: 'Activated' } }))
      await enterAgain()
  }
  const reject = async () => {
    const sure = await confirm({
      title: t('security.acknowledgement.rejectTitle'),
      text: t('security.acknowledgement.rejectText'),
      action: t('security.acknowledgement.rejectAction'),
      danger: true,
    })
    if (
      !sure ||
      !(await choose.run({ UserAcknowledgementRequest: { IntCode, Version, Choice: 'Rejected' } }))
    )
      return
    leaveNotice({ key: 'security.acknowledgement.rejected', tone: 'info' })
    setSession(null)
  }
  return (
    <>
      <AcknowledgementTerms
        title={Title}
        text={Text}
        version={Version}
        publishedAt={PublishedAt}
        agreedVersion={AgreedVersion}
        changes={Changes.map((change) => change.Text)}
      />
      <div className={css.choice}>
        <Button variant="default" size="md" onClick={() => void reject()}>
          {t('security.acknowledgement.reject')}
        </Button>
        <Button size="md" loading={choose.isPending} onClick={() => void accept()}>
          {t('security.acknowledgement.accept')}
        </Button>
      </div>
    </>
  )
}
