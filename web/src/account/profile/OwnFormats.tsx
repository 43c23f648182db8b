import { getDateFormats } from '@kervan/contract/access/authentication'
import { setOwnFormats } from '@kervan/contract/account/profile'
import type { InputOf, OutputOf } from '@kervan/contract/kit/call'
import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../kit/call/query.ts'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { makeFormats, useFormats } from '../../kit/values/format.ts'
import css from './profile.module.css'

const asUsual = ''

/** How dates and times are written for oneself, on every device (SHL-015); each choice shows what it looks like. */
export function OwnFormats() {
  const { data } = useRead(getDateFormats, {}, { staleTime: Infinity })
  const mayChange = useRights().has(setOwnFormats.permission ?? '')
  return data ? <Choices chosen={data} mayChange={mayChange} /> : null
}

function Choices({ chosen, mayChange }: { chosen: OutputOf<typeof getDateFormats>; mayChange: boolean }) {
  const { t } = useTranslation()
  const { language } = useFormats()
  const [now] = useState(() => new Date().toISOString())
  const save = useCall(setOwnFormats, { refreshes: ['Authentication'] })
  const { choices, dateFormat, timeZone } = chosen
  const zone = timeZone ?? undefined
  const choose = async (change: Partial<InputOf<typeof setOwnFormats>>) => {
    if (await save.run({ dateFormat, timeZone, ...change })) toast('success', t('account.profile.datesSaved'))
  }
  const device = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <div className={css.formats}>
      <Select
        label={t('account.profile.dateFormat')}
        value={dateFormat ?? asUsual}
        data={[
          {
            value: asUsual,
            label: t('account.profile.asLanguage', {
              example: makeFormats(language, { timeZone: zone }).dateTime(now),
            }),
          },
          ...choices.map(({ dateFormat: value, ...patterns }) => ({
            value,
            label: makeFormats(language, { patterns, timeZone: zone }).dateTime(now),
          })),
        ]}
        allowDeselect={false}
        disabled={!mayChange || save.isPending}
        onChange={(value) =>
          void choose({ dateFormat: choices.find((one) => one.dateFormat === value)?.dateFormat ?? null })
        }
      />
      <Select
        label={t('account.profile.timeZone')}
        value={timeZone ?? asUsual}
        data={[
          { value: asUsual, label: t('account.profile.asDevice', { zone: device }) },
          ...Intl.supportedValuesOf('timeZone').map((value) => ({
            value,
            label: value.replaceAll('_', ' '),
          })),
        ]}
        searchable
        limit={60}
        allowDeselect={false}
        disabled={!mayChange || save.isPending}
        onChange={(value) => void choose({ timeZone: value || null })}
      />
    </div>
  )
}
