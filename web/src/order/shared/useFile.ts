import type { InputOf } from '@kervan/contract/kit/call'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callServer, saveFile, type AnyCall } from '../../kit/call/client.ts'
import { toRefused } from '../../kit/call/refused.ts'
import { showRefused } from '../../kit/feedback/dialogs.ts'

/** Takes a file to the reader's own disk, and says what went wrong where it does not come. */
export function useFile() {
  const { t } = useTranslation()
  const [isSaving, setSaving] = useState(false)
  const save = async <C extends AnyCall>(call: C, input: InputOf<C>) => {
    setSaving(true)
    try {
      saveFile(await callServer(call, input))
    } catch (thrown) {
      showRefused(toRefused(thrown), t('order.detail.notDownloaded'))
    } finally {
      setSaving(false)
    }
  }
  return { isSaving, save }
}
