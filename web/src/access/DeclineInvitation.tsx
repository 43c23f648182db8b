import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { CheckField } from '../kit/form/fields.tsx'
import { FormDialog } from '../kit/form/FormDialog.tsx'

type Props = {
  company: string
  onDecline: (answer: 'Declined' | 'Refused') => Promise<unknown>
  onClose: () => void
}

/** Asks before a no, and whether the company is to ask again. */
export function DeclineInvitation({ company, onDecline, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <FormDialog<{ forGood: boolean }>
      title={t('security.invitation.declineTitle')}
      text={t('security.invitation.declineText', { company })}
      schema={z.object({ forGood: z.boolean() })}
      start={{ forGood: false }}
      action={t('security.invitation.decline')}
      danger
      size={440}
      onSubmit={async ({ forGood }) => void (await onDecline(forGood ? 'Refused' : 'Declined'))}
      onClose={onClose}
    >
      <CheckField
        name="forGood"
        label={t('security.invitation.forGood')}
        hint={t('security.invitation.forGoodHint', { company })}
      />
    </FormDialog>
  )
}
