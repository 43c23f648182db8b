import { getOwnProof } from '@kervan/contract/access/own-security'
import { freshSignInMinutes, type FreshProof } from '@kervan/contract/kit/proof'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { PlainDialog } from '../kit/feedback/PlainDialog.tsx'
import { FormDialog } from '../kit/form/FormDialog.tsx'
import { PasswordField } from '../kit/form/TextField.tsx'
import { useRead } from '../kit/query.ts'
import { ReadState } from '../kit/ReadState.tsx'
import { CodeField } from './CodeField.tsx'
import css from './login.module.css'

type Typed = { password: string; code: string }
type Props = {
  /** What would be weaker, a line each. */
  weaker: readonly string[]
  action: string
  /** Makes the change; throws its refusal. */
  onProve: (proof: FreshProof | undefined) => Promise<unknown>
  onClose: () => void
}

/** Asks once more who somebody is, before what lowers the protection of the company is saved, and says what that is. */
export function ProofDialog({ weaker, action, onProve, onClose }: Props) {
  const { t } = useTranslation()
  const asked = useRead(getOwnProof, {}, { staleTime: 0 })
  const means = asked.data?.proof
  const title = t('security.proof.title')
  const what = (
    <>
      {t('security.proof.text')}
      <ul className={css.told}>{weaker.map((line) => <li key={line}>{line}</li>)}</ul>
    </>
  )
  if (!means || means === 'SignIn') {
    return (
      <PlainDialog title={title} onClose={onClose}>
        {means ? <div className="k-quiet">{what}<p>{t('security.proof.signIn', { minutes: freshSignInMinutes })}</p></div> : <ReadState asked={asked} name={title} />}
      </PlainDialog>
    )
  }
  const needsPassword = means !== 'Given'
  const needsCode = means === 'PasswordAndCode'
  return (
    <FormDialog<Typed>
      title={title}
      text={what}
      schema={z.object({ password: needsPassword ? z.string().min(1, 'security.setup.passwordRequired') : z.string(), code: needsCode ? z.string().min(1, 'security.code.required') : z.string() })}
      start={{ password: '', code: '' }}
      paths={{ OldPasswordWrong: 'password', TooManyRequests: 'password', ProofNeeded: 'password', SecondFactorRequired: 'code', SecondFactorWrong: 'code', 'proof.code': 'code', 'proof.password': 'password' }}
      action={action}
      danger
      onSubmit={({ password, code }) => onProve(needsPassword ? { password, ...(needsCode && { code }) } : undefined)}
      onClose={onClose}
    >
      {needsPassword && <PasswordField name="password" label={t('security.setup.password')} autoComplete="current-password" focusFirst />}
      {needsCode && <CodeField name="code" label={t('security.part.removeCode')} digits={false} />}
    </FormDialog>
  )
}
