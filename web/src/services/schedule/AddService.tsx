import { addService } from '@kervan/contract/services/scheduling'
import { addDays } from '@kervan/contract/kit/days'
import { z } from 'zod'
import { useCall } from '../../kit/call/useCall.ts'
import { DateField } from '../../kit/form/DateField.tsx'
import { SelectField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { type Calendar, refreshes } from './calendar.ts'

const addSchema = z.object({
  strategyId: z.string().min(1, 'services.schedule.strategyNeeded'),
  day: z.iso.date(),
})

/** Plans a service on a day. */
export function AddService({ day, data, onClose }: { day: string; data: Calendar; onClose: () => void }) {
  const { t, column } = useWords()
  const add = useCall(addService, { refreshes })
  return (
    <FormDialog
      title={t('services.calendar.add')}
      action={t('services.calendar.addAction')}
      schema={addSchema}
      start={{ strategyId: '', day: day > data.today ? day : addDays(data.today, 2) }}
      paths={{ DateFrozen: 'day', DateTaken: 'day', StrategyNotActive: 'strategyId' }}
      onSubmit={(values) => add.attempt(values)}
      onClose={onClose}
    >
      <SelectField
        name="strategyId"
        label={column('strategyName')}
        searchable
        data={data.strategies.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <DateField name="day" label={column('serviceDate')} minDate={data.today} />
    </FormDialog>
  )
}
