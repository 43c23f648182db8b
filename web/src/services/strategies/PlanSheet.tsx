import { downloadStrategyPlan, getStrategyPlan } from '@kervan/contract/services/strategies'
import { Button, Select } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { saveFile } from '../../kit/call/client.ts'
import { useRead } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { DayInput } from '../../kit/form/DayInput.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { Badge } from '../../kit/values/StateBadge.tsx'
import css from '../services.module.css'

const tones = { Same: 'grey', Added: 'green', Removed: 'red', Changed: 'amber' } as const

/** The compiled plan as a sheet, against the one before it, and as it was on a past day. */
export function PlanSheet({ strategyId, planNo }: { strategyId: string; planNo: number | null }) {
  const { t, column, state } = useWords()
  const format = useFormats()
  const [no, setNo] = useState<number | null>(null)
  const [day, setDay] = useState<string | null>(null)
  const asked = useRead(getStrategyPlan, { strategyId, no, day }, { enabled: planNo !== null })
  const save = useCall(downloadStrategyPlan, { onDone: saveFile })
  if (planNo === null) return <p className="k-quiet">{t('services.plan.none')}</p>
  const { data: plan } = asked
  return (
    <>
      <div className={css.bar}>
        <Select
          aria-label={column('planNo')}
          w={140}
          data={(plan?.numbers ?? [planNo]).map((one) => ({
            value: String(one),
            label: t('services.plan.number', { no: one }),
          }))}
          value={String(no ?? plan?.no ?? planNo)}
          onChange={(next) => {
            setDay(null)
            setNo(next === null ? null : Number(next))
          }}
        />
        <DayInput
          label={t('services.plan.asOf')}
          value={day}
          onChange={(next) => {
            setNo(null)
            setDay(next)
          }}
          onClear={() => setDay(null)}
        />
        {plan && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void save.run({ strategyId, no: plan.no })}
          >
            {t('services.plan.save')}
          </Button>
        )}
      </div>
      {!plan ? (
        <ReadState asked={asked} />
      ) : (
        <>
          <p className="k-quiet">
            {t('services.plan.compiled', { by: plan.compiledBy, at: format.dateTime(plan.compiledAt) })}{' '}
            {plan.comparedWith !== null && t('services.plan.compared', { no: plan.comparedWith })}
          </p>
          <p className="k-mono k-quiet">{plan.hash}</p>
          <table className={css.sheet}>
            <thead>
              <tr>
                <th scope="col">{column('principleCode')}</th>
                <th scope="col">{column('principleType')}</th>
                <th scope="col">{column('principleSays')}</th>
                <th scope="col">{t('services.plan.change')}</th>
              </tr>
            </thead>
            <tbody>
              {plan.lines.map(({ principle, type, sentence, change }) => (
                <tr key={`${principle} ${change}`}>
                  <td className="k-mono">{principle}</td>
                  <td>{state('principleType', type)}</td>
                  <td>{sentence}</td>
                  <td>
                    {plan.comparedWith !== null && (
                      <Badge tone={tones[change]}>{t(`services.plan.${change}`)}</Badge>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <h3 className={css.title}>{t('services.plan.json')}</h3>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
          <pre className={css.json} tabIndex={0}>
            {plan.json}
          </pre>
        </>
      )}
    </>
  )
}
