import {
  getOrderPolicy,
  OrderPolicy,
  settingTabs,
  updateOrderPolicy,
  type OrderPolicyView,
} from '@kervan/contract/order/order-policy'
import { keysOf } from '@kervan/contract/kit/typed'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { useRead } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { Form, useKitForm } from '../../kit/form/Form.tsx'
import { useLatest } from '../../kit/form/useLatest.ts'
import { tDynamic, useWords } from '../../kit/i18n/words.ts'
import { useLeaveGuard } from '../../kit/page/leaveGuard.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useMayChangeCompany, WholeCompanyNote } from '../../kit/page/wholeCompany.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
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
  const asked = useRead(getOrderPolicy, {})
  const title = tDynamic(t, `serviceSettings.part.${part}`, part)
  return (
    <PageFrame title={title} layout="form">
      {asked.data ? (
        <Editor policy={asked.data} tab={tab} title={title} {...(question && { question })}>
          {children}
        </Editor>
      ) : (
        <ReadState asked={asked} name={title} />
      )}
    </PageFrame>
  )
}

function Editor({
  policy,
  tab,
  title,
  question,
  children,
}: Pick<Props, 'tab' | 'question' | 'children'> & { policy: OrderPolicyView; title: string }) {
  const { t } = useWords()
  const save = useCall(updateOrderPolicy, { refreshes: ['ProjectSetting'] })
  const latest = useLatest(getOrderPolicy, {}, valuesOf)
  const own = settingsOf(tab)
  const form = useKitForm<Values>({
    schema: Values,
    start: valuesOf(policy).values,
    versioned: {
      version: policy.version,
      latest,
      fields: own.map((name) => ({ name, label: t(`order.policy.${name}`) })),
    },
    onSubmit: async (values, version) => {
      const asked = question?.(policy, values)
      if (asked && !(await confirm(asked))) return false
      const named = Object.fromEntries(own.map((key) => [key, values[key]]))
      if (await save.attempt({ ...named, version })) toast('success', t('order.policy.saved'))
      return true
    },
  })
  const { isDirty, isSubmitting } = form.formState
  useLeaveGuard(isDirty && !isSubmitting, { record: 'part' })
  const disabled = !useMayChangeCompany()(updateOrderPolicy)
  return (
    <Form form={form} label={title} className={css.policy!}>
      <WholeCompanyNote calls={[updateOrderPolicy]} />
      {children(policy, disabled)}
      {!disabled && (
        <div>
          <Button type="submit" loading={isSubmitting} disabled={!isDirty}>
            {t('masterData.save')}
          </Button>
        </div>
      )}
    </Form>
  )
}
