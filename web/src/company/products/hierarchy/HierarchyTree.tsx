import { getProductTree, moveProducts, productGroupKind } from '@kervan/contract/company/product-tree'
import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconSitemap } from '@tabler/icons-react'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useRead } from '../../../kit/call/query.ts'
import { tPlural, useWords } from '../../../kit/i18n/words.ts'
import { useMasterAddress } from '../../../kit/master/address.ts'
import { EmptyState } from '../../../kit/page/EmptyState.tsx'
import { useMayChangeCompany } from '../../../kit/page/wholeCompany.tsx'
import { ReadState } from '../../../kit/record/ReadState.tsx'
import { useFormats } from '../../../kit/values/format.ts'
import css from './hierarchy.module.css'
import { AddNode, MoveNode, MoveProducts } from './HierarchyDialogs.tsx'
import { keyOfTree, treeOf, visibleItems, withBelow, type ProductTree } from './tree.ts'

type Dialog = 'add' | 'move' | 'products' | 'assign'

/** The nodes as an ARIA tree with their products counted; what is done with the chosen one stands above it. */
export function HierarchyTree() {
  const asked = useRead(getProductTree, {})
  if (!asked.data)
    return (
      <div className={css.pane}>
        <ReadState asked={asked} />
      </div>
    )
  return <Tree tree={asked.data} />
}

function Tree({ tree }: { tree: ProductTree }) {
  const { t } = useWords()
  const format = useFormats()
  const may = useMayChangeCompany()
  const { change } = useMasterAddress()
  const top = useMemo(() => treeOf(tree), [tree])
  const whole = useMemo(() => top.flatMap(withBelow), [top])
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(top.map(({ id }) => id)))
  const [chosenId, choose] = useState<string | null>(null)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const rows = useRef(new Map<string, HTMLElement>())
  const shown = visibleItems(top, open)
  const chosen = whole.find(({ id }) => id === chosenId) ?? null
  const focusable = shown.some(({ item }) => item.id === chosenId) ? chosenId : shown[0]?.item.id
  const toggle = (id: string) =>
    setOpen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const press = (event: KeyboardEvent, id: string) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      if (event.key === 'Enter') change({ record: id })
      return choose(id)
    }
    const at = shown.findIndex(({ item }) => item.id === id)
    const answer = keyOfTree(event.key, shown, at, open)
    if (!answer) return
    event.preventDefault()
    if ('toggle' in answer) return toggle(answer.toggle)
    choose(answer.go)
    rows.current.get(answer.go)?.focus()
  }
  const products = (count: number) => tPlural(t, 'company.hierarchy.products', count, format.number(count))
  if (whole.length === 0)
    return (
      <EmptyState
        icon={IconSitemap}
        title={t('kind.productGroup.empty')}
        text={t('kind.productGroup.emptyText')}
      />
    )
  return (
    <div className={css.pane}>
      <div className={css.tools}>
        <Button size="xs" variant="default" onClick={() => setOpen(new Set(whole.map(({ id }) => id)))}>
          {t('company.hierarchy.expand')}
        </Button>
        <Button size="xs" variant="default" onClick={() => setOpen(new Set())}>
          {t('company.hierarchy.collapse')}
        </Button>
      </div>
      <div className={css.tools}>
        {chosen && <strong>{t('company.hierarchy.chosen', { name: chosen.name })}</strong>}
        {chosen ? (
          <>
            <Button size="xs" variant="default" onClick={() => change({ record: chosen.id })}>
              {t('company.hierarchy.open')}
            </Button>
            {may(productGroupKind.save) && chosen.depth < tree.maximumDepth && (
              <Button size="xs" variant="default" onClick={() => setDialog('add')}>
                {t('company.hierarchy.add')}
              </Button>
            )}
            {may(productGroupKind.save) && (
              <Button size="xs" variant="default" onClick={() => setDialog('move')}>
                {t('company.hierarchy.move')}
              </Button>
            )}
            {may(moveProducts) && chosen.products > 0 && (
              <Button size="xs" variant="default" onClick={() => setDialog('products')}>
                {t('company.hierarchy.moveProducts')}
              </Button>
            )}
          </>
        ) : (
          <span className="k-quiet">{t('company.hierarchy.choose')}</span>
        )}
      </div>
      <div role="tree" aria-label={t('company.hierarchy.label')} className={css.tree}>
        {shown.map(({ item, position, siblings }) => {
          const isOpen = open.has(item.id)
          const level = tree.levels[item.depth - 1]
          return (
            <div
              key={item.id}
              ref={(row) => {
                if (row) rows.current.set(item.id, row)
                else rows.current.delete(item.id)
              }}
              role="treeitem"
              tabIndex={item.id === focusable ? 0 : -1}
              aria-level={item.depth}
              aria-posinset={position}
              aria-setsize={siblings}
              aria-selected={item.id === chosenId}
              {...(item.children.length > 0 ? { 'aria-expanded': isOpen } : {})}
              className={css.node}
              style={{ paddingInlineStart: 8 + (item.depth - 1) * 20 }}
              onClick={() => choose(item.id)}
              onDoubleClick={() => change({ record: item.id })}
              onKeyDown={(event) => press(event, item.id)}
            >
              <span
                className={css.arrow}
                aria-hidden
                onClick={(event) => {
                  event.stopPropagation()
                  toggle(item.id)
                }}
              >
                {item.children.length === 0 ? null : isOpen ? (
                  <IconChevronDown size={16} />
                ) : (
                  <IconChevronRight size={16} />
                )}
              </span>
              <span className={css.name}>
                {item.name}
                {level && <span className={css.level}>{level}</span>}
              </span>
              <span
                className={css.count}
                title={t('company.hierarchy.ownOf', {
                  own: format.number(item.products),
                  all: format.number(item.all),
                })}
              >
                {products(item.all)}
              </span>
            </div>
          )
        })}
      </div>
      {tree.unassigned > 0 && (
        <div className={css.tools}>
          <span className="k-quiet">
            {tPlural(t, 'company.hierarchy.unassigned', tree.unassigned, format.number(tree.unassigned))}
          </span>
          {may(moveProducts) && (
            <Button size="xs" variant="default" onClick={() => setDialog('assign')}>
              {t('company.hierarchy.assign')}
            </Button>
          )}
        </div>
      )}
      {dialog === 'add' && chosen && <AddNode below={chosen} onClose={() => setDialog(null)} />}
      {dialog === 'move' && chosen && (
        <MoveNode node={chosen} whole={whole} onClose={() => setDialog(null)} />
      )}
      {dialog === 'products' && chosen && (
        <MoveProducts from={chosen} count={chosen.products} whole={whole} onClose={() => setDialog(null)} />
      )}
      {dialog === 'assign' && (
        <MoveProducts from={null} count={tree.unassigned} whole={whole} onClose={() => setDialog(null)} />
      )}
    </div>
  )
}
