import { beginMaintenance, endMaintenance, type getDiagnosis } from '@kervan/contract/diagnosis/diagnosis'
import type { OutputOf } from '@kervan/contract/kit/call'
import { Alert, Button } from '@mantine/core'
import { IconBellOff, IconBellRinging } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { useCall } from '../kit/call/useCall.ts'
import { NumberField } from '../kit/form/fields.tsx'
import { FormDialog } from '../kit/form/FormDialog.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { useWords } from '../kit/i18n/words.ts'
import { useMayChangeCompany } from '../kit/page/wholeCompany.tsx'
import { useFormats } from '../kit/values/format.ts'

type Under = OutputOf<typeof getDiagnosis>['maintenance']

const schema = z.object({
  hours: z.int().min(1).max(168),
  reason: z.string().trim().min(1, 'diagnosis.maintenance.reasonMissing').max(200),
})

/** Begins the time during which nobody is told of findings, or ends it. */
export function MaintenanceButton({ under }: { under: Under }) {
  const { t } = useWords()
  const mayChange = useMayChangeCompany()
  const [isOpen, setOpen] = useState(false)
  const options = { refreshes: [beginMaintenance.group], failed: t('diagnosis.maintenance.failed') }
  const begin = useCall(beginMaintenance, options)
  const end = useCall(endMaintenance, options)
  if (!mayChange(under ? endMaintenance : beginMaintenance)) return null
  if (under)
    return (
      <Button
        variant="default"
        leftSection={<IconBellRinging size={16} aria-hidden />}
        loading={end.isPending}
        onClick={() => void end.run({})}
      >
        {t('diagnosis.maintenance.end')}
      </Button>
    )
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBellOff size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('diagnosis.maintenance.title')}
      </Button>
      {isOpen && (
        <FormDialog
          title={t('diagnosis.maintenance.title')}
          text={t('diagnosis.maintenance.text')}
          action={t('diagnosis.maintenance.begin')}
          schema={schema}
          start={{ hours: 2, reason: '' }}
          onSubmit={(values) => begin.attempt(values)}
          onClose={() => setOpen(false)}
        >
          <NumberField name="hours" label={t('diagnosis.maintenance.hours')} min={1} max={168} />
          <TextField name="reason" label={t('diagnosis.maintenance.reason')} />
        </FormDialog>
      )}
    </>
  )
}

/** Says that nobody is told at the moment, until when and why. */
export function MaintenanceNote({ under }: { under: Under }) {
  const { t } = useWords()
  const format = useFormats()
  if (!under) return null
  return (
    <Alert color="yellow" icon={<IconBellOff size={18} aria-hidden />}>
      {t('diagnosis.maintenance.note', {
        until: format.dateTime(under.untilAt),
        name: under.by,
        reason: under.reason,
      })}
    </Alert>
  )
}
