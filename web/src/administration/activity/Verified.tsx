import type { verifyActivity } from '@kervan/contract/administration/activity'
import type { OutputOf } from '@kervan/contract/kit/call'
import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconShieldCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../kit/values/format.ts'
import css from './activity.module.css'

/** The answer of the check, in words that an auditor can use. */
export function Verified({
  answer,
  onClose,
}: {
  answer: OutputOf<typeof verifyActivity>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const format = useFormats()
  const isIntact = answer.firstBroken === null
  const Icon = isIntact ? IconShieldCheck : IconAlertTriangle
  return (
    <output className={css.verified} data-broken={!isIntact || undefined}>
      <Icon size={16} aria-hidden />
      <span>
        {isIntact
          ? t('administration.activity.intact', {
              amount: format.number(answer.entries),
              time: format.dateTime(answer.checkedAt),
            })
          : t('administration.activity.broken', { entry: format.number(answer.firstBroken ?? 0) })}
      </span>
      <ActionIcon size="xs" aria-label={t('kit.action.close')} onClick={onClose}>
        <IconX size={16} />
      </ActionIcon>
    </output>
  )
}
