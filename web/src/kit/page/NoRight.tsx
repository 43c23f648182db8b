import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { permissionName } from '../values/permissionName.ts'
import { EmptyState } from './EmptyState.tsx'
import { WhyMissing } from './why.tsx'

/** In place of what somebody may not see: which permission it takes, and "Why?" (GRD-005, SHL-025). */
export function NoRight({ title, permission }: { title: string; permission: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      isRefused
      icon={IconLock}
      title={title}
      text={t('kit.grid.noRightText', { permission: permissionName(t, permission) })}
    >
      <WhyMissing permission={permission} />
    </EmptyState>
  )
}
