import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRights } from '../../kit/call/rights.ts'
import { HeadLink } from './LinkButton.tsx'

/** For those who may order. */
export function NewOrderButton() {
  const { t } = useTranslation()
  const rights = useRights()
  if (!rights.has('NewOrder')) return null
  return <HeadLink to="/order/new-order" icon={IconPlus} label={t('screen.newOrder.title')} primary />
}
