import type { createUser } from '@kervan/contract/administration/user-acts'
import { invitationDays } from '@kervan/contract/access/words'
import type { OutputOf } from '@kervan/contract/kit/call'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { MailNote } from '../../kit/page/MailNote.tsx'
import { TemporaryPassword } from './TemporaryPassword.tsx'
import css from './users.module.css'

type Props = {
  answer: Pick<OutputOf<typeof createUser>, 'linked' | 'mailed' | 'temporaryPassword' | 'expiresAt'>
  name: string
  username: string
  isKeyUser?: boolean
  onClose: () => void
}

/** What has to be passed on to a new user, or why there is nothing. */
export function Created({ answer, name, username, isKeyUser = false, onClose }: Props) {
  const { t } = useTranslation()
  const text = answer.linked
    ? t('account.users.createdLinked', { username })
    : answer.mailed
      ? t('account.users.createdMailed', { username, days: invitationDays })
      : isKeyUser
        ? t('account.users.createdKey')
        : t('account.users.createdAgain')
  return (
    <PlainDialog
      title={
        answer.linked || answer.mailed
          ? t('account.users.createdInvited', { name: answer.linked ? username : name })
          : t('account.users.createdTitle', { name })
      }
      stays={answer.temporaryPassword !== null}
      onClose={onClose}
    >
      {answer.temporaryPassword !== null && answer.expiresAt !== null ? (
        <TemporaryPassword name={name} password={answer.temporaryPassword} expiresAt={answer.expiresAt} />
      ) : (
        <>
          <p>{text}</p>
          {answer.mailed && <MailNote />}
        </>
      )}
      <div className={css.dialogFoot}>
        <Button onClick={onClose}>{t('account.users.done')}</Button>
      </div>
    </PlainDialog>
  )
}
