import {
  brokenRules,
  passwordRules,
  passwordStrength,
  type PasswordContext,
} from '@kervan/contract/access/password-rules'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { asText } from '../kit/values/asText.ts'
import { PasswordField } from '../kit/form/TextField.tsx'
import { useSignedIn } from '../kit/call/session.ts'
import css from './newPassword.module.css'

export type NewPassword = { oldPassword: string; newPassword: string; repeat: string }

/** Where the server's refusals stand. */
export const newPasswordPaths = {
  OldPasswordWrong: 'oldPassword',
  PasswordBreaksRules: 'newPassword',
  PasswordTooCommon: 'newPassword',
  PasswordSame: 'newPassword',
  TooManyRequests: 'oldPassword',
} as const
export const emptyPassword: NewPassword = { oldPassword: '', newPassword: '', repeat: '' }

/** The person's own words, which a password must not contain. */
export function usePasswordContext(): PasswordContext {
  const { FirstName, LastName, UserName, CompanyName } = useSignedIn()
  return [FirstName, LastName, UserName.split('@')[0] ?? '', CompanyName]
}

const chosen = (context: PasswordContext) => ({
  newPassword: z
    .string()
    .min(1, 'security.password.newRequired')
    .refine(
      (password) => password === '' || brokenRules(password, context).length === 0,
      'security.password.notKept',
    ),
  repeat: z.string(),
})
const isRepeated = ({ newPassword, repeat }: { newPassword: string; repeat: string }) =>
  newPassword === repeat
const mismatch = { path: ['repeat'], message: 'security.password.mismatch' }

/** ACC-011: the same rules that the server asks again. */
export const newPasswordSchema = (context: PasswordContext) =>
  z
    .object({ oldPassword: z.string().min(1, 'security.password.currentRequired'), ...chosen(context) })
    .refine(isRepeated, mismatch)

/** The same without an old password: for somebody who has none. */
export const choosePasswordSchema = (context: PasswordContext) =>
  z.object(chosen(context)).refine(isRepeated, mismatch)

/** Old or temporary password, the new one twice, and the rules ticked off while typing. Stands in a form. */
export function NewPasswordFields({ oldLabel, size = 'sm' }: { oldLabel: string; size?: string }) {
  const { t } = useTranslation()
  return (
    <>
      <PasswordField
        name="oldPassword"
        label={oldLabel}
        autoComplete="current-password"
        size={size}
        focusFirst
      />
      <PasswordField
        name="newPassword"
        label={t('security.password.new')}
        autoComplete="new-password"
        size={size}
      />
      <PasswordRules context={usePasswordContext()} />
      <PasswordField
        name="repeat"
        label={t('security.password.repeat')}
        autoComplete="new-password"
        size={size}
      />
    </>
  )
}

/** The rules, ticked off while the new password is typed. Stands in its form. */
export function PasswordRules({ context }: { context: PasswordContext }) {
  const { t } = useTranslation()
  const password = asText(useWatch({ name: 'newPassword' }))
  const broken = password === '' ? passwordRules : brokenRules(password, context)
  const strength = passwordStrength(password, context)
  const word = t(
    broken.length > 0
      ? 'security.password.weak'
      : strength < 0.85
        ? 'security.password.fair'
        : 'security.password.strong',
  )
  return (
    <div className={css.rules}>
      <div
        className={css.bar}
        data-tone={broken.length > 0 ? 'weak' : strength < 0.85 ? 'fair' : 'strong'}
        aria-hidden
      >
        <i style={{ width: `${Math.round(strength * 100)}%` }} />
      </div>
      <p className="k-hidden" aria-live="polite">
        {password !== '' && t('security.password.strength', { word })}
      </p>
      <ul className={css.list} aria-label={t('security.password.rules')}>
        {passwordRules.map((rule) => {
          const kept = !broken.includes(rule)
          return (
            <li key={rule} data-kept={kept || undefined}>
              {kept ? <IconCircleCheckFilled size={14} aria-hidden /> : <IconCircle size={14} aria-hidden />}
              <span>
                {t(`security.password.rule.${rule}`)}
                <span className="k-hidden">
                  {' '}
                  ({t(kept ? 'security.password.kept' : 'security.password.open')})
                </span>
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
