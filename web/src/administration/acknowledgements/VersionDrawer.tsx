import {
  acknowledgementChoiceList,
  getAcknowledgementVersion,
  type acknowledgementVersions,
  type AcknowledgementVersion,
} from '@kervan/contract/administration/acknowledgement-versions'
import type { RowOf } from '@kervan/contract/kit/page'
import type { Language } from '@kervan/contract/kit/values'
import { IconChecklist } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormats } from '../../kit/values/format.ts'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import type { GridAction } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useRead } from '../../kit/call/query.ts'
import { useHistoryTab } from '../../kit/record/historyTab.tsx'
import { useLast } from '../../kit/record/RecordParts.tsx'
import { RecordScreen, type RecordPlace, type RecordTab } from '../../kit/record/RecordScreen.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { Badge } from '../../kit/values/StateBadge.tsx'
import { AcknowledgementTerms } from '../../access/access.api.ts'
import css from './acknowledgements.module.css'
import { Difference } from './Difference.tsx'
import { Languages } from './Languages.tsx'
import type { VersionTab } from './search.ts'

export type VersionRow = RowOf<typeof acknowledgementVersions>
type Props = RecordPlace<VersionRow> & {
  tab: VersionTab
  onTab: (tab: VersionTab) => void
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
  const row = page?.rows.find((one) => one.id === shown)
  const version = asked.data
  const titleOf = (title: string | undefined) =>
    t('administration.terms.versionTitle', {
      title: title ?? row?.title ?? '',
      version: shown === null ? '' : numbersOf(shown).version,
    })
  const history = useHistoryTab<AcknowledgementVersion>(
    'acknowledgement',
    (found) => found.id,
    t('account.users.tab.history'),
  )
  const tabs: RecordTab<AcknowledgementVersion, VersionTab>[] = [
    { key: 'text', label: t('administration.terms.tab.text'), show: (found) => <Said version={found} /> },
    ...(version?.before
      ? [
          {
            key: 'difference' as const,
            label: t('administration.terms.tab.difference'),
            show: (found: AcknowledgementVersion) => <Changed version={found} />,
          },
        ]
      : []),
    ...(rights.has(acknowledgementChoiceList.page.permission ?? '')
      ? [
          {
            key: 'choices' as const,
            label: t('administration.terms.tab.choices'),
            count: version ? format.number(version.activated + version.rejected + version.waiting) : null,
            fill: true,
            show: (found: AcknowledgementVersion) => <Choices version={found} />,
          },
        ]
      : []),
    ...history,
  ]
  return (
    <RecordScreen
      id={id}
      page={page}
      onOpen={onOpen}
      asked={asked}
      title={({ content }) => titleOf(content.title[format.language])}
      untitled={titleOf(undefined)}
      badges={({ version: number, newest, kind }) => (
        <>
          <Badge tone={number === newest ? 'green' : 'grey'}>
            {t(number === newest ? 'administration.terms.newest' : 'administration.terms.older')}
          </Badge>
          {kind === 'PortaMate' && <Badge>{state('acknowledgementKind', kind)}</Badge>}
        </>
      )}
      tabs={tabs}
      tab={tab}
      onTab={onTab}
      actions={row ? actionsOf(row) : []}
      buttons={1}
    />
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
