import { locationRestrictions } from '@kervan/contract/company/location-parts'
import { shippingBlockKind } from '@kervan/contract/company/restrictions'
import { productKind } from '@kervan/contract/company/products'
import { Button } from '@mantine/core'
import { IconPlus, IconTruckDelivery } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { callServer } from '../kit/call/client.ts'
import { useRead } from '../kit/call/query.ts'
import { useCall } from '../kit/call/useCall.ts'
import { toast } from '../kit/feedback/toasts.tsx'
import { FormDialog } from '../kit/form/FormDialog.tsx'
import { LookupField } from '../kit/form/LookupField.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { DataGrid } from '../kit/grid/DataGrid.tsx'
import { locationKind } from '@kervan/contract/company/locations'
import { useWords } from '../kit/i18n/words.ts'
import { useMayChangeCompany } from '../kit/page/wholeCompany.tsx'
import { RecordBody } from '../kit/record/RecordParts.tsx'
import { useGo } from '../kit/page/go.ts'

/** The products that cannot be shipped to a location (LOC-001); a row opens its record, where it can be changed and deleted. */
export function LocationRestrictions({ id, title }: { id: string; title: string }) {
  const { t } = useTranslation()
  const may = useMayChangeCompany()
  const go = useGo()
  const [isAdding, setAdding] = useState(false)
  const add = may(shippingBlockKind.save) && (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setAdding(true)}
    >
      {t('kind.shippingBlock.new')}
    </Button>
  )
  return (
    <RecordBody fill>
      <DataGrid
        list={locationRestrictions}
        scope={{ locationId: id }}
        label={`${t('kind.shippingBlock.many')}: ${title}`}
        nouns="kind.shippingBlock.count"
        state="own"
        filters={add}
        onOpen={(row) => go({ search: { part: 'shippingBlock', record: row.id } })}
        empty={{
          title: t('kind.shippingBlock.empty'),
          text: t('company.restrictions.emptyText'),
          icon: IconTruckDelivery,
          actions: add,
        }}
      />
      {isAdding && <AddRestriction id={id} onClose={() => setAdding(false)} />}
    </RecordBody>
  )
}

const schema = z.object({ product: z.string().min(1), note: z.string().max(200) })
type Added = z.infer<typeof schema>

function AddRestriction({ id, onClose }: { id: string; onClose: () => void }) {
  const { t, column } = useWords()
  const location = useRead(locationKind.get, { id })
  const save = useCall(shippingBlockKind.save, { refreshes: ['Location', 'LocationManagement'] })
  const code = location.data?.values.code
  return (
    <FormDialog<Added>
      title={t('kind.shippingBlock.new')}
      schema={schema}
      start={{ product: '', note: '' }}
      action={t('masterData.save')}
      onSubmit={async ({ product, note }) => {
        if (code === undefined) return
        await save.attempt({
          id: null,
          version: null,
          values: { location: code, product, note: note.trim() || null },
          confirmed: false,
        })
        toast('success', t('masterData.saved'))
      }}
      onClose={onClose}
    >
      <LookupField
        name="product"
        label={column('product')}
        lookupKey={['MasterData', 'product']}
        load={async (search, signal) => {
          const { options, hasMore } = await callServer(productKind.find, { search }, { signal })
          return {
            options: options.map((one) => ({ value: one.code, label: one.name, code: one.code })),
            hasMore,
          }
        }}
      />
      <TextField name="note" label={column('note')} optional />
    </FormDialog>
  )
}
