import type { getSupplyNetwork } from '@kervan/contract/company/network'
import type { OutputOf } from '@kervan/contract/kit/call'
import { IconSitemap } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../kit/page/EmptyState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { lineBetween, nodeLimit, placeNodes } from './layers.ts'
import css from './network.module.css'

type Network = OutputOf<typeof getSupplyNetwork>
const [width, height, gapX, gapY, top] = [176, 40, 88, 12, 32]

/** The network in columns, from the warehouses to whom they supply (LOC-004). The list of relations says the same in words. */
export function NetworkGraph({ network: { locations, relations, warnings } }: { network: Network }) {
  const { t } = useTranslation()
  const format = useFormats()
  const name = useId()
  if (locations.length === 0)
    return (
      <EmptyState
        icon={IconSitemap}
        title={t('kind.supplyRelation.empty')}
        text={t('kind.supplyRelation.emptyText')}
      />
    )
  const shown = locations.slice(0, nodeLimit)
  const { placed, columns, rows, unreached } = placeNodes(shown, relations)
  const at = new Map(
    placed.map(({ id, column, row }) => [id, { x: column * (width + gapX), y: top + row * (height + gapY) }]),
  )
  const warned = new Set(warnings.map(({ locationId }) => locationId))
  const lines = relations.flatMap(({ id, supplierId, receiverId, active }) => {
    const [from, to] = [at.get(supplierId), at.get(receiverId)]
    if (!from || !to) return []
    return [{ id, active, ...lineBetween(from.x + width, from.y + height / 2, to.x, to.y + height / 2) }]
  })
  const left = Math.min(0, ...lines.map((line) => line.left)) - 2
  const right = Math.max(columns * (width + gapX) - gapX, ...lines.map((line) => line.right)) + 2
  const size = { width: right - left, height: top + rows * (height + gapY) + 4 }
  return (
    <div className={css.scroll}>
      {locations.length > shown.length && (
        <p className="k-quiet">
          {t('company.network.tooMany', {
            shown: format.number(shown.length),
            all: format.number(locations.length),
          })}
        </p>
      )}
      <svg {...size} viewBox={`${left} -2 ${size.width} ${size.height}`} aria-labelledby={name}>
        <title id={name}>{t('company.network.graph')}</title>
        {Array.from({ length: columns }, (_, column) => (
          <text key={column} x={column * (width + gapX)} y={16} className={css.columnName}>
            {column === unreached
              ? t('company.network.notReached')
              : column === 0
                ? t('company.network.warehouses')
                : t('company.network.level', { level: column })}
          </text>
        ))}
        <g aria-hidden>
          {lines.map(({ id, path, active }) => (
            <path key={id} d={path} className={active ? css.relation : css.idle} />
          ))}
        </g>
        {shown.map(({ id, code, name: called }) => {
          const { x, y } = at.get(id) ?? { x: 0, y: 0 }
          return (
            <Link key={id} to="." search={{ part: 'location', record: id, tab: 'network' }}>
              <title>{`${code} – ${called}`}</title>
              <rect
                x={x}
                y={y}
                width={width}
                height={height}
                rx={6}
                className={warned.has(id) ? css.warned : css.node}
              />
              <text x={x + 10} y={y + 16} className={css.code}>
                {code}
              </text>
              <text x={x + 10} y={y + 31} className={css.name}>
                {called.length > 25 ? `${called.slice(0, 24)}…` : called}
              </text>
            </Link>
          )
        })}
      </svg>
    </div>
  )
}
