import { findForTrial, trialLineLimit, type tryOrder } from '@kervan/contract/order/order-trial'
import type { InputOf } from '@kervan/contract/kit/call'
import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { callServer } from '../../kit/call/client.ts'
import { Form, useKitForm } from '../../kit/form/Form.tsx'
import { NumberField } from '../../kit/form/fields.tsx'
import { LookupField } from '../../kit/form/LookupField.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import css from './trial.module.css'
import type { Trial } from './TrialFindings.tsx'

const Wish = z.object({
  locationId: z.string(),
  lines: z
    .array(z.object({ key: z.int(), variantId: z.string(), quantity: z.int().min(1).max(999_999_999) }))
    .max(trialLineLimit),
})

const lookup = (what: InputOf<typeof findForTrial>['what']) => ({
  lookupKey: ['OrderTrial', what],
  load: async (search: string, signal: AbortSignal) => {
    const { options, hasMore } = await callServer(findForTrial, { what, search }, { signal })
    return { options: options.map(({ id, code, name }) => ({ value: id, label: name, code })), hasMore }
  },
})
const places = lookup('place')
const variants = lookup('variant')

/** Where the trial goes and what it orders: begins with what was proposed. */
export function TrialForm({
  trial,
  isTrying,
  onTry,
}: {
  trial: Trial
  isTrying: boolean
  onTry: (wish: InputOf<typeof tryOrder>) => void
}) {
  const { t } = useWords()
  const form = useKitForm<z.infer<typeof Wish>>({
    schema: Wish,
    start: {
      locationId: trial.place?.locationId ?? '',
      lines: trial.asked.map(({ variantId, quantity }, key) => ({ key, variantId, quantity })),
    },
    onSubmit: async ({ locationId, lines }) => {
      const chosen = lines.flatMap(({ variantId, quantity }) =>
        variantId === '' ? [] : [{ variantId, quantity }],
      )
      onTry({
        ...(locationId !== '' && { locationId }),
        ...(chosen.length > 0 && { lines: chosen }),
      })
    },
  })
  const lines = useWatch({ control: form.control, name: 'lines' })
  const nextKey = Math.max(-1, ...lines.map(({ key }) => key)) + 1
  const setLines = (next: typeof lines) => form.setValue('lines', next, { shouldDirty: true })
  const { place } = trial
  const knownPlaces = place
    ? [
        {
          value: place.locationId,
          label: `${place.customerName} · ${place.locationName}`,
          code: place.locationCode,
        },
      ]
    : []
  const known = trial.asked.map(({ variantId, productName, variantCode }) => ({
    value: variantId,
    label: productName,
    code: variantCode,
  }))
  return (
    <Form form={form} label={t('order.trial.title')} className={css.form ?? ''}>
      <LookupField
        name="locationId"
        label={t('order.trial.place')}
        {...places}
        known={knownPlaces}
        reserve={false}
      />
      {lines.map(({ key }, at) => (
        <div key={key} className={css.line}>
          <LookupField
            name={`lines.${at}.variantId`}
            label={t('order.trial.variant')}
            {...variants}
            known={known}
            reserve={false}
          />
          <NumberField
            name={`lines.${at}.quantity`}
            label={t('order.trial.quantity')}
            min={1}
            reserve={false}
          />
          <ActionIcon
            variant="subtle"
            className={css.remove ?? ''}
            aria-label={t('order.trial.removeLine', {
              product: known.find(({ value }) => value === lines[at]?.variantId)?.label ?? at + 1,
            })}
            title={t('order.trial.removeLine', {
              product: known.find(({ value }) => value === lines[at]?.variantId)?.label ?? at + 1,
            })}
            onClick={() => setLines(lines.toSpliced(at, 1))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <div className={css.tools}>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={lines.length >= trialLineLimit}
          onClick={() => setLines([...lines, { key: nextKey, variantId: '', quantity: 1 }])}
        >
          {t('order.trial.addLine')}
        </Button>
        <Button type="submit" variant="default" loading={isTrying}>
          {t('order.trial.again')}
        </Button>
      </div>
    </Form>
  )
}
