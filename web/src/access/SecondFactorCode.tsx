import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Form, useKitForm } from '../kit/form/Form.tsx'
import { CodeField } from '../kit/form/CodeField.tsx'
import css from './login.module.css'
import { SubmitButton } from './SubmitButton.tsx'

const schemas = {
  app: z.object({
    code: z
      .string()
      .trim()
      .min(1, 'security.code.required')
      .regex(/^\d{6}$/, 'security.code.format'),
  }),
  recovery: z.object({
    code: z
      .string()
      .trim()
      .min(1, 'security.code.required')
      .regex(/^[A-Za-z0-9]{5}-?[A-Za-z0-9]{5}$/, 'security.code.recoveryFormat'),
  }),
}

/** Asked after the password was right: six digits of the app, or a recovery code. */
export default function SecondFactorCode({
  send,
  onBack,
}: {
  send: (code: string) => Promise<void>
  onBack: () => void
}) {
  const [kind, setKind] = useState<keyof typeof schemas>('app')
  return (
    <CodeForm
      key={kind}
      kind={kind}
      send={send}
      onBack={onBack}
      onSwitch={() => setKind(kind === 'app' ? 'recovery' : 'app')}
    />
  )
}

type Props = {
  kind: keyof typeof schemas
  send: (code: string) => Promise<void>
  onBack: () => void
  onSwitch: () => void
}

function CodeForm({ kind, send, onBack, onSwitch }: Props) {
  const { t } = useTranslation()
  const form = useKitForm<{ code: string }>({
    schema: schemas[kind],
    start: { code: '' },
    onSubmit: ({ code }) => send(code),
    paths: { SecondFactorWrong: 'code', TooManyRequests: 'code', LoginFailed: 'code' },
  })
  return (
    <>
      <h1 className={css.title}>{t('security.code.title')}</h1>
      <p className={css.lead}>{t(kind === 'app' ? 'security.code.lead' : 'security.code.recoveryLead')}</p>
      <Form form={form} label={t('security.code.title')} className={css.form!}>
        <CodeField
          name="code"
          label={t(kind === 'app' ? 'security.code.label' : 'security.code.recoveryLabel')}
          digits={kind === 'app'}
        />
        <SubmitButton form={form}>{t('security.code.submit')}</SubmitButton>
      </Form>
      <div className={css.below}>
        <button type="button" className={css.link} onClick={onSwitch}>
          {t(kind === 'app' ? 'security.code.useRecovery' : 'security.code.useApp')}
        </button>
        <button type="button" className={css.link} onClick={onBack}>
          {t('security.back')}
        </button>
      </div>
    </>
  )
}
