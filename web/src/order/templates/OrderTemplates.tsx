import { getOrderTemplate, orderTemplates, saveOrderTemplate } from '@kervan/contract/order/order-templates'
import { IconTemplate } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '../../kit/call/rights.ts'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import type { GridPageInfo } from '../../kit/grid/types.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { NewTemplate } from './NewTemplate.tsx'
import { templatesSearch } from './search.ts'
import { TemplateDrawer } from './TemplateDrawer.tsx'
import { templateCard, templateViews, type TemplateRow } from './templateGrid.tsx'
import { useTemplateActions } from './templateActions.tsx'

/** What the user orders again and again (ORD-016): to look into, to change and to order from. */
export default function OrderTemplates() {
  const { t } = useTranslation()
  const rights = useRights()
  const [search, change] = useScreenSearch(templatesSearch)
  const [page, setPage] = useState<GridPageInfo<TemplateRow> | null>(null)
  const { grid, actionsOf, dialog } = useTemplateActions()
  const open = (template: string | null, options?: { replace?: boolean }) =>
    change({ template: template ?? undefined }, options)
  const begin = rights.has(saveOrderTemplate.permission ?? '') && <NewTemplate onMade={open} />
  return (
    <PageFrame title={t('screen.orderTemplates.title')} actions={begin}>
      <DataGrid
        list={orderTemplates}
        label={t('screen.orderTemplates.title')}
        nouns="order.template.count"
        searchLabel={t('order.template.search')}
        columns={templateViews}
        onPage={setPage}
        {...(rights.has(getOrderTemplate.permission ?? '') && {
          onOpen: (row: TemplateRow) => open(row.id),
          openId: search.template ?? null,
        })}
        {...grid}
        card={templateCard}
        empty={{
          title: t('order.template.empty'),
          text: t('order.template.emptyText'),
          icon: IconTemplate,
          actions: begin,
        }}
      />
      <TemplateDrawer id={search.template ?? null} page={page} actionsOf={actionsOf} onOpen={open} />
      {dialog}
    </PageFrame>
  )
}
