import type { OwnExplainTarget } from '@kervan/contract/administration/explain'
import { callNameOf } from '@kervan/contract/kit/call'
import { screens } from '@kervan/contract/shell/screens'
import { Button } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallRefused } from '../call/refused.ts'

let opener: ((target: OwnExplainTarget) => void) | null = null
const waiting = new Set<() => void>()

/** What explains a refusal is known to the shell, and stands only where somebody is signed in. */
export function setWhyOpener(open: typeof opener): void {
  opener = open
  for (const tell of waiting) tell()
}
/** Whether there is somebody to ask: a page may stand before the shell around it has begun. */
const useCanExplain = () => useSyncExternalStore(whenOpenerChanges, () => opener !== null)
function whenOpenerChanges(tell: () => void): () => void {
  waiting.add(tell)
  return () => waiting.delete(tell)
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
  const permission = missingPermission(refused)
  return permission === null ? null : <WhyMissing permission={permission} {...(onPress ? { onPress } : {})} />
}

/** "Why?" beside what is not shown because this permission is missing: that of a screen, of a part of one, or of a call. */
export function WhyMissing({
  permission,
  size = 'sm',
  onPress,
}: {
  permission: string
  size?: 'sm' | 'compact-sm'
  onPress?: () => void
}) {
  const { t } = useTranslation()
  const canExplain = useCanExplain()
  if (!canExplain) return null
  const press = () => {
    onPress?.()
    openWhy(targetOf(permission))
  }
  return (
    <Button
      variant="default"
      size={size}
      leftSection={<IconHelpCircle size={16} aria-hidden />}
      onClick={press}
    >
      {t('kit.action.why')}
    </Button>
  )
}

function targetOf(permission: string): OwnExplainTarget {
  const screen = screens.find((one) => one.permission === permission)
  if (screen) return { kind: 'screen', path: screen.path }
  // Calls are named by their group as well.
  return permission.includes('-')
    ? { kind: 'call', name: callNameOf(permission) }
    : { kind: 'part', permission }
}
