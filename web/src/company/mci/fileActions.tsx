import { isKeyOf } from '@kervan/contract/kit/typed'
import {
  activateEntityFile,
  cancelEntityFile,
  downloadEntityFile,
  mciFileTable,
  validateEntityFile,
  type MciFileView,
} from '@kervan/contract/company/mci-files'
import { IconCheck, IconDownload, IconRefresh, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useJob } from '../../kit/bulk/jobs.ts'
import { JobProgress } from '../../kit/bulk/ProgressNotice.tsx'
import { saveFile } from '../../kit/call/client.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import type { GridAction } from '../../kit/grid/types.ts'
import { useFormats } from '../../kit/values/format.ts'

const group = 'CustomerPolicyData'

/** What can be done with a file of an entity. */
export function useFileActions(file: MciFileView | undefined): GridAction[] {
  const { t } = useTranslation()
  const format = useFormats()
  const failed = t('company.mci.failed')
  const activate = useCall(activateEntityFile, { refreshes: [group], failed })
  const validate = useCall(validateEntityFile, { refreshes: [group], failed })
  const cancel = useCall(cancelEntityFile, { refreshes: [group], failed })
  const download = useCall(downloadEntityFile, {
    failed: t('masterData.notDownloaded'),
    onDone: saveFile,
  })
  if (!file) return []
  const input = { mciFileId: file.id }
  const ask = async () => {
    const sure = await confirm({
      title: t('company.mci.activateTitle'),
      text: t('company.mci.activateText', { rows: format.number(file.rows) }),
      action: t('company.mci.activate'),
    })
    if (sure && (await activate.run(input))) toast('success', t('company.mci.activated'))
  }
  // What is wrong comes first where something is.
  const isFaulty = file.faulty > 0
  const asFile: GridAction = {
    key: 'file',
    label: t(isFaulty ? 'masterData.do.faults' : 'masterData.do.file'),
    icon: IconDownload,
    run: () => void download.run(input),
  }
  const actions: GridAction[] = [
    ...(isFaulty ? [asFile] : []),
    {
      key: 'activate',
      label: t('company.mci.activate'),
      icon: IconCheck,
      tone: 'primary',
      run: () => void ask(),
    },
    {
      key: 'validate',
      label: t('company.mci.validate'),
      icon: IconRefresh,
      run: () => void validate.run(input),
    },
    {
      key: 'cancel',
      label: t('company.mci.cancel'),
      icon: IconX,
      tone: 'danger',
      run: () => void cancel.run(input),
    },
    ...(isFaulty ? [] : [asFile]),
  ]
  return actions.flatMap((action) => {
    const why = isKeyOf(file.actions, action.key) ? file.actions[action.key] : undefined
    return why === undefined || !isOpen(action.key, file) ? [] : [{ ...action, blocked: why }]
  })
}

/** What the state of the file does not lead to is left out, as it is of other changes. */
const isOpen = (act: string, { state }: MciFileView) =>
  !isKeyOf(mciFileTable.moves, act) || mciFileTable.allows(act, state, 'user')

/** While a file is read: how far it is. Asks for the file anew when that has ended. */
export function FileProgress({ file }: { file: MciFileView }) {
  const { t } = useTranslation()
  const isWorking = file.state === 'Pending' || file.state === 'Validating'
  const queries = useQueryClient()
  const { job } = useJob(isWorking ? file.jobId : null)
  const hasEnded = job?.finishedAt != null
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: [group] })
  }, [hasEnded, queries])
  return isWorking && job ? <JobProgress job={job} title={t('masterData.working')} /> : null
}
