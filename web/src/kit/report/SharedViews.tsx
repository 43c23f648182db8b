import type { Report } from '@kervan/contract/kit/report'
import { deleteReportView, getReportViews, type SharedReportView } from '@kervan/contract/report/report-views'
import { Button, Menu } from '@mantine/core'
import { IconMail, IconPencil, IconShare, IconTrash, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../call/query.ts'
import { useCall } from '../call/useCall.ts'
import { confirm } from '../feedback/dialogs.ts'
import { useWords } from '../i18n/words.ts'
import type { ReportSearch } from './reportSearch.ts'
import type { ReportView } from './reportView.ts'
import { ViewDialog } from './ViewDialog.tsx'

type Props = {
  report: Report
  name: string
  view: ReportView
  onOpen: (search: ReportSearch) => void
}

/** Views that are shared with roles or sent by mail: one's own, and those that others have shared (RPT-001). */
export function SharedViews({ report, name, view, onOpen }: Props) {
  const { t } = useWords()
  const { data } = useRead(getReportViews, { report: name }, { staleTime: 30_000 })
  const remove = useCall(deleteReportView, { refreshes: ['ReportView'] })
  const [edited, setEdited] = useState<SharedReportView | 'new' | null>(null)
  const views = data?.views ?? []
  const open = ({ question, from, to }: SharedReportView) =>
    onOpen({ ...question, ...(from !== null && to !== null && { from, to }) })
  const ask = async ({ id, version, name: viewName }: SharedReportView) => {
    const sure = await confirm({
      title: t('report.views.removeTitle', { name: viewName }),
      text: t('report.views.removeText'),
      action: t('report.views.remove'),
      danger: true,
    })
    if (sure) await remove.run({ viewId: id, version })
  }
  const own = views.filter(({ isOwn }) => isOwn)
  return (
    <>
      <Menu position="bottom-end" width={300}>
        <Menu.Target>
          <Button variant="subtle" color="gray" size="xs" leftSection={<IconShare size={16} />}>
            {t('report.views.title')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((one) => (
            <Menu.Item
              key={one.id}
              leftSection={one.schedule ? <IconMail size={16} /> : <IconUsers size={16} />}
              onClick={() => open(one)}
            >
              {one.name}
              <div className="k-quiet">
                {one.limits ??
                  (one.isOwn ? t('report.views.own') : t('report.views.by', { name: one.ownerName }))}
              </div>
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<IconShare size={16} />} onClick={() => setEdited('new')}>
            {t('report.views.add')}
          </Menu.Item>
          {own.map((one) => (
            <Menu.Item
              key={`edit ${one.id}`}
              leftSection={<IconPencil size={16} />}
              onClick={() => setEdited(one)}
            >
              {t('report.views.edit', { name: one.name })}
            </Menu.Item>
          ))}
          {own.map((one) => (
            <Menu.Item
              key={`remove ${one.id}`}
              leftSection={<IconTrash size={16} />}
              onClick={() => void ask(one)}
            >
              {t('report.views.removeOne', { name: one.name })}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {edited && (
        <ViewDialog
          report={report}
          name={name}
          view={view}
          kept={edited === 'new' ? null : edited}
          roles={data?.roles ?? []}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}
