import { compareRuns, getComparableRuns, runDifferences } from '@kervan/contract/services/run-comparison'
import { Select } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '../../kit/call/query.ts'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { IconArrowsDiff } from '@tabler/icons-react'
import css from '../services.module.css'

/** A run beside another one, such as an experiment beside production (ENG-002): totals by type, then line by line. */
export function CompareRuns({ serviceRunId }: { serviceRunId: string }) {
  const { t, state } = useWords()
  const format = useFormats()
  const [chosen, setChosen] = useState<string | null>(null)
  const asked = useRead(getComparableRuns, { serviceRunId })
  if (!asked.data) return <ReadState asked={asked} name={t('services.run.tab.compare')} />
  const { runs } = asked.data
  const [first] = runs
  if (!first)
    return (
      <EmptyState
        icon={IconArrowsDiff}
        title={t('services.compare.none')}
        text={t('services.compare.noneText')}
      />
    )
  const otherRunId = chosen ?? first.id
  return (
    <>
      <Select
        label={t('services.compare.with')}
        data={runs.map(({ id, code, serviceDate, projectDomain }) => ({
          value: id,
          label: `${code} · ${state('projectDomain', projectDomain)} · ${format.date(serviceDate)}`,
        }))}
        value={otherRunId}
        allowDeselect={false}
        searchable
        onChange={setChosen}
      />
      <Totals key={otherRunId} serviceRunId={serviceRunId} otherRunId={otherRunId} />
    </>
  )
}

type Two = { serviceRunId: string; otherRunId: string }

function Totals(two: Two) {
  const { t, column, state } = useWords()
  const format = useFormats()
  const asked = useRead(compareRuns, two)
  if (!asked.data) return <ReadState asked={asked} name={t('services.run.tab.compare')} />
  const { here, there, types, currency, same, changed, onlyHere, onlyThere } = asked.data
  const money = (net: string | null) => (net === null ? '' : format.money(net, currency))
  return (
    <>
      <div className={css.wide}>
        <table className={css.sheet}>
          <thead>
            <tr>
              <th scope="col">{column('workOrderType')}</th>
              {[here, there].map(({ id, code, projectDomain }) => (
                <th key={id} scope="col">
                  {code} · {state('projectDomain', projectDomain)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {types.map((one) => (
              <tr key={one.type}>
                <th scope="row">{state('workOrderType', one.type)}</th>
                {[one.here, one.there].map((total, at) => (
                  <td key={at === 0 ? 'here' : 'there'}>
                    {t('services.compare.total', {
                      lines: format.number(total.lines),
                      units: format.number(total.units),
                    })}
                    <div className="k-quiet">{money(total.net)}</div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="k-quiet">
        {t('services.compare.lines', {
          same: format.number(same),
          changed: format.number(changed),
          onlyHere: format.number(onlyHere),
          onlyThere: format.number(onlyThere),
        })}
      </p>
      <div className={css.differences}>
        <DataGrid
          list={runDifferences}
          scope={two}
          state="own"
          label={t('services.compare.differences')}
          nouns="report.count"
          selectable={false}
          columns={{
            productName: { pinned: true, width: 160 },
            recipientName: { width: 130 },
            senderName: { width: 130 },
            amountHere: { width: 84 },
            amountThere: { width: 84 },
            amountDifference: { width: 90 },
            workOrderType: { width: 160 },
            productCode: { hidden: true },
            senderCode: { hidden: true },
            recipientCode: { hidden: true },
            sizeOfDifference: { hidden: true },
            netHere: { hidden: true },
            netThere: { hidden: true },
          }}
        />
      </div>
    </>
  )
}
