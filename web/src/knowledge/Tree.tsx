import type { ArticleNode } from '@kervan/contract/knowledge/articles'
import { knowledgeAreas } from '@kervan/contract/knowledge/words'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useWords } from '../kit/i18n/words.ts'
import css from './knowledge.module.css'

type Props = { nodes: readonly ArticleNode[]; open: string | null }

/** Articles by area, those of the company before those of the manual. */
export function Tree({ nodes, open }: Props) {
  const { t, state } = useWords()
  const ids = new Set(nodes.map(({ id }) => id))
  // An article whose parent the reader may not see stands at the top of its area.
  const below = Map.groupBy(nodes, ({ parentId }) =>
    parentId !== null && ids.has(parentId) ? parentId : null,
  )
  const tops = Map.groupBy(below.get(null) ?? [], ({ area }) => area)
  return (
    <nav className={css.tree} aria-label={t('knowledge.tree')}>
      {nodes.length === 0 && <p className="k-quiet">{t('knowledge.treeEmpty')}</p>}
      {knowledgeAreas
        .filter((area) => tops.has(area))
        .map((area) => (
          <section key={area}>
            <h2 className={css.area}>{state('knowledgeArea', area)}</h2>
            <Branch nodes={tops.get(area) ?? []} below={below} open={open} />
          </section>
        ))}
    </nav>
  )
}

type BranchProps = Props & { below: ReadonlyMap<string | null, ArticleNode[]> }

function Branch({ nodes, below, open }: BranchProps) {
  const { t, state } = useWords()
  return (
    <ul className={css.branch}>
      {nodes.map((node) => (
        <li key={node.id}>
          <Link
            to="."
            search={{ article: node.id }}
            className={css.node}
            aria-current={node.id === open ? 'page' : undefined}
          >
            <span>{node.title}</span>
            {node.restricted && <IconLock size={14} aria-label={t('knowledge.restricted')} />}
            {node.state !== 'Published' && (
              <span className="k-quiet">{state('articleState', node.state)}</span>
            )}
          </Link>
          {below.has(node.id) && <Branch nodes={below.get(node.id) ?? []} below={below} open={open} />}
        </li>
      ))}
    </ul>
  )
}
