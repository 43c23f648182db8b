import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRights } from '../../kit/call/rights.ts'
import { HeadLink } from '../../kit/page/LinkButton.tsx'

/** For those who may order. `named`: with its words on a telephone too, where nothing else says what to do. */
export function NewOrderButton({ named = false }: { named?: boolean }) {
  const { t } = useTranslation()
  const rights = useRights()
  if (!rights.has('NewOrder')) return null
  return (
    <HeadLink
      to="/order/new-order"
      icon={IconPlus}
      label={t('screen.newOrder.title')}
      primary
      named={named}
    />
  )
}
