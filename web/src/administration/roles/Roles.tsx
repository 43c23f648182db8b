import { copyRole, createRole, deleteRole, roles, updateRole } from '@kervan/contract/administration/roles'
import type { RowOf } from '@kervan/contract/kit/page'
import { Button } from '@mantine/core'
import { IconCopy, IconPencil, IconPlus, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useRights } from '../../kit/call/rights.ts'
import { useRecordActions } from '../../kit/record/recordActions.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { useOnlyPart } from '../../kit/page/wholeCompany.tsx'
import { RoleCard } from './RoleCard.tsx'
import { CopyRole } from './CopyRole.tsx'
import { RoleDrawer } from './RoleDrawer.tsx'
import { RoleEditor } from './RoleEditor.tsx'
import { rolesSearch } from './search.ts'

export type RoleSubject = Pick<RowOf<typeof roles>, 'id' | 'version' | 'name' | 'readyMade' | 'actions'>
type RoleRow = RowOf<typeof roles>

/** The roles of the company (USR-005): the list, one of them beside it, and the editor in its place. */
export default function Roles() {
  const { t } = useTranslation()
  const rights = useRights()
  const [search, change] = useScreenSearch(rolesSearch)
  const [page, setPage] = useState<GridPageInfo<RoleRow> | null>(null)
  const onlyPart = useOnlyPart()
  const [copied, setCopied] = useState<RoleSubject | null>(null)
  const open = (role: string | null, options?: { replace?: boolean }) =>
    change({ role: role ?? undefined, edit: undefined, ...(role ? {} : { tab: undefined }) }, options)
  const { grid, actionsOf, dialog } = useRecordActions<RoleSubject>(
    [
      {
        key: 'edit',
        label: 'administration.roles.act.edit',
        icon: IconPencil,
        hotkey: 'e',
        call: updateRole,
        run: ({ id }) => change({ edit: id, role: undefined, tab: undefined }),
      },
      {
        key: 'copy',
        label: 'administration.roles.act.copy',
        icon: IconCopy,
        hotkey: 'c',
        call: copyRole,
        run: setCopied,
      },
      {
        key: 'delete',
        label: 'administration.roles.act.delete',
        icon: IconTrash,
        tone: 'danger',
        call: deleteRole,
        ask: {
          words: 'administration.roles.delete',
          input: ({ id, version }) => ({ roleId: id, version }),
          onDone: () => open(null),
        },
      },
    ],
    { nouns: 'administration.roles.count', refreshes: ['UserManagement'], nameOf: ({ name }) => name },
  )
  // Of a role that cannot be changed, the address of the editor shows what it is.
  const edited = search.edit === undefined || (onlyPart && search.edit !== 'new') ? null : search.edit
  if (edited) {
    const back = (saved: string | null) =>
      change({ edit: undefined, ...(saved ? { role: saved } : {}) }, { replace: true })
    return <RoleEditor key={edited} roleId={edited === 'new' ? null : edited} onClose={back} />
  }
  return (
    <PageFrame
      title={t('account.part.roles')}
      actions={
        rights.has(createRole.permission ?? '') && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => change({ edit: 'new', role: undefined })}
          >
            {t('administration.roles.new')}
          </Button>
        )
      }
    >
      <DataGrid
        list={roles}
        label={t('account.part.roles')}
        nouns="administration.roles.count"
        searchLabel={t('administration.roles.search')}
        columns={{
          name: { pinned: true, width: 300 },
          readyMade: { width: 120 },
          userCount: { width: 110 },
          permissionCount: { width: 120 },
          secondFactorRequired: { width: 140 },
          code: { hidden: true },
        }}
        onPage={setPage}
        onOpen={(row) => open(row.id)}
        openId={search.role ?? search.edit ?? null}
        {...grid}
        card={roleCard}
        empty={{
          title: t('administration.roles.empty'),
          text: t('administration.roles.emptyText'),
          icon: IconUsersGroup,
        }}
      />
      <RoleDrawer
        id={search.role ?? search.edit ?? null}
        tab={search.tab ?? 'info'}
        page={page}
        onTab={(tab) => change({ tab }, { replace: true })}
        onOpen={open}
        actionsOf={actionsOf}
      />
      {dialog}
      {copied && <CopyRole role={copied} onClose={() => setCopied(null)} onCopied={open} />}
    </PageFrame>
  )
}

const roleCard = (row: RoleRow) => <RoleCard row={row} />
