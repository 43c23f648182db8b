import type { OwnExplainTarget } from '@kervan/contract/administration/explain'
import { callNameOf } from '@kervan/contract/kit/call'
import { Button } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CallRefused } from '../call/refused.ts'

let opener: ((target: OwnExplainTarget) => void) | null = null

/** What explains a refusal is known to the shell, and stands only where somebody is signed in. */
export function setWhyOpener(open: typeof opener): void {
  opener = open
}
export function openWhy(target: OwnExplainTarget): void {
  opener?.(target)
}

/** The permission that the server missed; null for every other refusal. */
export function missingPermission(refused: CallRefused): string | null {
  const { permission } = refused.facts
  return refused.is('PermissionMissing') && typeof permission === 'string' && permission !== ''
    ? permission
    : null
}

/** "Why?" beside a refusal for want of a permission; beside any other it is nothing. */
export function WhyButton({ refused, onPress }: { refused: CallRefused; onPress?: () => void }) {
  const { t } = useTranslation()
  const permission = missingPermission(refused)
  if (permission === null || opener === null) return null
  const press = () => {
    onPress?.()
    openWhy({ kind: 'call', name: callNameOf(permission) })
  }
  return (
    <Button variant="default" leftSection={<IconHelpCircle size={16} aria-hidden />} onClick={press}>
      {t('kit.action.why')}
    </Button>
  )
}
