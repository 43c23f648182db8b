import {
  getOverrideProducts,
  getOverrideSheet,
  saveOverrides,
  type OverrideSheet as Sheet,
} from '@kervan/contract/services/work-order-override'
import type { OutputOf } from '@kervan/contract/kit/call'
import { overrideReasons } from '@kervan/contract/services/words'
import { Button, SegmentedControl, Select } from '@mantine/core'
import { IconArrowBackUp, IconArrowsExchange, IconDeviceFloppy } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { useRead } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { CheckField, SelectField, TextAreaField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { useLeaveGuard } from '../../kit/page/leaveGuard.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { overrideSearch } from '../search.ts'
import { changesOf, hasProblem, keyOf, type Changes, type Draft } from './overrideDraft.ts'
import { OverrideTable } from './OverrideTable.tsx'
import css from './override.module.css'

type Choice = OutputOf<typeof getOverrideProducts>

/** The override interface (WRK-003): the work orders of a product in a run as a sheet, by SKU or by scale set. */
export default function OverrideSheet() {
  const { t } = useWords()
  const [search, change] = useScreenSearch(overrideSearch)
  const asked = useRead(getOverrideProducts, { runCode: search.run ?? null })
  const { data: choice } = asked
  const product = search.product ?? choice?.products[0]?.code
  return (
    <PageFrame title={t('screen.workOrderOverride.title')} layout="scroll">
      {!choice ? (
        <ReadState asked={asked} />
      ) : choice.runCode === null || product === undefined ? (
        <EmptyState
          icon={IconArrowsExchange}
          title={t('workOrders.sheet.empty')}
          text={t('workOrders.sheet.emptyText')}
        />
      ) : (
        <>
          <Pickers choice={choice} product={product} bySet={search.by === 'set'} onChange={change} />
          <OneSheet
            key={`${choice.runCode} ${product}`}
            runCode={choice.runCode}
            productCode={product}
            bySet={search.by === 'set'}
          />
        </>
      )}
    </PageFrame>
  )
}

type PickersProps = {
  choice: Choice
  product: string
  bySet: boolean
  onChange: (next: Partial<z.infer<typeof overrideSearch>>) => void
}

function Pickers({ choice, product, bySet, onChange }: PickersProps) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <div className={css.pickers}>
      <Select
        label={t('workOrders.sheet.run')}
        data={choice.runs.map(({ code, serviceDate, strategyName }) => ({
          value: code,
          label: t('workOrders.sheet.runName', {
            code,
            day: format.date(serviceDate),
            strategy: strategyName,
          }),
        }))}
        value={choice.runCode}
        allowDeselect={false}
        searchable
        onChange={(run) => onChange({ run: run ?? undefined, product: undefined })}
      />
      <Select
        label={t('workOrders.sheet.product')}
        data={choice.products.map(({ code, name, workOrders }) => ({
          value: code,
          label: t('workOrders.sheet.productName', {
            name,
            code,
            count: workOrders,
            amount: format.number(workOrders),
          }),
        }))}
        value={product}
        allowDeselect={false}
        searchable
        onChange={(next) => onChange({ product: next ?? undefined })}
      />
      <SegmentedControl
        aria-label={t('workOrders.sheet.by')}
        value={bySet ? 'set' : 'sku'}
        data={(['sku', 'set'] as const).map((value) => ({
          value,
          label: t(`workOrders.sheet.units.${value}`),
        }))}
        onChange={(by) => onChange({ by: by === 'set' ? 'set' : undefined })}
      />
    </div>
  )
}

const countOf = ({ amounts, added }: Changes) => amounts.length + added.length

function OneSheet({ runCode, productCode, bySet }: { runCode: string; productCode: string; bySet: boolean }) {
  const { t } = useWords()
  const format = useFormats()
  const asked = useRead(getOverrideSheet, { runCode, productCode })
  const [draft, setDraft] = useState<Draft>(new Map())
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const [isSaving, setSaving] = useState(false)
  const { data: sheet } = asked
  const changed = sheet ? countOf(changesOf(sheet, draft)) : 0
  useLeaveGuard(changed > 0)
  if (!sheet) return <ReadState asked={asked} />
  return (
    <>
      <p className={css.legend}>{t('workOrders.sheet.legend')}</p>
      <OverrideTable sheet={sheet} bySet={bySet} draft={draft} onDraft={setDraft} refused={refused} />
      <div className={css.foot}>
        <output>
          {changed > 0 && tPlural(t, 'workOrders.sheet.changed', changed, format.number(changed))}
        </output>
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          disabled={draft.size === 0}
          onClick={() => {
            setDraft(new Map())
            setRefused(new Map())
          }}
        >
          {t('workOrders.sheet.undo')}
        </Button>
        <Button
          leftSection={<IconDeviceFloppy size={16} aria-hidden />}
          disabled={changed === 0 || hasProblem(sheet, draft)}
          onClick={() => setSaving(true)}
        >
          {t('workOrders.sheet.save')}
        </Button>
      </div>
      {isSaving && (
        <Save
          sheet={sheet}
          draft={draft}
          onSaved={(answer) => {
            const why = new Map(
              answer.refused.map(({ workOrderId, added, message }) => [
                workOrderId ?? (added ? keyOf(added) : ''),
                message,
              ]),
            )
            setRefused(why)
            setDraft(new Map([...draft].filter(([id]) => why.has(id))))
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  )
}

const saving = z.object({
  reason: z.enum(overrideReasons),
  note: z.string().trim().max(500),
  confirmed: z.boolean(),
})
type SaveProps = {
  sheet: Sheet
  draft: Draft
  onSaved: (answer: OutputOf<typeof saveOverrides>) => void
  onClose: () => void
}

/** One reason for all amounts that were changed. */
function Save({ sheet, draft, onSaved, onClose }: SaveProps) {
  const { t, state } = useWords()
  const format = useFormats()
  const save = useCall(saveOverrides, { refreshes: ['WorkOrderOverride', 'WorkOrderManagement'] })
  const changes = changesOf(sheet, draft)
  const changed = countOf(changes)
  return (
    <FormDialog<z.infer<typeof saving>>
      title={t('workOrders.sheet.save')}
      text={tPlural(t, 'workOrders.sheet.changed', changed, format.number(changed))}
      action={t('workOrders.sheet.save')}
      schema={saving}
      start={{ reason: 'LocalKnowledge', note: '', confirmed: false }}
      paths={{ ReasonMemoRequired: 'note' }}
      onSubmit={async ({ note, ...values }) => {
        const answer = await save.attempt({
          ...changes,
          runCode: sheet.runCode,
          ...values,
          note: note || null,
        })
        if (!answer) return
        onSaved(answer)
        if (answer.saved > 0)
          toast('success', tPlural(t, 'workOrders.sheet.saved', answer.saved, format.number(answer.saved)))
        const left = answer.refused.length
        if (left > 0) toast('warning', tPlural(t, 'workOrders.sheet.refused', left, format.number(left)))
      }}
      onClose={onClose}
    >
      <SelectField
        name="reason"
        label={t('workOrders.override.reason')}
        data={overrideReasons.map((value) => ({ value, label: state('overrideReason', value) }))}
      />
      <TextAreaField name="note" label={t('workOrders.override.note')} optional />
      <CheckField name="confirmed" label={t('workOrders.sheet.confirmed')} />
    </FormDialog>
  )
}
