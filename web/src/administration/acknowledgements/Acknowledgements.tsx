import { getAcknowledgementDrafts } from '@kervan/contract/administration/acknowledgement-drafts'
import {
  acknowledgementVersions,
  publishAcknowledgement,
} from '@kervan/contract/administration/acknowledgement-versions'
import { Button } from '@mantine/core'
import { IconFileCertificate, IconPencilPlus, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormats } from '../../kit/values/format.ts'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import type { GridAction, GridPageInfo } from '../../kit/grid/types.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { Badge } from '../../kit/values/StateBadge.tsx'
import { useMayChangeCompany, WholeCompanyNote } from '../../kit/page/wholeCompany.tsx'
import { Drafts } from './Drafts.tsx'
import { acknowledgementsSearch } from './search.ts'
import { VersionDrawer, type VersionRow } from './VersionDrawer.tsx'
import { VersionEditor } from './VersionEditor.tsx'

const views = {
  title: { pinned: true, width: 224 },
  version: { width: 92 },
  current: { width: 80 },
  acknowledgementKind: { width: 176 },
  publishedAt: { width: 152 },
  publishedBy: { width: 150, short: true },
  activated: { width: 108 },
  rejected: { width: 104 },
  waiting: { width: 112 },
} as const

/** What users agree to (ACC-010): its versions, who has answered how, and the next one. */
export default function Acknowledgements() {
  const { t } = useWords()
  const mayChange = useMayChangeCompany()
  const mayPublish = mayChange(publishAcknowledgement)
  const mayDraft = mayPublish && mayChange(getAcknowledgementDrafts)
  const [search, change] = useScreenSearch(acknowledgementsSearch)
  const [page, setPage] = useState<GridPageInfo<VersionRow> | null>(null)
  const actionsOf = (row: VersionRow): GridAction[] =>
    mayPublish
      ? [
          {
            key: 'next',
            label: t('administration.terms.next'),
            icon: IconPencilPlus,
            hotkey: 'e',
            blocked: row.current ? null : t('administration.terms.notNewest'),
            run: () => change({ edit: `${row.intCode}/${row.version}`, version: undefined, tab: undefined }),
          },
        ]
      : []
  if (search.edit && mayPublish) {
    const [intCode = 0, version = 0] = search.edit.split('/').map(Number)
    const back = (published: string | null) =>
      change({ edit: undefined, ...(published ? { version: published } : {}) }, { replace: true })
    return (
      <VersionEditor
        key={search.edit}
        from={search.edit === 'new' ? null : { intCode, version }}
        onClose={back}
      />
    )
  }
  const create = mayPublish && (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => change({ edit: 'new', version: undefined })}
    >
      {t('administration.terms.new')}
    </Button>
  )
  return (
    <PageFrame title={t('account.part.acknowledgements')} actions={create}>
      <WholeCompanyNote calls={[publishAcknowledgement]} />
      {mayDraft && <Drafts onOpen={(edit) => change({ edit, version: undefined, tab: undefined })} />}
      <DataGrid
        list={acknowledgementVersions}
        label={t('account.part.acknowledgements')}
        nouns="administration.terms.count"
        searchLabel={t('administration.terms.search')}
        columns={views}
        onPage={setPage}
        onOpen={(row) => change({ version: row.id })}
        openId={search.version ?? null}
        rowActions={actionsOf}
        selectable={false}
        card={versionCard}
        empty={{
          title: t('administration.terms.empty'),
          text: t('administration.terms.emptyText'),
          icon: IconFileCertificate,
          actions: create,
        }}
      />
      <VersionDrawer
        id={search.version ?? null}
        tab={search.tab ?? 'text'}
        page={page}
        onTab={(tab) => change({ tab }, { replace: true })}
        onOpen={(version, options) =>
          change({ version: version ?? undefined, ...(version ? {} : { tab: undefined }) }, options)
        }
        actionsOf={actionsOf}
      />
    </PageFrame>
  )
}

const versionCard = (row: VersionRow) => <VersionCard row={row} />

function VersionCard({ row }: { row: VersionRow }) {
  const { t, column } = useWords()
  const format = useFormats()
  return (
    <RowCard
      name={t('administration.terms.versionTitle', { title: row.title, version: row.version })}
      mark={row.current && <Badge tone="green">{t('administration.terms.newest')}</Badge>}
    >
      <CardLine quiet>
        <span>
          {format.dateTime(row.publishedAt)}
          {row.publishedBy ? ` · ${row.publishedBy}` : ''}
        </span>
      </CardLine>
      <CardLine>
        <span>
          {column('activated')} {format.number(row.activated)} · {column('rejected')}{' '}
          {format.number(row.rejected)} · {column('waiting')} {format.number(row.waiting)}
        </span>
      </CardLine>
    </RowCard>
  )
}
