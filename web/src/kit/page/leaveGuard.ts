import { useBlocker } from '@tanstack/react-router'
import { useEffect, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../feedback/dialogs.ts'
import { gridSearchShape } from '../grid/gridSearch.ts'
import { i18n } from '../i18n/i18n.ts'

/**
 * Asks before unsaved changes are lost: on a way inside the portal, on reload and on close (SHL-018).
 * With `save` the dialog offers to save first; when saving fails the user stays. Where the unsaved record stands in the
 * address, `record` names its search parameter: leaving the record is then leaving too. A dialog stands in no address:
 * with `anywhere` every other address is away from it, but for what the list behind it does to its own part.
 */
export function useLeaveGuard(
  unsaved: boolean,
  options: {
    text?: string
    save?: () => Promise<boolean>
    record?: string
    anywhere?: boolean
    /** True once the user has decided to go. */ going?: RefObject<boolean>
  } = {},
): void {
  const { t } = useTranslation()
  const { text, save, record, anywhere, going } = options
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
      if (going?.current) return false
      const recordOf = (place: { search: Record<string, unknown> }) =>
        anywhere ? withoutGrid(place.search) : record ? place.search[record] : null
      if (current.pathname === next.pathname && recordOf(current) === recordOf(next)) return false
      const answer = await askToLeave(text ?? t('kit.leave.text'), save !== undefined)
      if (answer === 'leave') return false
      return answer === 'save' && save ? !(await save()) : true
    },
  })
}

/** The one question before unsaved changes are lost. */
export function askToLeave(text: string, canSave = false): Promise<'leave' | 'stay' | 'save' | null> {
  const { t } = i18n
  return ask<'leave' | 'stay' | 'save'>({
    title: t('kit.leave.title'),
    text,
    buttons: [
      { key: 'leave', label: t('kit.leave.leave'), tone: 'default' },
      { key: 'stay', label: t('kit.leave.stay'), tone: canSave ? 'default' : 'primary' },
      ...(canSave ? [{ key: 'save', label: t('kit.leave.save'), tone: 'primary' } as const] : []),
    ],
  })
}

function withoutGrid(search: Record<string, unknown>): string {
  return JSON.stringify(
    Object.entries(search)
      .filter(([key, value]) => !(key in gridSearchShape) && value !== undefined)
      .toSorted(),
  )
}
