import { getSecondFactor, removeSecondFactor, renewRecoveryCodes } from '@kervan/contract/access/own-security'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { RecoveryCodes, SecondFactorSetup } from '../../access/access.api.ts'
import { CodeField } from '../../kit/form/CodeField.tsx'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { toast } from '../../kit/feedback/toasts.tsx'
import { Form, useKitForm } from '../../kit/form/Form.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { PasswordField } from '../../kit/form/TextField.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { tPlural } from '../../kit/i18n/words.ts'
import { Section } from '../../kit/page/PageFrame.tsx'
import { useRead } from '../../kit/call/query.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useCall } from '../../kit/call/useCall.ts'
import css from './security.module.css'

type Open = 'setUp' | 'renew' | 'remove' | null

/** The own second factor: whether there is one, and what can be done about it. */
export function SecondFactor() {
  const { t } = useTranslation()
  const format = useFormats()
  const queries = useQueryClient()
  const asked = useRead(getSecondFactor, {}, { staleTime: 0 })
  const { data } = asked
  const [open, setOpen] = useState<Open>(null)
  const close = () => {
    setOpen(null)
    void queries.invalidateQueries({ queryKey: [getSecondFactor.group] })
  }
  if (!data)
    return (
      <Section title={t('security.part.secondFactor')}>
        <ReadState asked={asked} name={t('security.part.secondFactor')} />
      </Section>
    )
  const isSetUp = data.setUpAt !== null
  return (
    <Section
      title={t('security.part.secondFactor')}
      actions={
        !isSetUp &&
        data.offered && (
          <Button variant="default" onClick={() => setOpen('setUp')}>
            {t('security.part.setUp')}
          </Button>
        )
      }
    >
      <p className="k-quiet">
        {isSetUp
          ? t('security.part.on', { date: format.date(data.setUpAt ?? '') })
          : t(data.offered ? 'security.part.off' : 'security.part.notOffered')}
      </p>
      {isSetUp && (
        <>
          <p className="k-quiet">
            {tPlural(
              t,
              'security.part.codesLeft',
              data.recoveryCodesLeft,
              format.number(data.recoveryCodesLeft),
            )}
          </p>
          {data.required && <p className="k-quiet">{t('security.part.needed')}</p>}
          <div className={css.buttons}>
            <Button variant="default" onClick={() => setOpen('renew')}>
              {t('security.part.renew')}
            </Button>
            {!data.required && (
              <Button variant="default" onClick={() => setOpen('remove')}>
                {t('security.part.remove')}
              </Button>
            )}
          </div>
        </>
      )}
      {open === 'setUp' && (
        <PlainDialog title={t('security.setup.title')} stays onClose={close}>
          <p className="k-quiet">{t('security.setup.lead')}</p>
          <SecondFactorSetup onDone={close} />
        </PlainDialog>
      )}
      {open === 'renew' && <Renew onClose={close} />}
      {open === 'remove' && <Remove onClose={close} />}
    </Section>
  )
}

const ownPassword = z.string().min(1, 'security.setup.passwordRequired')

function Renew({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const renew = useCall(renewRecoveryCodes)
  const form = useKitForm<{ password: string }>({
    schema: z.object({ password: ownPassword }),
    start: { password: '' },
    paths: { OldPasswordWrong: 'password', TooManyRequests: 'password' },
    onSubmit: async ({ password }) => setCodes((await renew.attempt({ password }))?.recoveryCodes ?? null),
  })
  if (codes) {
    return (
      <PlainDialog title={t('security.setup.codes')} stays onClose={onClose}>
        <RecoveryCodes codes={codes} onDone={onClose} />
      </PlainDialog>
    )
  }
  return (
    <PlainDialog title={t('security.part.renewTitle')} onClose={onClose}>
      <p className="k-quiet">{t('security.part.renewText')}</p>
      <Form form={form} label={t('security.part.renewTitle')} className={css.form!}>
        <PasswordField
          name="password"
          label={t('security.setup.password')}
          autoComplete="current-password"
          focusFirst
        />
        <Button type="submit" loading={form.formState.isSubmitting}>
          {t('security.part.renew')}
        </Button>
      </Form>
    </PlainDialog>
  )
}

type Removal = { password: string; code: string }

function Remove({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useCall(removeSecondFactor)
  return (
    <FormDialog<Removal>
      title={t('security.part.removeTitle')}
      text={t('security.part.removeText')}
      schema={z.object({ password: ownPassword, code: z.string().min(1, 'security.code.required') })}
      start={{ password: '', code: '' }}
      paths={{ OldPasswordWrong: 'password', TooManyRequests: 'password', SecondFactorWrong: 'code' }}
      action={t('security.part.remove')}
      danger
      onSubmit={async (typed) => {
        if (await remove.attempt(typed)) toast('success', t('security.part.removed'))
      }}
      onClose={onClose}
    >
      <PasswordField
        name="password"
        label={t('security.setup.password')}
        autoComplete="current-password"
        focusFirst
      />
      <CodeField name="code" label={t('security.part.removeCode')} digits={false} />
    </FormDialog>
  )
}
