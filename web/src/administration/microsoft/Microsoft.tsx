import {
  checkEntraSetting,
  getEntraSetting,
  saveEntraSetting,
  type EntraSettingView,
} from '@kervan/contract/administration/microsoft'
import { getRecordHistory } from '@kervan/contract/administration/activity'
import { Button } from '@mantine/core'
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { copyText } from '../../kit/copyText.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { SwitchField } from '../../kit/form/fields.tsx'
import { Form, useKitForm } from '../../kit/form/Form.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useLatest } from '../../kit/form/useLatest.ts'
import { useFormats } from '../../kit/values/format.ts'
import { useLeaveGuard } from '../../kit/page/leaveGuard.ts'
import { PageFrame, Section } from '../../kit/page/PageFrame.tsx'
import { useRead } from '../../kit/call/query.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { RecordHistory } from '../../kit/record/RecordHistory.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { useMayChangeCompany, WholeCompanyNote } from '../../kit/page/wholeCompany.tsx'
import css from './microsoft.module.css'

/** An id as Microsoft's pages show it; whoever copies one takes blanks along. */
export const MicrosoftId = z.string().trim().toLowerCase().pipe(z.uuid('administration.microsoft.idFormat'))
const SettingForm = z.object({ enabled: z.boolean(), tenantId: MicrosoftId, clientId: MicrosoftId })
type Values = z.infer<typeof SettingForm>

/** The company's Microsoft sign-in (ACC-004): whose accounts, for which application, on or off. */
export default function Microsoft() {
  const { t } = useTranslation()
  const asked = useRead(getEntraSetting, {})
  const mayHistory = useRights().has(getRecordHistory.permission ?? '')
  return (
    <PageFrame title={t('account.part.microsoft')} layout="form">
      {asked.data ? (
        <Editor view={asked.data} />
      ) : (
        <ReadState asked={asked} name={t('account.part.microsoft')} />
      )}
      {asked.data && asked.data.version > 0 && mayHistory && (
        <Section title={t('account.users.tab.history')}>
          <RecordHistory recordType="entra" recordId={asked.data.id} />
        </Section>
      )}
    </PageFrame>
  )
}

const valuesOf = ({ version, setting }: EntraSettingView) => ({
  version,
  values: {
    enabled: setting?.enabled ?? true,
    tenantId: setting?.tenantId ?? '',
    clientId: setting?.clientId ?? '',
  },
})

function Editor({ view }: { view: EntraSettingView }) {
  const { t } = useTranslation()
  const format = useFormats()
  const mayEdit = useMayChangeCompany()(saveEntraSetting)
  const save = useCall(saveEntraSetting, {
    refreshes: ['UserManagement'],
    failed: t('administration.microsoft.notSaved'),
  })
  const latest = useLatest(getEntraSetting, {}, valuesOf)
  const form = useKitForm<Values>({
    schema: SettingForm,
    start: valuesOf(view).values,
    versioned: {
      version: view.version,
      latest,
      fields: [
        { name: 'tenantId', label: t('administration.microsoft.tenant') },
        { name: 'clientId', label: t('administration.microsoft.client') },
        { name: 'enabled', label: t('administration.microsoft.enabled') },
      ],
    },
    onSubmit: async (values, version) => {
      if (await save.attempt({ ...values, version })) toast('success', t('administration.microsoft.saved'))
    },
  })
  const { isDirty, isSubmitting } = form.formState
  useLeaveGuard(isDirty && !isSubmitting, { record: 'part' })
  return (
    <Form form={form} label={t('account.part.microsoft')}>
      <WholeCompanyNote calls={[saveEntraSetting]} />
      <p className="k-quiet">{t('administration.microsoft.intro')}</p>
      <Section title={t('administration.microsoft.register')}>
        <p className="k-quiet">{t('administration.microsoft.registerText')}</p>
        <RedirectAddress />
      </Section>
      <Section title={t('administration.microsoft.connection')}>
        <div className={css.fields}>
          <TextField
            name="tenantId"
            label={t('administration.microsoft.tenant')}
            hint={t('administration.microsoft.tenantHint')}
            maxLength={60}
            autoComplete="off"
            disabled={!mayEdit}
          />
          <TextField
            name="clientId"
            label={t('administration.microsoft.client')}
            hint={t('administration.microsoft.clientHint')}
            maxLength={60}
            autoComplete="off"
            disabled={!mayEdit}
          />
          <SwitchField
            name="enabled"
            label={t('administration.microsoft.enabled')}
            hint={t(
              view.entraOnly ? 'administration.microsoft.onlyWay' : 'administration.microsoft.enabledHint',
              {
                linked: format.number(view.linkedUsers),
                active: format.number(view.activeUsers),
                administrators: format.number(view.linkedAdministrators),
              },
            )}
            disabled={!mayEdit}
          />
        </div>
        <CheckTenant />
      </Section>
      <Section title={t('administration.microsoft.verifies')}>
        <p className="k-quiet">{t('administration.microsoft.verifiesText')}</p>
        <ul className={css.steps}>
          <li>{t('administration.microsoft.verify.signature')}</li>
          <li>{t('administration.microsoft.verify.issuer', { authority: view.authority })}</li>
          <li>{t('administration.microsoft.verify.audience')}</li>
          <li>{t('administration.microsoft.verify.time')}</li>
          <li>{t('administration.microsoft.verify.once')}</li>
          <li>{t('administration.microsoft.verify.link')}</li>
        </ul>
      </Section>
      {mayEdit && (
        <div className={css.foot}>
          <Button type="submit" disabled={!isDirty && view.version > 0} loading={isSubmitting}>
            {t('administration.microsoft.save')}
          </Button>
          {view.changedAt !== null && (
            <span className="k-quiet">
              {t('administration.microsoft.changed', {
                who: view.changedBy ?? '',
                when: format.dateTime(view.changedAt),
              })}
            </span>
          )}
        </div>
      )}
    </Form>
  )
}

/** Where Microsoft sends people back to: it goes nowhere it was not told beforehand. */
function RedirectAddress() {
  const { t } = useTranslation()
  const address = `${window.location.origin}/login/microsoft`
  return (
    <div className={css.copied}>
      <code className="k-mono">{address}</code>
      <Button
        variant="default"
        leftSection={<IconCopy size={16} aria-hidden />}
        aria-label={t('administration.microsoft.copyAddress')}
        onClick={() => void copyText(address).then(() => toast('info', t('kit.action.copied')))}
      >
        {t('kit.action.copy')}
      </Button>
    </div>
  )
}

/** Asks Microsoft about what stands in the field, before anybody depends on it. */
function CheckTenant() {
  const { t } = useTranslation()
  const mayCheck = useRights().has(checkEntraSetting.permission ?? '')
  const typed = MicrosoftId.safeParse(useWatch<Values, 'tenantId'>({ name: 'tenantId' }))
  const check = useCall(checkEntraSetting, { failed: t('administration.microsoft.notChecked') })
  const [answer, setAnswer] = useState<{
    tenantId: string
    lines: readonly { key: string; ok: boolean; text: string }[]
  } | null>(null)
  if (!mayCheck) return null
  const run = async () => {
    if (!typed.success) return
    const told = await check.run({ tenantId: typed.data })
    if (!told) return
    setAnswer({
      tenantId: typed.data,
      lines: [
        {
          key: 'reached',
          ok: told.reached,
          text: t(
            told.reached
              ? 'administration.microsoft.check.reached'
              : 'administration.microsoft.check.notReached',
          ),
        },
        {
          key: 'issuer',
          ok: told.issuerFits,
          text: t(
            told.issuerFits
              ? 'administration.microsoft.check.issuer'
              : 'administration.microsoft.check.issuerNot',
            { issuer: told.issuer },
          ),
        },
        {
          key: 'keys',
          ok: told.keys > 0,
          text: t(
            told.keys > 0 ? 'administration.microsoft.check.keys' : 'administration.microsoft.check.keysNot',
          ),
        },
      ],
    })
  }
  return (
    <>
      <Button
        variant="default"
        className={css.bar ?? ''}
        disabled={!typed.success}
        loading={check.isPending}
        onClick={() => void run()}
      >
        {t('administration.microsoft.check.ask')}
      </Button>
      <output>
        {answer && typed.success && answer.tenantId === typed.data && (
          <ul className={css.checked}>
            {answer.lines.map(({ key, ok, text }) => (
              <li key={key} data-ok={ok}>
                {ok ? <IconCheck size={16} aria-hidden /> : <IconX size={16} aria-hidden />}
                {text}
              </li>
            ))}
          </ul>
        )}
      </output>
    </>
  )
}
