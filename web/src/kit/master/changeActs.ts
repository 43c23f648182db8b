import { changeTable, type ChangeAct, type ChangeView } from '@kervan/contract/kit/master-change'
import type { ImportKind } from '@kervan/contract/kit/master-import'
import {
  IconBan,
  IconCheck,
  IconChecks,
  IconColumns,
  IconDownload,
  IconPlayerPlay,
  IconRotate,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import { saveFile } from '../call/client.ts'
import { toRefused } from '../call/refused.ts'
import { useCall, useSend } from '../call/useCall.ts'
import { confirm, showRefused } from '../feedback/dialogs.ts'
import { toast } from '../feedback/toasts.tsx'
import type { GridAction } from '../grid/types.ts'
import { tDynamic, tPlural, useWords } from '../i18n/words.ts'
import { useFormats } from '../values/format.ts'
import { askConsequences, isDeclined, sendConfirmed } from './consequences.tsx'

type Send = (confirmed: boolean) => Promise<ChangeView | undefined>
/** The calls that move a change; each answers with it. */
type Deciding = NonNullable<ImportKind['activate' | 'decide' | 'revert' | 'cancel']>
type Look = { act: ChangeAct; icon: TablerIcon; tone?: 'danger' }

/** In the order in which they are offered: the first one that a change has is its main button, which of faults is the file. */
const looks: readonly Look[] = [
  { act: 'activate', icon: IconPlayerPlay },
  { act: 'take', icon: IconPlayerPlay },
  { act: 'assign', icon: IconColumns },
  { act: 'approve', icon: IconCheck },
  { act: 'check', icon: IconChecks },
  { act: 'reject', icon: IconX, tone: 'danger' },
  { act: 'revert', icon: IconRotate, tone: 'danger' },
  { act: 'cancel', icon: IconBan, tone: 'danger' },
  { act: 'file', icon: IconDownload },
]

/**
 * What can be done with a change now, by what it says itself. Consequences are asked about first; `onChanged` is told of
 * the change that is to be looked at then, `onReject` asks for the comment.
 */
export function useChangeActs(
  kind: ImportKind,
  change: ChangeView | undefined,
  {
    onChanged,
    onReject,
    onAssign,
  }: { onChanged: (id: string) => void; onReject: () => void; onAssign: () => void },
): GridAction[] {
  const { t } = useWords()
  const format = useFormats()
  const { attempt } = useSend<Deciding>({ refreshes: [kind.group] })
  const file = useCall(kind.file, { failed: t('masterData.notDownloaded'), onDone: saveFile })
  if (!change) return []
  const changeId = change.id

  const send = async (act: ChangeAct, one: Send) => {
    const known = act === 'cancel' ? [] : change.consequences
    if (known.length > 0 && !(await askConsequences(known))) return
    try {
      const answer = await (known.length > 0 ? one(true) : sendConfirmed(one))
      if (!answer) return
      toast(
        'success',
        answer.state === 'WaitingApproval'
          ? t('masterData.waits')
          : tDynamic(t, `masterData.done.${act}`, ''),
      )
      onChanged(answer.id)
    } catch (thrown) {
      const refused = toRefused(thrown)
      if (refused.status !== 401 && !isDeclined(refused))
        showRefused(refused, tDynamic(t, 'masterData.notDone', ''))
    }
  }
  const taken = async () => {
    const { faulty } = change.counts
    const isSure = await confirm({
      title: tPlural(t, 'masterData.ask.take.title', faulty, format.number(faulty) ?? ''),
      text: t('masterData.ask.take.text'),
      action: t('masterData.ask.take.action'),
    })
    if (isSure)
      await send('take', (confirmed) => attempt(kind.activate, { changeId, confirmed, leaveFaulty: true }))
  }
  const asked = async (act: 'cancel' | 'revert', one: Send) => {
    const isSure = await confirm({
      title: t(`masterData.ask.${act}.title`),
      text: t(`masterData.ask.${act}.text`),
      action: t(`masterData.ask.${act}.action`),
      ...(act === 'cancel' ? { keep: t('masterData.ask.cancel.keep') } : {}),
      danger: true,
    })
    if (isSure) await send(act, one)
  }
  const decide = (decision: 'Check' | 'Approve') => async (confirmed: boolean) =>
    kind.decide && attempt(kind.decide, { changeId, decision, comment: '', confirmed })
  const runs: Record<ChangeAct, () => void> = {
    activate: () => void send('activate', (confirmed) => attempt(kind.activate, { changeId, confirmed })),
    take: () => void taken(),
    assign: onAssign,
    approve: () => void send('approve', decide('Approve')),
    check: () => void send('check', decide('Check')),
    reject: onReject,
    file: () => void file.run({ changeId }),
    revert: () => void asked('revert', (confirmed) => attempt(kind.revert, { changeId, confirmed })),
    cancel: () => void asked('cancel', () => attempt(kind.cancel, { changeId })),
  }
  const isFaulty = change.counts.faulty > 0
  const ordered = isFaulty ? [...looks.filter(isFile), ...looks.filter((look) => !isFile(look))] : looks
  return ordered.flatMap(({ act, ...look }) => {
    const reason = change.actions[act]
    if (reason === undefined || !makesSense(act, change, reason)) return []
    const word =
      act === 'activate' && needsApproval(change)
        ? 'submit'
        : act === 'take' && needsApproval(change)
          ? 'takeSubmit'
          : act === 'file' && isFaulty
            ? 'faults'
            : act
    return [{ key: act, label: t(`masterData.do.${word}`), ...look, blocked: reason, run: runs[act] }]
  })
}

const isFile = ({ act }: Look) => act === 'file'
const needsApproval = ({ approval }: ChangeView) => approval !== 'None'

/** What the state of the change does not lead to is left out; what it leads to and this reader may not do says why. */
function makesSense(act: ChangeAct, { state, approval }: ChangeView, reason: string | null): boolean {
  // Without a checker nobody checks.
  if (act === 'check' && approval !== 'CheckerAndApprover') return false
  return act === 'file' || act === 'assign' || act === 'take'
    ? reason === null
    : changeTable.moves[act].from.some((one) => one === state)
}
