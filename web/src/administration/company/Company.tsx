import {
  CompanyProfileFields,
  deleteCompanyLogo,
  getCompanyProfile,
  logoBytes,
  saveCompanyProfile,
  uploadCompanyLogo,
  type CompanyProfileView,
} from '@kervan/contract/administration/company-profile'
import { megabytesOf } from '@kervan/contract/kit/call'
import { keysOf } from '@kervan/contract/kit/typed'
import { Button, FileButton } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { useRights } from '../../kit/call/rights.ts'
import { useSignedIn } from '../../kit/call/session.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { SettingsPart } from '../../kit/form/SettingsPart.tsx'
import { TextAreaField } from '../../kit/form/fields.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { logoOptions, useLogo } from '../../kit/logo.ts'
import { Section } from '../../kit/page/PageFrame.tsx'
import { FactList } from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import css from './company.module.css'

type Values = z.infer<typeof CompanyProfileFields>

/** The company itself: what stands on its documents and at its sign-in page, and what the operator has settled. */
export default function Company() {
  const { t } = useWords()
  return (
    <SettingsPart<typeof getCompanyProfile, typeof saveCompanyProfile, Values>
      title={t('account.part.company')}
      read={getCompanyProfile}
      save={saveCompanyProfile}
      schema={CompanyProfileFields}
      valuesOf={(view) => ({ version: view.version, values: CompanyProfileFields.parse(view) })}
      fields={keysOf(CompanyProfileFields.shape).map((name) => ({
        name,
        label: t(`administration.company.${name}`),
      }))}
      sent={(values) => values}
      refreshes={['UserManagement', 'FirstStep']}
      saved={t('administration.company.saved')}
    >
      {(view, disabled) => <Fields view={view} disabled={disabled} />}
    </SettingsPart>
  )
}

function Fields({ view, disabled }: { view: CompanyProfileView; disabled: boolean }) {
  const { t, state } = useWords()
  const format = useFormats()
  const text = (name: keyof Values) => ({
    name,
    label: t(`administration.company.${name}`),
    disabled,
    optional: true,
  })
  return (
    <>
      <p className="k-quiet">{t('administration.company.intro')}</p>
      <Logo view={view} disabled={disabled} />
      <Section title={t('administration.company.onDocuments')}>
        <div className={css.fields}>
          <TextField {...text('legalName')} placeholder={view.name} />
          <TextAreaField {...text('address')} />
          <div className={css.pair}>
            <TextField {...text('postalCode')} />
            <TextField {...text('city')} />
          </div>
          <div className={css.pair}>
            <TextField {...text('taxOffice')} />
            <TextField {...text('taxNumber')} />
          </div>
          <div className={css.pair}>
            <TextField {...text('phone')} />
            <TextField {...text('email')} inputMode="email" />
          </div>
          <TextField {...text('website')} placeholder="https://" />
        </div>
      </Section>
      <Section title={t('administration.company.byOperator')}>
        <p className="k-quiet">{t('administration.company.byOperatorText')}</p>
        <FactList
          facts={[
            [t('administration.company.name'), view.name],
            [t('administration.company.domain'), view.domain],
            [
              t('administration.company.relation'),
              <span key="relation">
                {state('companyRelation', view.relation)}
                <span className="k-quiet">
                  {' '}
                  · {t(`administration.company.relationText.${view.relation}`)}
                </span>
              </span>,
            ],
            [t('administration.company.currency'), view.currency],
            [t('administration.company.timeZone'), view.timeZone],
            [
              t('administration.company.orderPrefix'),
              <span key="prefix" className="k-mono">
                {view.orderPrefix}
              </span>,
            ],
            [t('administration.company.maximumUsers'), format.number(view.maximumUsers)],
            [
              t('administration.company.files'),
              t('administration.company.filesUsed', {
                used: format.number(view.fileUsedMb),
                limit: format.number(view.fileQuotaMb),
              }),
            ],
          ]}
        />
      </Section>
    </>
  )
}

const kinds = ['image/jpeg', 'image/png']

function Logo({ view, disabled }: { view: CompanyProfileView; disabled: boolean }) {
  const { t } = useWords()
  const { CompanyIntCode } = useSignedIn()
  const { logo } = useLogo(CompanyIntCode)
  const rights = useRights()
  const queries = useQueryClient()
  const reset = useRef<() => void>(null)
  const [fault, setFault] = useState<string | null>(null)
  const upload = useCall(uploadCompanyLogo, { refreshes: ['UserManagement'] })
  const remove = useCall(deleteCompanyLogo, { refreshes: ['UserManagement'] })
  const refresh = () => queries.invalidateQueries({ queryKey: logoOptions(CompanyIntCode).queryKey })
  const take = async (file: File | null) => {
    reset.current?.()
    if (!file) return
    const wrong =
      file.size > logoBytes
        ? t('kit.file.tooLarge', { name: file.name, limit: megabytesOf(logoBytes) })
        : kinds.includes(file.type)
          ? null
          : t('account.profile.wrongType', { name: file.name })
    setFault(wrong)
    if (wrong || !(await upload.run({}, [file]))) return
    await refresh()
    toast('success', t('administration.company.logoSet'))
  }
  return (
    <Section title={t('administration.company.logo')}>
      <div className={css.logo}>
        {logo ? (
          <img src={logo} alt={t('administration.company.logo')} />
        ) : (
          <span className="k-quiet">–</span>
        )}
        {!disabled && (
          <>
            {rights.has(uploadCompanyLogo.permission ?? '') && (
              <FileButton
                accept={kinds.join(',')}
                onChange={(file) => void take(file)}
                resetRef={reset}
                inputProps={{ 'aria-label': t('administration.company.uploadLogo') }}
              >
                {(props) => (
                  <Button
                    {...props}
                    variant="default"
                    loading={upload.isPending}
                    leftSection={<IconUpload size={16} />}
                  >
                    {t('administration.company.uploadLogo')}
                  </Button>
                )}
              </FileButton>
            )}
            {view.hasLogo && rights.has(deleteCompanyLogo.permission ?? '') && (
              <Button
                variant="default"
                loading={remove.isPending}
                leftSection={<IconTrash size={16} />}
                onClick={() => void remove.run({}).then((done) => done && refresh())}
              >
                {t('administration.company.removeLogo')}
              </Button>
            )}
          </>
        )}
      </div>
      <p className="k-quiet" role={fault ? 'alert' : undefined}>
        {fault ?? t('account.profile.pictureHint', { limit: megabytesOf(logoBytes) })}
      </p>
    </Section>
  )
}
