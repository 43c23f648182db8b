import { changeActions, type ChangeView } from '@kervan/contract/kit/master-change'
import type { ImportKind } from '@kervan/contract/kit/master-import'
import { Button } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconHistory, IconTable } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { useJob } from '../bulk/jobs.ts'
import { JobProgress } from '../bulk/ProgressNotice.tsx'
import { read } from '../call/query.ts'
import { useCall } from '../call/useCall.ts'
import { toast } from '../feedback/toasts.tsx'
import { TextAreaField } from '../form/fields.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import { DataGrid } from '../grid/DataGrid.tsx'
import { tPlural, useWords, type Translate } from '../i18n/words.ts'
import { PageFrame } from '../page/PageFrame.tsx'
import { ReadState } from '../record/ReadState.tsx'
import { RecordFoot } from '../record/RecordParts.tsx'
import { StateBadge } from '../values/StateBadge.tsx'
import { useFormats } from '../values/format.ts'
import type { MasterAddress } from './address.ts'
import { AssignColumns } from './AssignColumns.tsx'
import { useChangeActs } from './changeActs.ts'
import { ChangeFaults } from './ChangeFaults.tsx'
import { ChangeCounts, ChangeFacts } from './ChangeFacts.tsx'
import { BackButton } from './ChangeList.tsx'
import { changeRowCard, changeRowRenderers, changeRowViews } from './changeRows.tsx'
import css from './master.module.css'
import { hasSheets, kindWord } from './words.ts'

type Props = { kind: ImportKind; changeId: string; address: MasterAddress }

const isWorking = (change: ChangeView | undefined) =>
  change?.state === 'Pending' || change?.state === 'Validating'
/** How often a change is asked for that is being worked on: seldom where a job tells when that has ended. */
const askAgainMs = { withJob: 10_000, withoutJob: 1_500 }

/** One change, whole: what it would do or has done, row by row, who stands behind it, and what can be done with it. */
export function ChangePage({ kind, changeId, address }: Props) {
  const { t, state } = useWords()
  const { go } = address
  const [rejects, setRejects] = useState(false)
  const [assigns, setAssigns] = useState(false)
  const asked = useQuery({
    ...read(kind.getChange, { changeId }),
    refetchInterval: ({ state: { data } }) =>
      !isWorking(data) ? false : data?.jobId ? askAgainMs.withJob : askAgainMs.withoutJob,
  })
  const change = asked.data
  const show = (id: string) => go({ change: id })
  const acts = useChangeActs(kind, change, {
    onChanged: (id) => {
      if (id !== changeId) show(id)
    },
    onReject: () => setRejects(true),
    onAssign: () => setAssigns(true),
  })
  // A file of other headings has no rows as long as nobody says what its columns are.
  const isUnassigned = change?.state === 'Invalid' && change.actions.assign === null
  const isAssigning = isUnassigned || (assigns && change?.actions.assign === null)
  const title = change ? titleOf(t, state, kind, change) : kindWord(t, kind, 'many')
  return (
    <PageFrame
      title={title}
      beside={change && !isUnassigned && <StateBadge group="changeState" value={change.state} />}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconHistory size={16} aria-hidden />}
            onClick={() => go({ view: 'changes' })}
          >
            {t('masterData.menu.changes')}
          </Button>
          <BackButton address={address} />
        </>
      }
    >
      {change ? (
        <>
          <div className={css.summary}>
            <ChangeFacts change={change} onOpen={show} />
            {!isAssigning && <Verdict change={change} />}
          </div>
          {isAssigning ? (
            <AssignColumns
              kind={kind}
              change={change}
              acts={acts.filter(({ key }) => key !== 'assign')}
              onClose={isUnassigned ? null : () => setAssigns(false)}
              onAssigned={() => setAssigns(false)}
            />
          ) : (
            <>
              {isWorking(change) ? (
                <Working kind={kind} change={change} />
              ) : (
                change.state !== 'Invalid' && <Rows kind={kind} change={change} address={address} />
              )}
              <RecordFoot actions={acts} buttons={3} />
            </>
          )}
        </>
      ) : (
        <div className={css.summary}>
          <ReadState asked={asked} name={t('masterData.change')} />
        </div>
      )}
      {rejects && change && kind.decide && (
        <RejectDialog decide={kind.decide} changeId={changeId} onClose={() => setRejects(false)} />
      )}
    </PageFrame>
  )
}

/** The file, or what is changed: the record where it is a single one. */
function titleOf(
  t: Translate,
  state: ReturnType<typeof useWords>['state'],
  kind: ImportKind,
  { fileName, record, source }: ChangeView,
): string {
  if (fileName !== null) return fileName
  if (record !== null) return `${kindWord(t, kind, 'one')}: ${record}`
  return `${kindWord(t, kind, 'many')} · ${state('changeSource', source)}`
}

/** What has to be known before anything is done: why the file could not be read, what follows elsewhere. */
function Verdict({ change }: { change: ChangeView }) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <>
      {change.message !== null && (
        <p role="alert" className={css.fault}>
          <IconAlertCircle size={16} aria-hidden />
          <span>{change.message}</span>
        </p>
      )}
      {change.state === 'Active' && change.counts.faulty > 0 && (
        <p className={css.left}>
          <IconAlertTriangle size={16} aria-hidden />
          <span>
            {tPlural(t, 'masterData.left', change.counts.faulty, format.number(change.counts.faulty) ?? '')}
          </span>
        </p>
      )}
      <ChangeFaults faults={change.faults} />
      {change.consequences.length > 0 && (
        <div className={css.follows}>
          <strong>{t('masterData.consequences.title')}</strong>
          <ul className={css.consequences}>
            {change.consequences.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

/** The file is being read and compared; when that has ended the change is asked for anew. */
function Working({ kind, change }: { kind: ImportKind; change: ChangeView }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const { job, refused } = useJob(change.jobId)
  const hasEnded = refused !== null || job?.finishedAt != null
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: [kind.group] })
  }, [hasEnded, kind.group, queries])
  return (
    <div className={css.working}>
      {job ? (
        // The change is cancelled, and its job with it.
        <JobProgress job={job} title={t('masterData.working')} stoppable={false} />
      ) : (
        <output className="k-quiet">{t('masterData.working')}</output>
      )}
    </div>
  )
}

function Rows({ kind, change, address }: { kind: ImportKind; change: ChangeView; address: MasterAddress }) {
  const { t } = useWords()
  const { search } = address
  const filters = search.f ?? {}
  const chosen = filters.action?.in
  const shown = changeActions.find((one) => Array.isArray(chosen) && chosen.length === 1 && chosen[0] === one)
  const isFile = change.source === 'File' || change.source === 'FileDrop'
  useFaultsFirst(change, address)
  return (
    <>
      <ChangeCounts
        counts={change.counts}
        shown={shown ?? null}
        onShow={(action) => {
          const { action: _, ...others } = filters
          const next = action ? { ...others, action: { in: [action] } } : others
          address.change({ f: Object.keys(next).length > 0 ? next : undefined, page: undefined })
        }}
      />
      <DataGrid
        list={kind.changeRows}
        scope={{ changeId: change.id }}
        label={t('masterData.rows.title')}
        nouns="masterData.rows.count"
        columns={changeRowViews({
          isFile,
          hasSheets: isFile && hasSheets(change.fileName ?? ''),
          isFaulty: change.counts.faulty > 0,
        })}
        renderers={changeRowRenderers(kind)}
        lines={2}
        selectable={false}
        card={changeRowCard}
        empty={{
          title: t('masterData.rows.empty'),
          text: t('masterData.rows.emptyText'),
          icon: IconTable,
        }}
      />
    </>
  )
}

/** Who opens a file with faults looks for these, and they may be three among a thousand: a press shows the others. */
function useFaultsFirst({ id, state }: ChangeView, { search, change }: MasterAddress) {
  const begun = useRef<string>(null)
  useEffect(() => {
    if (state !== 'ValidationFailed' || begun.current === id) return
    begun.current = id
    if (search.f === undefined) change({ f: { action: { in: ['Faulty'] } } }, { replace: true })
  }, [id, state, search.f, change])
}

const Reject = z.object({ comment: z.string().trim().min(1).max(500) })

function RejectDialog({
  decide: call,
  changeId,
  onClose,
}: {
  decide: NonNullable<ImportKind['decide']>
  changeId: string
  onClose: () => void
}) {
  const { t } = useWords()
  const decide = useCall(call, { refreshes: [call.group] })
  return (
    <FormDialog<z.infer<typeof Reject>>
      title={t('masterData.reject.title')}
      text={t('masterData.reject.text')}
      action={t('masterData.reject.action')}
      danger
      schema={Reject}
      start={{ comment: '' }}
      paths={{ CommentRequired: 'comment' }}
      onSubmit={async ({ comment }) => {
        if (await decide.attempt({ changeId, decision: 'Reject', comment, confirmed: false }))
          toast('success', t('masterData.done.reject'))
      }}
      onClose={onClose}
    >
      <TextAreaField name="comment" label={t('masterData.reject.comment')} maxLength={500} focusFirst />
    </FormDialog>
  )
}
