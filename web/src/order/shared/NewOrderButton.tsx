import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRights } from '../../kit/call/rights.ts'
import { LinkButton } from './LinkButton.tsx'

/** For those who may order; on a telephone its sign alone. */
export function NewOrderButton() {
  const { t } = useTranslation()
  const rights = useRights()
  const navigate = useNavigate()
  const narrow =
    useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false }) ?? false
  if (!rights.has('NewOrder')) return null
  const label = t('screen.newOrder.title')
  if (narrow) {
    return (
      <ActionIcon
        variant="default"
        aria-label={label}
        onClick={() => void navigate({ to: '/order/new-order' })}
      >
        <IconPlus size={18} />
      </ActionIcon>
    )
  }
  return (
    <LinkButton to="/order/new-order" leftSection={<IconPlus size={16} aria-hidden />}>
      {label}
    </LinkButton>
  )
}
