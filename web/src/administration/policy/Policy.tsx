import {
  getPolicy,
  policyLimits,
  PolicySettings,
  updatePolicy,
  weakens,
  type Bar,
  type BarRule,
  type PolicyView,
} from '@kervan/contract/administration/policy'
import { registrationPolicies, secondFactorPolicies } from '@kervan/contract/access/words'
import { z } from 'zod'
import { NumberField, SelectField, SwitchField } from '../../kit/form/fields.tsx'
import { SettingsPart } from '../../kit/form/SettingsPart.tsx'
import { useFormValues } from '../../kit/form/useFormValues.ts'
import { useFormats } from '../../kit/values/format.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { Section } from '../../kit/page/PageFrame.tsx'
import css from './policy.module.css'

const { passwordMaxAgeDays: age } = policyLimits
const PolicyForm = PolicySettings.omit({ version: true }).extend({
  expires: z.boolean(),
  passwordMaxAgeDays: z.int().min(age.minimum).max(age.maximum),
})
type Values = z.infer<typeof PolicyForm>

/** Each takes tutorials from everybody's home page. */
const tutorialSwitches = [
  'disableValidateFromImage',
  'disableITSValidation',
  'disablePortaMateValidation',
] as const

const minutesAndTries = ['idleMinutes', 'lockOutAfter', 'lockOutMinutes'] as const

/** What is proposed where passwords have not expired so far. */
const usualAge = 180

function valuesOf(policy: PolicyView) {
  const { version, passwordMaxAgeDays: days, ...settings } = PolicySettings.parse(policy)
  return { version, values: { ...settings, expires: days !== null, passwordMaxAgeDays: days ?? usualAge } }
}

/** The rules of the company (USR-009, HOM-002, SHL-023), how people sign in and what the home page shows: each with what it means and whom it touches. */
export default function Policy() {
  const { t, state } = useWords()
  const sayRule = useRuleWords()
  return (
    <SettingsPart
      title={t('account.part.policy')}
      read={getPolicy}
      save={updatePolicy}
      schema={PolicyForm}
      valuesOf={valuesOf}
      fields={[
        { name: 'expires', label: t('administration.policy.expires') },
        { name: 'passwordMaxAgeDays', label: t('administration.policy.days') },
        ...minutesAndTries.map((name) => ({ name, label: t(`administration.policy.${name}`) })),
        {
          name: 'secondFactor',
          label: t('administration.policy.factor'),
          words: (value: string) => state('secondFactorPolicy', value),
        },
        { name: 'entraOnly', label: t('administration.policy.entraOnly') },
        {
          name: 'registration',
          label: t('administration.policy.registration'),
          words: (value: string) => state('registrationPolicy', value),
        },
        { name: 'chartExport', label: t('administration.policy.chartExport') },
        ...tutorialSwitches.map((name) => ({ name, label: t(`administration.policy.${name}`) })),
      ]}
      sent={({ expires, passwordMaxAgeDays, ...values }) => ({
        ...values,
        passwordMaxAgeDays: expires ? passwordMaxAgeDays : null,
      })}
      weakens={(policy, rules) => weakens(policy, rules).map((rule) => sayRule(rule, policy, rules))}
      refreshes={['UserManagement']}
      saved={t('administration.policy.saved')}
      action={t('administration.policy.save')}
    >
      {(policy, disabled) => <Fields policy={policy} disabled={disabled} />}
    </SettingsPart>
  )
}

function Fields({ policy, disabled }: { policy: PolicyView; disabled: boolean }) {
  const { t, state } = useWords()
  const format = useFormats()
  const { expires } = useFormValues<Values>()
  const entraBlocked = policy.linkedAdministrators === 0 && !policy.entraOnly
  const choices = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: state(group, value) }))
  return (
    <>
      <p className="k-quiet">{t('administration.policy.intro')}</p>
      <Section title={t('administration.policy.passwords')}>
        <div className={css.fields}>
          <SwitchField
            name="expires"
            label={t('administration.policy.expires')}
            hint={t('administration.policy.expiresHint')}
            disabled={disabled}
          />
          {expires && (
            <div className={css.short}>
              <NumberField
                name="passwordMaxAgeDays"
                label={t('administration.policy.days')}
                min={age.minimum}
                max={age.maximum}
                disabled={disabled}
              />
            </div>
          )}
          {minutesAndTries.map((name) => (
            <NumberField
              key={name}
              name={name}
              label={t(`administration.policy.${name}`)}
              hint={t(`administration.policy.${name}Hint`, policyLimits[name])}
              min={policyLimits[name].minimum}
              max={policyLimits[name].maximum}
              disabled={disabled}
            />
          ))}
        </div>
      </Section>
      <Section title={t('administration.policy.proof')}>
        <div className={css.fields}>
          <SelectField
            name="secondFactor"
            label={t('administration.policy.factor')}
            hint={t('administration.policy.factorHint', { count: policy.withoutSecondFactor })}
            data={choices('secondFactorPolicy', secondFactorPolicies)}
            searchable={false}
            disabled={disabled}
          />
          <SwitchField
            name="entraOnly"
            label={t('administration.policy.entraOnly')}
            hint={
              entraBlocked
                ? t('administration.policy.entraBlocked')
                : t('administration.policy.entraHint', {
                    linked: format.number(policy.linkedUsers),
                    active: format.number(policy.activeUsers),
                  })
            }
            disabled={disabled || entraBlocked}
          />
        </div>
      </Section>
      <Section title={t('administration.policy.people')}>
        <div className={css.fields}>
          <SelectField
            name="registration"
            label={t('administration.policy.registration')}
            hint={t('administration.policy.registrationHint')}
            data={choices('registrationPolicy', registrationPolicies)}
            searchable={false}
            disabled={disabled}
          />
          <p className="k-quiet">
            {t('administration.policy.maximum', { maximum: format.number(policy.maximumUsers) })}
          </p>
        </div>
      </Section>
      <Section title={t('administration.policy.home')}>
        <div className={css.fields}>
          <SwitchField
            name="chartExport"
            label={t('administration.policy.chartExport')}
            hint={t('administration.policy.chartExportHint', { count: policy.chartUsers })}
            disabled={disabled}
          />
          {tutorialSwitches.map((name) => (
            <SwitchField
              key={name}
              name={name}
              label={t(`administration.policy.${name}`)}
              hint={[
                t(`administration.policy.${name}Hint`),
                t('administration.policy.tutorials', { count: policy.tutorials[name] }),
              ].join(' ')}
              disabled={disabled}
            />
          ))}
        </div>
      </Section>
    </>
  )
}

/** `Second factor: Required for everybody → Off`. */
function useRuleWords() {
  const { t, state } = useWords()
  const format = useFormats()
  const say = (
    rule: BarRule,
    {
      passwordMaxAgeDays,
      idleMinutes,
      lockOutAfter,
      lockOutMinutes,
      secondFactor,
      entraOnly,
      registration,
    }: Bar,
  ) =>
    ({
      passwordMaxAgeDays:
        passwordMaxAgeDays === null ? t('administration.policy.never') : format.number(passwordMaxAgeDays),
      idleMinutes: format.number(idleMinutes),
      lockOutAfter: format.number(lockOutAfter),
      lockOutMinutes: format.number(lockOutMinutes),
      secondFactor: state('secondFactorPolicy', secondFactor),
      entraOnly: t(entraOnly ? 'kit.yes' : 'kit.no'),
      registration: state('registrationPolicy', registration),
    })[rule]
  return (rule: BarRule, before: Bar, after: Bar) =>
    t('security.proof.line', {
      rule: t(`administration.field.${rule}`),
      before: say(rule, before),
      after: say(rule, after),
    })
}
