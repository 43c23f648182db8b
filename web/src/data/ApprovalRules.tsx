import { getApprovalRules, saveApprovalRule } from '@kervan/contract/data/data-log'
import type { OutputOf } from '@kervan/contract/kit/call'
import { approvalSteps } from '@kervan/contract/kit/master-change'
import { Select, Stack } from '@mantine/core'
import { useRead } from '../kit/call/query.ts'
import { useCall } from '../kit/call/useCall.ts'
import { toast } from '../kit/feedback/toasts.tsx'
import { useWords } from '../kit/i18n/words.ts'
import { PageFrame } from '../kit/page/PageFrame.tsx'
import { useMayChangeCompany, WholeCompanyNote } from '../kit/page/wholeCompany.tsx'
import { ReadState } from '../kit/record/ReadState.tsx'

type Rule = OutputOf<typeof getApprovalRules>['rules'][number]

/** How many persons a change of each kind needs (DAT-003). */
export default function ApprovalRules() {
  const { t } = useWords()
  const asked = useRead(getApprovalRules, {})
  return (
    <PageFrame title={t('dataManagement.approval.title')} layout="form">
      <WholeCompanyNote calls={[saveApprovalRule]} />
      <p className="k-quiet">{t('dataManagement.approval.text')}</p>
      {asked.data ? (
        <Stack gap={16} pt={12}>
          {asked.data.rules.map((rule) => (
            <RuleField key={rule.kind} rule={rule} />
          ))}
        </Stack>
      ) : (
        <ReadState asked={asked} />
      )}
    </PageFrame>
  )
}

function RuleField({ rule }: { rule: Rule }) {
  const { t, state } = useWords()
  const may = useMayChangeCompany()
  const save = useCall(saveApprovalRule, {
    refreshes: ['DataManagement'],
    failed: t('dataManagement.approval.notSaved'),
  })
  const choose = async (wanted: string | null) => {
    const steps = approvalSteps.find((one) => one === wanted)
    const { kind, version } = rule
    if (steps && steps !== rule.steps && (await save.run({ kind, version, steps })))
      toast('success', t('dataManagement.approval.saved'))
  }
  const offered = approvalSteps.filter((one) => !rule.always || one !== 'None')
  return (
    <Select
      label={state('recordType', rule.kind)}
      data={offered.map((value) => ({ value, label: state('approvalSteps', value) }))}
      value={rule.steps}
      allowDeselect={false}
      disabled={!may(saveApprovalRule) || save.isPending}
      onChange={(value) => void choose(value)}
    />
  )
}
