import { downloadServiceFile, serviceFiles } from '@kervan/contract/services/runs'
import { addMonths } from '@kervan/contract/kit/days'
import { serviceFileTypes, variantServices } from '@kervan/contract/services/words'
import { Button } from '@mantine/core'
import { IconDownload, IconFileDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { saveFile } from '../../kit/call/client.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { DateField } from '../../kit/form/DateField.tsx'
import { SelectField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { today } from '../../kit/values/companyDay.ts'
import { DateWindow } from '../../kit/values/DateWindow.tsx'
import { downloadsSearch, serviceMonths } from '../search.ts'

/** The files that services made, by date and type (SVC-009). */
export default function Downloads() {
  const { t } = useWords()
  const [search, change] = useScreenSearch(downloadsSearch)
  const [isAsking, setAsking] = useState(false)
  const save = useCall(downloadServiceFile, { onDone: saveFile })
  const window = { from: search.from ?? addMonths(today(), -3), to: search.to ?? today() }
  return (
    <PageFrame
      title={t('screen.downloadsManager.title')}
      actions={
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('services.downloads.byDay')}
        </Button>
      }
    >
      <DataGrid
        list={serviceFiles}
        scope={window}
        label={t('screen.downloadsManager.title')}
        nouns="services.downloads.count"
        columns={{
          fileName: { width: 300, pinned: true },
          fileType: { width: 150 },
          serviceDate: { width: 130 },
          runName: { width: 220 },
          runCode: { width: 130 },
          fileBytes: { width: 130 },
          contentType: { width: 170 },
          madeAt: { width: 150 },
        }}
        quickFilter="fileType"
        filters={
          <DateWindow
            value={window}
            months={serviceMonths}
            label={t('column.serviceDate')}
            onChange={(next) => change(next)}
          />
        }
        rowActions={({ id }) => [
          {
            key: 'save',
            label: t('services.downloads.save'),
            icon: IconDownload,
            run: () => void save.run({ serviceFileId: id, day: null, type: null, service: null }),
          },
        ]}
        empty={{
          title: t('services.downloads.empty'),
          text: t('services.downloads.emptyText'),
          icon: IconFileDownload,
        }}
      />
      {isAsking && <ByDay onClose={() => setAsking(false)} />}
    </PageFrame>
  )
}

const schema = z.object({
  day: z.iso.date(),
  type: z.enum(serviceFileTypes),
  service: z.enum(variantServices),
})

/** The file of one service and day, or why there is none. */
function ByDay({ onClose }: { onClose: () => void }) {
  const { t, column, state } = useWords()
  const save = useCall(downloadServiceFile, { onDone: saveFile })
  return (
    <FormDialog<z.infer<typeof schema>>
      title={t('services.downloads.byDay')}
      action={t('services.downloads.save')}
      schema={schema}
      start={{ day: today(), type: 'WorkOrders', service: 'PST' }}
      onSubmit={(values) => save.attempt({ serviceFileId: null, ...values })}
      onClose={onClose}
    >
      <DateField name="day" label={column('serviceDate')} />
      <SelectField
        name="type"
        label={column('fileType')}
        data={serviceFileTypes.map((value) => ({ value, label: state('serviceFileType', value) }))}
      />
      <SelectField
        name="service"
        label={column('serviceProduct')}
        data={variantServices.map((value) => ({ value, label: state('serviceProduct', value) }))}
      />
    </FormDialog>
  )
}
