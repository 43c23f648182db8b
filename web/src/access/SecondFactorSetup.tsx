import { confirmSecondFactor, startSecondFactor } from '@kervan/contract/access/own-security'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { encode } from 'uqr'
import { z } from 'zod'
import { callServer } from '../kit/call/client.ts'
import { Form, useKitForm } from '../kit/form/Form.tsx'
import { PasswordField } from '../kit/form/TextField.tsx'
import { CodeField } from '../kit/form/CodeField.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import css from './secondFactor.module.css'

type Started = { seed: string; address: string }

/** The password once more, the QR code, a code of the app as proof, then the recovery codes, shown once. */
export function SecondFactorSetup({ onDone, size = 'sm' }: { onDone: () => void; size?: string }) {
  const [started, setStarted] = useState<Started | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return started ? (
    <Scan started={started} onConfirmed={setCodes} size={size} />
  ) : (
    <Begin onStarted={setStarted} size={size} />
  )
}

function Begin({ onStarted, size }: { onStarted: (started: Started) => void; size: string }) {
  const { t } = useTranslation()
  const form = useKitForm<{ password: string }>({
    schema: z.object({ password: z.string().min(1, 'security.setup.passwordRequired') }),
    start: { password: '' },
    paths: {
      OldPasswordWrong: 'password',
      TooManyRequests: 'password',
      SecondFactorOff: 'password',
      SecondFactorIsSetUp: 'password',
    },
    onSubmit: async ({ password }) => onStarted(await callServer(startSecondFactor, { password })),
  })
  return (
    <Form form={form} label={t('security.setup.title')} className={css.form!}>
      <PasswordField
        name="password"
        label={t('security.setup.password')}
        autoComplete="current-password"
        size={size}
        focusFirst
      />
      <Button type="submit" size={size} loading={form.formState.isSubmitting} fullWidth>
        {t('security.setup.begin')}
      </Button>
    </Form>
  )
}

function Scan({
  started,
  onConfirmed,
  size,
}: {
  started: Started
  onConfirmed: (codes: readonly string[]) => void
  size: string
}) {
  const { t } = useTranslation()
  const form = useKitForm<{ code: string }>({
    schema: z.object({
      code: z
        .string()
        .min(1, 'security.code.required')
        .regex(/^\d{6}$/, 'security.code.format'),
    }),
    start: { code: '' },
    paths: { SecondFactorWrong: 'code', TooManyRequests: 'code' },
    onSubmit: async ({ code }) =>
      onConfirmed((await callServer(confirmSecondFactor, { code })).recoveryCodes),
  })
  return (
    <Form form={form} label={t('security.setup.title')} className={css.form!}>
      <p>{t('security.setup.scan')}</p>
      <div className={css.scan}>
        <QrCode text={started.address} label={t('security.setup.qr')} />
        <div>
          <div className={css.label} id="seed-label">
            {t('security.setup.seed')}
          </div>
          <output className={css.seed} aria-labelledby="seed-label">
            {started.seed.replace(/(.{4})(?=.)/g, '$1 ')}
          </output>
        </div>
      </div>
      <CodeField name="code" label={t('security.setup.code')} digits />
      <Button type="submit" size={size} loading={form.formState.isSubmitting} fullWidth>
        {t('security.setup.confirm')}
      </Button>
    </Form>
  )
}

/** Always dark on white, also in the dark: that is what cameras read. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = useMemo(() => encode(text, { ecc: 'M', border: 2 }), [text])
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg
      className={css.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}
