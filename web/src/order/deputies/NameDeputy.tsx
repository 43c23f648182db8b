import { deputyCustomerLimit, findDeputies, nameDeputy } from '@kervan/contract/order/deputies'
import { addDays } from '@kervan/contract/kit/days'
import { findRecords } from '@kervan/contract/shell/find-records'
import { z } from 'zod'
import { callServer } from '../../kit/call/client.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { DateField } from '../../kit/form/DateField.tsx'
import { DecimalField } from '../../kit/form/DecimalField.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { LookupField, MultiLookupField } from '../../kit/form/LookupField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { today } from '../../kit/values/companyDay.ts'
import { useFormats } from '../../kit/values/format.ts'

const Named = z
  .object({
    membershipId: z.uuid('order.deputy.personMissing'),
    startsOn: z.iso.date('order.deputy.dayMissing'),
    endsOn: z.iso.date('order.deputy.dayMissing'),
    customerCodes: z.array(z.string()).max(deputyCustomerLimit),
    maxAmount: z.string().regex(/^$|^\d{1,15}(\.\d{1,2})?$/, 'order.deputy.amountFault'),
    note: z.string().trim().max(200),
  })
  .refine(({ startsOn, endsOn }) => startsOn <= endsOn, { path: ['endsOn'], error: 'order.deputy.turned' })

const people = {
  lookupKey: ['OrderManagement', 'deputies'],
  load: async (search: string, signal: AbortSignal) => {
    const { options, hasMore } = await callServer(findDeputies, { search }, { signal })
    return {
      options: options.map(({ id, name, userName }) => ({ value: id, label: name, code: userName })),
      hasMore,
    }
  },
}
/** The server finds from two letters on; before that there is nothing to choose from. */
const customers = {
  lookupKey: ['Search', 'customersOfDeputy'],
  load: async (text: string, signal: AbortSignal) => {
    if (text.length < 2) return { options: [], hasMore: false }
    const { records } = await callServer(findRecords, { text, kind: 'customer' }, { signal })
    return {
      options: records.map(({ code, name }) => ({ value: code ?? '', label: name, code: code ?? '' })),
      hasMore: false,
    }
  },
}

/** For how long, for which customers and up to which amount somebody decides in one's name. */
export function NameDeputy({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const format = useFormats()
  const name = useCall(nameDeputy, { refreshes: ['OrderManagement'] })
  return (
    <FormDialog
      title={t('order.deputy.name')}
      text={t('order.deputy.hint')}
      action={t('order.deputy.save')}
      size={520}
      schema={Named}
      start={{
        membershipId: '',
        startsOn: today(),
        endsOn: addDays(today(), 13),
        customerCodes: [],
        maxAmount: '',
        note: '',
      }}
      paths={{
        UserNotFound: 'membershipId',
        DeputyNotPossible: 'membershipId',
        DeputyTwice: 'membershipId',
        DeputyDays: 'endsOn',
        CustomersUnknown: 'customerCodes',
      }}
      onSubmit={async ({ maxAmount, note, ...values }) => {
        const made = await name.attempt({ ...values, maxAmount: maxAmount || null, note: note || null })
        if (made)
          toast(
            'success',
            t('order.deputy.saved', {
              name: made.deputy,
              from: format.date(made.startsOn),
              to: format.date(made.endsOn),
            }),
          )
      }}
      onClose={onClose}
    >
      <LookupField
        name="membershipId"
        label={t('order.deputy.person')}
        hint={t('order.deputy.personHint')}
        {...people}
        focusFirst
      />
      <DateField name="startsOn" label={t('order.deputy.from')} minDate={today()} />
      <DateField name="endsOn" label={t('order.deputy.to')} minDate={today()} />
      <MultiLookupField
        name="customerCodes"
        label={t('order.deputy.customers')}
        hint={t('order.deputy.customersHint')}
        optional
        {...customers}
      />
      <DecimalField
        name="maxAmount"
        label={t('order.deputy.maxAmount')}
        hint={t('order.deputy.maxAmountHint')}
        optional
      />
      <TextField name="note" label={t('order.deputy.note')} optional />
    </FormDialog>
  )
}
