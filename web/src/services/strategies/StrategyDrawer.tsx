import {
  addPoolPrinciple,
  addPrincipleFile,
  authorizePrinciple,
  downloadPrincipleFile,
  poolPrinciples,
  rejectPrinciple,
  removePrinciple,
  type Principle,
} from '@kervan/contract/services/principles'
import { getStrategy, type strategies, type StrategyRecord } from '@kervan/contract/services/strategies'
import type { RowOf } from '@kervan/contract/kit/page'
import { Button } from '@mantine/core'
import {
  IconCheck,
  IconPaperclip,
  IconPencil,
  IconPlus,
  IconTrash,
  IconUpload,
  IconX,
} from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { saveFile } from '../../kit/call/client.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { usePolled } from '../../kit/call/usePolled.ts'
import { confirm, warn } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { TextAreaField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { RecordDrawer } from '../../kit/record/RecordDrawer.tsx'
import { RecordHistory } from '../../kit/record/RecordHistory.tsx'
import {
  FactList,
  keysOf,
  RecordBanner,
  RecordBody,
  RecordFoot,
  useLast,
  usePosition,
} from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { Badge, StateBadge } from '../../kit/values/StateBadge.tsx'
import css from '../services.module.css'
import { PlanSheet } from './PlanSheet.tsx'
import { PrincipleDialog } from './PrincipleDialog.tsx'
import { useStrategyActions } from './strategyActions.tsx'

const tabs = ['principles', 'entities', 'filters', 'pool', 'plan', 'history'] as const
type Tab = (typeof tabs)[number]
type Props = {
  id: string | null
  page: GridPageInfo<RowOf<typeof strategies>> | null
  onOpen: (id: string | null, options?: { replace?: boolean }) => void
}

/** A strategy beside its list: principles, what freezes it, its compiled plan. */
export function StrategyDrawer({ id, page, onOpen }: Props) {
  const { t } = useWords()
  const shown = useLast(id)
  const [tab, setTab] = useState<Tab>('principles')
  const asked = usePolled(
    getStrategy,
    { strategyId: shown ?? '' },
    { everyMs: 1_000, enabled: id !== null, until: ({ state }) => state !== 'Processing' },
  )
  const { data: found } = asked
  const { actionsOf, dialog } = useStrategyActions()
  const record = found && { ...found, strategyName: found.name, strategyCode: found.code }
  const actions = record ? actionsOf(record) : []
  return (
    <RecordDrawer
      opened={id !== null}
      onClose={() => onOpen(null)}
      size={920}
      title={found?.name ?? t('column.strategyName')}
      position={usePosition(page, id, onOpen)}
      badges={found && <StateBadge group="strategyState" value={found.state} />}
      facts={found && <Facts found={found} />}
      banner={found && <Banners found={found} />}
      tabs={tabs.map((key) => ({ key, label: t(`services.strategy.tab.${key}`) }))}
      tab={tab}
      onTab={setTab}
      keys={keysOf(actions)}
      foot={<RecordFoot actions={actions} buttons={2} />}
    >
      {found ? (
        <Body found={found} tab={tab} />
      ) : (
        <RecordBody key={shown}>
          <ReadState asked={asked} />
        </RecordBody>
      )}
      {dialog}
    </RecordDrawer>
  )
}

function Body({ found, tab }: { found: StrategyRecord; tab: Tab }) {
  if (tab === 'history')
    return (
      <RecordBody key={tab}>
        <RecordHistory recordType="strategy" recordId={found.id} />
      </RecordBody>
    )
  if (tab === 'pool')
    return (
      <RecordBody key={tab} fill>
        <PoolTab found={found} />
      </RecordBody>
    )
  if (tab === 'plan')
    return (
      <RecordBody key={tab}>
        <PlanSheet strategyId={found.id} planNo={found.planNo} />
      </RecordBody>
    )
  const of = { principles: () => true, entities: isEntity, filters: isFilter }[tab]
  return (
    <RecordBody key={tab}>
      <Principles found={found} principles={found.principles.filter(of)} tab={tab} />
    </RecordBody>
  )
}
const isEntity = ({ type }: Principle) => type === 'CustomData'
const isFilter = ({ type }: Principle) => type === 'Filter'

function Facts({ found }: { found: StrategyRecord }) {
  const { column, state } = useWords()
  const format = useFormats()
  return (
    <FactList
      className={css.facts}
      facts={[
        [
          column('strategyCode'),
          <span key="code" className="k-mono">
            {found.code}
          </span>,
        ],
        [column('projectName'), `${found.projectName} (${found.projectCode})`],
        [column('serviceProduct'), state('serviceProduct', found.service)],
        [column('projectDomain'), state('projectDomain', found.projectDomain)],
        [column('strategySegment'), state('strategySegment', found.segment)],
        [
          column('planNo'),
          found.planNo === null ? null : `${found.planNo} · ${format.dateTime(found.compiledAt)}`,
        ],
        [column('description'), found.description],
      ]}
    />
  )
}

/** What freezes the strategy until when, and why it could not be compiled. */
function Banners({ found }: { found: StrategyRecord }) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <>
      {found.frozen.map(({ day, since, until }) => (
        <RecordBanner key={day}>
          {t('services.strategy.frozen', {
            day: format.date(day),
            since: format.dateTime(since),
            until: format.dateTime(until),
          })}
        </RecordBanner>
      ))}
      {found.frozen.length === 0 && found.next && (
        <p className="k-quiet">
          {t('services.strategy.changeable', {
            day: format.date(found.next.day),
            until: format.dateTime(found.next.changeableUntil),
          })}
        </p>
      )}
      {found.errors.length > 0 && (
        <RecordBanner>
          {t('services.strategy.notCompiled')}
          <ul className={css.errors}>
            {found.errors.map(({ principle, message }) => (
              <li key={`${principle} ${message}`}>
                {principle !== null && <span className="k-mono">{principle}: </span>}
                {message}
              </li>
            ))}
          </ul>
        </RecordBanner>
      )}
    </>
  )
}

function Principles({
  found,
  principles,
  tab,
}: {
  found: StrategyRecord
  principles: Principle[]
  tab: Tab
}) {
  const { t } = useWords()
  const [editing, setEditing] = useState<Principle | 'new' | null>(null)
  const blocked = found.actions.addPrinciple
  const type = tab === 'entities' ? 'CustomData' : tab === 'filters' ? 'Filter' : 'Setting'
  return (
    <>
      {blocked !== undefined && (
        <div className={css.bar}>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={blocked !== null}
            title={blocked ?? undefined}
            onClick={() => setEditing('new')}
          >
            {t('services.principle.add')}
          </Button>
        </div>
      )}
      {principles.length === 0 && <p className="k-quiet">{t('services.principle.none')}</p>}
      <ul className={css.principles}>
        {principles.map((one) => (
          <PrincipleItem key={one.id} found={found} principle={one} onEdit={() => setEditing(one)} />
        ))}
      </ul>
      {editing !== null && (
        <PrincipleDialog
          strategyId={found.id}
          principle={editing === 'new' ? null : editing}
          type={type}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}

const refreshes = ['ServiceStrategy']

function PrincipleItem({
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

function PoolTab({ found }: { found: StrategyRecord }) {
  const { t } = useWords()
  const add = useCall(addPoolPrinciple, {
    refreshes,
    onDone: () => toast('success', t('services.principle.taken')),
  })
  const own = new Set(found.principles.map(({ id }) => id))
  const blocked = found.actions.addPrinciple
  return (
    <DataGrid
      list={poolPrinciples}
      label={t('screen.poolPrinciples.title')}
      nouns="services.principle.count"
      state="own"
      columns={{
        principleCode: { width: 110 },
        principleName: { width: 180 },
        principleSays: { width: 300 },
        principleState: { width: 150, badge: true },
        strategyCount: { hidden: true },
        authorName: { hidden: true },
        startDate: { hidden: true },
        endDate: { hidden: true },
      }}
      rowActions={({ id }) =>
        blocked === undefined
          ? []
          : [
              {
                key: 'take',
                label: t('services.principle.take'),
                icon: IconPlus,
                blocked: own.has(id) ? t('services.principle.there') : blocked,
                run: () => void add.run({ strategyId: found.id, principleId: id }),
              },
            ]
      }
      empty={{ title: t('refusal.NoPrincipleOnPool'), text: t('services.principle.poolText') }}
    />
  )
}
