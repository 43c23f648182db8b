import { itsAtOnce } from '@kervan/contract/porta/words'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { useCall } from '../../kit/call/useCall.ts'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import formCss from '../../kit/form/form.module.css'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { PasswordField, TextField } from '../../kit/form/TextField.tsx'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { Tutorials } from '../shared/Tutorials.tsx'
import { ItsAnswers } from './ItsAnswers.tsx'
import type { Ways } from './ways.ts'

const schema = z.object({
  itsUserName: z
    .string()
    .trim()
    .regex(/^\d{17}$/, 'porta.its.userNameWrong'),
  itsPassword: z.string().min(1, 'porta.its.passwordNeeded'),
})

type Props = { ways: Ways; ids: readonly string[]; onClose: () => void }

/** Asks ITS about pre-applications with the pharmacist's own user, and follows the answers pack by pack (DSC-009). */
export function ItsDialog({ ways, ids, onClose }: Props) {
  const { t } = useWords()
  const format = useFormats()
  const [runId, setRunId] = useState<string | null>(null)
  const validate = useCall(ways.validate)
  if (ids.length > itsAtOnce)
    return (
      <PlainDialog title={t('porta.its.validate')} onClose={onClose}>
        <p>{t('porta.its.tooMany', { limit: format.number(itsAtOnce), count: format.number(ids.length) })}</p>
        <Foot onClose={onClose} />
      </PlainDialog>
    )
  if (runId !== null)
    return (
      <ItsAnswers
        group={ways.desk.list.page.group}
        call={ways.validation}
        title={t('porta.its.validate')}
        runId={runId}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title={t('porta.its.validate')}
      text={tPlural(t, 'porta.its.text', ids.length, format.number(ids.length))}
      action={t('porta.its.ask')}
      keepOpen
      schema={schema}
      start={{ itsUserName: '', itsPassword: '' }}
      paths={{ ItsUserNameInvalid: 'itsUserName' }}
      onSubmit={async (values) => {
        const answer = await validate.attempt({ ...values, requestIds: [...ids] })
        if (answer) setRunId(answer.runId)
        return answer !== undefined
      }}
      onClose={onClose}
    >
      <Tutorials of={ways.tutorials.ValidateFromITS} />
      <TextField
        name="itsUserName"
        label={t('porta.its.userName')}
        hint={t('porta.its.userNameHint')}
        autoComplete="off"
        focusFirst
      />
      <PasswordField
        name="itsPassword"
        label={t('porta.its.password')}
        hint={t('porta.its.passwordHint')}
        autoComplete="off"
      />
    </FormDialog>
  )
}

function Foot({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  return (
    <div className={formCss.foot}>
      <div className={formCss.answers}>
        <Button variant="default" onClick={onClose}>
          {t('kit.action.close')}
        </Button>
      </div>
    </div>
  )
}
