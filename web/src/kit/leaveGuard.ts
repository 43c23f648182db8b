import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from './feedback/dialogs.tsx'

/**
 * Asks before unsaved changes are lost: on a way inside the portal, on reload and on close (SHL-018).
 * With `save` the dialog offers to save first; when saving fails the user stays. Where the unsaved record stands in the
 * address, `record` names its search parameter: leaving the record is then leaving too.
 */
export function useLeaveGuard(unsaved: boolean, options: { text?: string; save?: () => Promise<boolean>; record?: string } = {}): void {
  const { t } = useTranslation()
  const { text, save, record } = options
  useEffect(() => {
    if (!unsaved) return undefined
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [unsaved])
  useBlocker({
    disabled: !unsaved,
    enableBeforeUnload: false,
    shouldBlockFn: async ({ current, next }) => {
      const recordOf = (place: { search: unknown }) => (record ? (place.search as Record<string, unknown>)[record] : null)
      if (current.pathname === next.pathname && recordOf(current) === recordOf(next)) return false
      const answer = await ask({
        title: t('kit.leave.title'),
        text: text ?? t('kit.leave.text'),
        buttons: [
          { key: 'leave', label: t('kit.leave.leave'), tone: 'default' },
          { key: 'stay', label: t('kit.leave.stay'), tone: save ? 'default' : 'primary' },
          ...(save ? [{ key: 'save', label: t('kit.leave.save'), tone: 'primary' } as const] : []),
        ],
      })
      if (answer === 'leave') return false
      return answer === 'save' && save ? !(await save()) : true
    },
  })
}
