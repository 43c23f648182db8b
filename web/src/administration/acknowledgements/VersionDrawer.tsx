import {
  acknowledgementChoiceList,
  getAcknowledgementVersion,
  type acknowledgementVersions,
  type AcknowledgementVersion,
} from '@kervan/contract/administration/acknowledgement-versions'
import { getRecordHistory } from '@kervan/contract/administration/activity'
import type { RowOf } from '@kervan/contract/kit/page'
import type { Language } from '@kervan/contract/kit/values'
import { IconChecklist } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormats } from '../../kit/values/format.ts'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import type { GridAction, GridPageInfo } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useRead } from '../../kit/call/query.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { RecordDrawer, type DrawerTab } from '../../kit/record/RecordDrawer.tsx'
import { RecordHistory } from '../../kit/record/RecordHistory.tsx'
import { keysOf, RecordBody, RecordFoot, useLast, usePosition } from '../../kit/record/RecordParts.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { Badge } from '../../kit/values/StateBadge.tsx'
import { AcknowledgementTerms } from '../../access/access.api.ts'
import css from './acknowledgements.module.css'
import { Difference } from './Difference.tsx'
import { Languages } from './Languages.tsx'
import type { VersionTab } from './search.ts'

export type VersionRow = RowOf<typeof acknowledgementVersions>
type Props = {
  id: string | null
  tab: VersionTab
  page: GridPageInfo<VersionRow> | null
  onTab: (tab: VersionTab) => void
  onOpen: (id: string | null, options?: { replace?: boolean }) => void
  actionsOf: (row: VersionRow) => GridAction[]
}

/** The numbers of a version, which its id is made of: so a link opens it, whatever page the list shows. */
function numbersOf(id: string): { intCode: number; version: number } {
  return { intCode: Number.parseInt(id.slice(24, 32), 16), version: Number.parseInt(id.slice(32), 16) }
}

/** One version beside the list (ACC-010): what it says, what is new in it, and who has answered how. */
export function VersionDrawer({ id, tab, page, onTab, onOpen, actionsOf }: Props) {
  const { t, state } = useWords()
  const format = useFormats()
  const rights = useRights()
  const shown = useLast(id)
  const asked = useRead(
    getAcknowledgementVersion,
    numbersOf(shown ?? '00000000-0000-8000-8000-000000010001'),
    { enabled: shown !== null },
  )
  const place = usePosition(page, id, onOpen)
  const row = page?.rows.find((one) => one.id === shown)
  const version = asked.data
  const actions = row ? actionsOf(row) : []
  const tabs: DrawerTab<VersionTab>[] = [
    { key: 'text', label: t('administration.terms.tab.text') },
    ...(version?.before
      ? [{ key: 'difference' as const, label: t('administration.terms.tab.difference') }]
      : []),
    ...(rights.has(acknowledgementChoiceList.page.permission ?? '')
      ? [
          {
            key: 'choices' as const,
            label: t('administration.terms.tab.choices'),
            count: version ? format.number(version.activated + version.rejected + version.waiting) : null,
          },
        ]
      : []),
    ...(rights.has(getRecordHistory.permission ?? '')
      ? [{ key: 'history' as const, label: t('account.users.tab.history') }]
      : []),
  ]
  const open = tabs.some(({ key }) => key === tab) ? tab : 'text'
  return (
    <RecordDrawer
      opened={id !== null}
      onClose={() => onOpen(null)}
      title={t('administration.terms.versionTitle', {
        title: version?.content.title[format.language] ?? row?.title ?? '',
        version: shown === null ? '' : numbersOf(shown).version,
      })}
      badges={
        version && (
          <>
            <Badge tone={version.version === version.newest ? 'green' : 'grey'}>
              {t(
                version.version === version.newest
                  ? 'administration.terms.newest'
                  : 'administration.terms.older',
              )}
            </Badge>
            {version.kind === 'PortaMate' && <Badge>{state('acknowledgementKind', version.kind)}</Badge>}
          </>
        )
      }
      position={place}
      tabs={tabs}
      tab={open}
      onTab={onTab}
      keys={keysOf(actions)}
      foot={<RecordFoot actions={actions} />}
    >
      {version ? (
        <RecordBody key={version.id} fill={open === 'choices'}>
          {open === 'text' && <Said version={version} />}
          {open === 'difference' && <Changed version={version} />}
          {open === 'choices' && <Choices version={version} />}
          {open === 'history' && <RecordHistory recordType="acknowledgement" recordId={version.id} />}
        </RecordBody>
      ) : (
        <RecordBody>
          <ReadState asked={asked} name={t('account.part.acknowledgements')} />
        </RecordBody>
      )}
    </RecordDrawer>
  )
}

function Said({ version }: { version: AcknowledgementVersion }) {
  const { language } = useFormats()
  const [shown, setShown] = useState<Language>(language)
  const { title, text, changes } = version.content
  return (
    <>
      <Languages value={shown} onChange={setShown} />
      <div className={css.paper}>
        <AcknowledgementTerms
          heading="h3"
          title={title[shown]}
          text={text[shown]}
          version={version.version}
          publishedAt={version.publishedAt}
          agreedVersion={version.before && changes[shown] !== '' ? version.version - 1 : null}
          changes={[changes[shown]]}
        />
      </div>
    </>
  )
}

function Changed({ version: { before, content } }: { version: AcknowledgementVersion }) {
  const { t } = useWords()
  const { language } = useFormats()
  const [shown, setShown] = useState<Language>(language)
  if (!before) return null
  return (
    <>
      <Languages value={shown} onChange={setShown} />
      {before.title[shown] !== content.title[shown] && (
        <section className={css.part}>
          <h3 className={css.partTitle}>{t('administration.terms.title')}</h3>
          <Difference before={before.title[shown]} after={content.title[shown]} />
        </section>
      )}
      <section className={css.part}>
        <h3 className={css.partTitle}>{t('administration.terms.text')}</h3>
        <Difference before={before.text[shown]} after={content.text[shown]} />
      </section>
      {content.changes[shown] !== '' && (
        <section className={css.part}>
          <h3 className={css.partTitle}>{t('administration.terms.changes')}</h3>
          <p>{content.changes[shown]}</p>
        </section>
      )}
    </>
  )
}

const views = {
  name: { pinned: true, width: 180 },
  username: { short: true },
  answer: { width: 132, badge: true },
  at: { width: 152, short: true },
  userType: { hidden: true },
  address: { hidden: true },
} as const

function Choices({ version: { intCode, version } }: { version: AcknowledgementVersion }) {
  const { t } = useWords()
  return (
    <DataGrid
      list={acknowledgementChoiceList}
      scope={{ intCode, version }}
      state="own"
      label={t('administration.terms.tab.choices')}
      nouns="administration.terms.people"
      columns={views}
      quickFilter="answer"
      selectable={false}
      empty={{ title: t('administration.terms.nobody'), icon: IconChecklist }}
    />
  )
}
