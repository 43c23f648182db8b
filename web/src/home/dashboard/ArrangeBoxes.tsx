import { saveDashboard } from '@kervan/contract/home/home'
import { dashboardBoxes, type DashboardBox } from '@kervan/contract/home/words'
import { keysOf } from '@kervan/contract/kit/typed'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { MultiSelectField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'

const schema = z.object({ boxes: z.array(z.enum(keysOf(dashboardBoxes))) })

/** Which key figures are shown, in the order in which they are chosen. */
export function ArrangeBoxes({
  open,
  chosen,
  onClose,
}: {
  open: readonly DashboardBox[]
  chosen: DashboardBox[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const save = useCall(saveDashboard, { refreshes: ['Home'], failed: t('home.dashboard.notSaved') })
  return (
    <FormDialog
      title={t('home.dashboard.arrange')}
      text={t('home.dashboard.lead')}
      schema={schema}
      start={{ boxes: chosen }}
      action={t('home.dashboard.save')}
      onSubmit={async (values) => {
        if (!(await save.attempt(values))) return
        toast('success', t('home.dashboard.saved'))
      }}
      onClose={onClose}
    >
      <MultiSelectField
        name="boxes"
        label={t('home.dashboard.choose')}
        data={open.map((value) => ({ value, label: t(`home.dashboard.box.${value}`) }))}
        focusFirst
      />
    </FormDialog>
  )
}
