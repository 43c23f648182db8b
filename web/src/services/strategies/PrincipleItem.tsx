import {
  addPrincipleFile,
  authorizePrinciple,
  downloadPrincipleFile,
  rejectPrinciple,
  removePrinciple,
  type Principle,
} from '@kervan/contract/services/principles'
import type { StrategyRecord } from '@kervan/contract/services/strategies'
import { Button } from '@mantine/core'
import { IconCheck, IconPaperclip, IconPencil, IconTrash, IconUpload, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { saveFile } from '../../kit/call/client.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { confirm, warn } from '../../kit/feedback/dialogs.ts'
import { TextAreaField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { FactList } from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { Badge, StateBadge } from '../../kit/values/StateBadge.tsx'
import css from '../services.module.css'

export const refreshes = ['ServiceStrategy']

/** A principle with what it says, its files, and what can be done with it. */
export function PrincipleItem({
  found,
  principle,
  onEdit,
}: {
  found: StrategyRecord
  principle: Principle
  onEdit: () => void
}) {
  const { t, column, state } = useWords()
  const format = useFormats()
  const [isRejecting, setRejecting] = useState(false)
  const authorize = useCall(authorizePrinciple, { refreshes })
  const remove = useCall(removePrinciple, { refreshes })
  const save = useCall(downloadPrincipleFile, { onDone: saveFile })
  const decided = { strategyId: found.id, principleId: principle.id, version: principle.version }
  const askRemoval = async () => {
    const isSure = await confirm({
      title: t('services.principle.remove.title', { name: principle.displayName }),
      text: t('services.principle.remove.text'),
      action: t('services.principle.remove.action'),
      danger: true,
    })
    if (!isSure) return
    const answer = await remove.run({ strategyId: found.id, principleId: principle.id })
    if (answer?.kept) await warn({ title: t('services.principle.remove.keptTitle'), text: answer.kept })
  }
  const { actions } = principle
  return (
    <li className={css.principle}>
      <div className={css.principleHead}>
        <span className={css.principleName}>{principle.displayName}</span>
        <span className="k-mono k-quiet">{principle.code}</span>
        <StateBadge group="principleState" value={principle.state} />
        <Badge tone="grey">{state('principleType', principle.type)}</Badge>
        {principle.segment !== 'UDFCustom' && (
          <Badge tone="blue">{state('principleSegment', principle.segment)}</Badge>
        )}
        {principle.expired && <Badge tone="amber">{t('services.principle.expired')}</Badge>}
      </div>
      <p className={css.sentence}>{principle.sentence}</p>
      <FactList
        className={css.facts}
        facts={[
          [
            column('startDate'),
            `${format.date(principle.startDate)} – ${format.date(principle.endDate) || '…'}`,
          ],
          [t('services.principle.memo'), principle.memo],
          [column('authorName'), principle.authorName],
          [
            t('services.principle.decision'),
            principle.approvedBy && `${principle.approvedBy}, ${format.dateTime(principle.approvedAt)}`,
          ],
          [t('services.principle.statusNote'), principle.statusNote],
          [
            t('services.principle.dataSource'),
            principle.dataSource === 'None' ? null : state('dataSource', principle.dataSource),
          ],
          [t('services.principle.keywords'), principle.keywords.join(', ')],
          [
            t('services.principle.usedByTitle'),
            principle.usedBy.length > 1 ? principle.usedBy.join(', ') : null,
          ],
          [t('services.principle.referenceCode'), principle.referenceCode],
        ]}
      />
      {principle.files.length > 0 && (
        <div className={css.buttons}>
          {principle.files.map(({ id, name, bytes }) => (
            <Button
              key={id}
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPaperclip size={14} aria-hidden />}
              onClick={() => void save.run({ principleFileId: id })}
            >
              {name} ({format.bytes(bytes)})
            </Button>
          ))}
        </div>
      )}
      <div className={css.buttons}>
        {actions.authorize !== undefined && principle.state === 'Pending' && (
          <Button
            size="compact-sm"
            leftSection={<IconCheck size={14} aria-hidden />}
            disabled={actions.authorize !== null}
            title={actions.authorize ?? undefined}
            loading={authorize.isPending}
            onClick={() => void authorize.run({ ...decided, note: null })}
          >
            {t('services.principle.authorize')}
          </Button>
        )}
        {actions.reject !== undefined && principle.state === 'Pending' && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconX size={14} aria-hidden />}
            disabled={actions.reject !== null}
            title={actions.reject ?? undefined}
            onClick={() => setRejecting(true)}
          >
            {t('services.principle.reject.action')}
          </Button>
        )}
        {actions.edit !== undefined && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPencil size={14} aria-hidden />}
            disabled={actions.edit !== null}
            title={actions.edit ?? undefined}
            onClick={onEdit}
          >
            {t('services.principle.edit')}
          </Button>
        )}
        {actions.addFile === null && <AddFile found={found} principle={principle} />}
        {actions.remove !== undefined && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={14} aria-hidden />}
            disabled={actions.remove !== null}
            title={actions.remove ?? undefined}
            onClick={() => void askRemoval()}
          >
            {t('services.principle.remove.action')}
          </Button>
        )}
      </div>
      {actions.authorize && principle.state === 'Pending' && <p className="k-quiet">{actions.authorize}</p>}
      {isRejecting && (
        <Reject decided={decided} name={principle.displayName} onClose={() => setRejecting(false)} />
      )}
    </li>
  )
}

const rejectSchema = z.object({ note: z.string().trim().min(1, 'services.principle.reject.needed').max(500) })

function Reject({
  decided,
  name,
  onClose,
}: {
  decided: { strategyId: string; principleId: string; version: number }
  name: string
  onClose: () => void
}) {
  const { t } = useWords()
  const reject = useCall(rejectPrinciple, { refreshes })
  return (
    <FormDialog
      title={t('services.principle.reject.title', { name })}
      action={t('services.principle.reject.action')}
      danger
      schema={rejectSchema}
      start={{ note: '' }}
      onSubmit={({ note }) => reject.attempt({ ...decided, note })}
      onClose={onClose}
    >
      <TextAreaField name="note" label={t('services.principle.statusNote')} rows={3} />
    </FormDialog>
  )
}

function AddFile({ found, principle }: { found: StrategyRecord; principle: Principle }) {
  const { t } = useWords()
  const input = useRef<HTMLInputElement>(null)
  const add = useCall(addPrincipleFile, { refreshes })
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconUpload size={14} aria-hidden />}
        loading={add.isPending}
        onClick={() => input.current?.click()}
      >
        {t('services.principle.addFile')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('services.principle.addFile')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (file) void add.run({ strategyId: found.id, principleId: principle.id }, [file])
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
