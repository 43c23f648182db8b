import {
  getOrderPolicy,
  OrderPolicy,
  settingTabs,
  updateOrderPolicy,
  type OrderPolicyView,
} from '@kervan/contract/order/order-policy'
import { keysOf } from '@kervan/contract/kit/typed'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { SettingsPart } from '../../kit/form/SettingsPart.tsx'
import { tDynamic, useWords } from '../../kit/i18n/words.ts'
import css from './settings.module.css'

const Values = OrderPolicy.omit({ version: true })
type Values = z.infer<typeof Values>
type Setting = keyof typeof settingTabs
type Tab = (typeof settingTabs)[Setting]

const settingsOf = (tab: Tab): Setting[] => keysOf(settingTabs).filter((key) => settingTabs[key] === tab)
const valuesOf = (policy: OrderPolicyView) => {
  const { version, ...values } = OrderPolicy.parse(policy)
  return { version, values }
}

type Props = {
  tab: Tab
  /** Its name among the parts of service settings. */
  part: string
  /** What is asked before these values are saved; null where nothing is. */
  question?: (before: OrderPolicyView, values: Values) => Parameters<typeof confirm>[0] | null
  children: (policy: OrderPolicyView, disabled: boolean) => ReactNode
}

/** One tab of the order settings (ORD-021): shows and sends the settings that belong to its permission. */
export function OrderPolicyPart({ tab, part, question, children }: Props) {
  const { t } = useWords()
  const own = settingsOf(tab)
  return (
    <SettingsPart
      title={tDynamic(t, `serviceSettings.part.${part}`, part)}
      read={getOrderPolicy}
      save={updateOrderPolicy}
      schema={Values}
      valuesOf={valuesOf}
      fields={own.map((name) => ({ name, label: t(`order.policy.${name}`) }))}
      sent={async (values, policy) => {
        const asked = question?.(policy, values)
        if (asked && !(await confirm(asked))) return null
        return Object.fromEntries(own.map((key) => [key, values[key]]))
      }}
      refreshes={['ProjectSetting']}
      saved={t('order.policy.saved')}
      className={css.policy}
    >
      {children}
    </SettingsPart>
  )
}
