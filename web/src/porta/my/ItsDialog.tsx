import { getItsValidation, validateThroughIts } from '@kervan/contract/porta/its-validation'
import { itsAtOnce } from '@kervan/contract/porta/words'
import { Button, Progress } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { usePolled } from '../../kit/call/usePolled.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import formCss from '../../kit/form/form.module.css'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { PasswordField, TextField } from '../../kit/form/TextField.tsx'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import css from '../shared/porta.module.css'

const schema = z.object({
  itsUserName: z
    .string()
    .trim()
    .regex(/^\d{17}$/, 'porta.its.userNameWrong'),
  itsPassword: z.string().min(1, 'porta.its.passwordNeeded'),
})

type Props = { ids: readonly string[]; onClose: () => void }

/** Asks ITS about pre-applications with the pharmacist's own user, and follows the answers pack by pack (DSC-009). */
export function ItsDialog({ ids, onClose }: Props) {
  const { t } = useWords()
  const format = useFormats()
  const [runId, setRunId] = useState<string | null>(null)
  const validate = useCall(validateThroughIts)
  if (ids.length > itsAtOnce)
    return (
      <PlainDialog title={t('porta.its.validate')} onClose={onClose}>
        <p>{t('porta.its.tooMany', { limit: format.number(itsAtOnce), count: format.number(ids.length) })}</p>
        <Foot onClose={onClose} />
      </PlainDialog>
    )
  if (runId !== null) return <Answers runId={runId} onClose={onClose} />
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

function Answers({ runId, onClose }: { runId: string; onClose: () => void }) {
  const { t } = useWords()
  const format = useFormats()
  const queries = useQueryClient()
  const { data } = usePolled(
    getItsValidation,
    { runId },
    { everyMs: 800, enabled: true, until: ({ finished }) => finished },
  )
  const isOver = data?.finished ?? false
  const packs = data?.packs ?? []
  const answered = packs.filter(({ result }) => result !== 'Pending').length
  const failed = packs.filter(({ result }) => result === 'Failed').length
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: ['MyPromotionRequests', 'GetRequests'] })
  }, [isOver, queries])
  return (
    <PlainDialog title={t('porta.its.validate')} size={620} onClose={onClose}>
      <output>
        {data && data.before > 0 && !isOver
          ? t('porta.its.queue', { before: format.number(data.before) })
          : t('porta.its.progress', { answered: format.number(answered), of: format.number(packs.length) })}
      </output>
      <Progress
        value={(answered / Math.max(1, packs.length)) * 100}
        mt={8}
        animated={!isOver}
        aria-label={t('porta.its.validate')}
      />
      {isOver && failed > 0 && (
        <p role="alert" className={css.over}>
          {t('porta.its.notValidated')}
        </p>
      )}
      <ul className={css.results}>
        {packs.map(({ requestId, requestCode, serialNumber, result, message }) => (
          <li key={requestId} className={css.answer}>
            <span className="k-mono">{requestCode}</span>
            <span>
              <span className="k-mono">{serialNumber}</span>
              {message !== null && <span className="k-quiet"> · {message}</span>}
            </span>
            <StateBadge group="itsAnswer" value={result} />
          </li>
        ))}
      </ul>
      <Foot onClose={onClose} />
    </PlainDialog>
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
