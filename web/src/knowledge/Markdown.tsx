import type { Article } from '@kervan/contract/knowledge/articles'
import { getArticleFile } from '@kervan/contract/knowledge/articles'
import { readMarkdown, type Block } from '@kervan/contract/knowledge/markdown'
import type { Inline, LinkTarget } from '@kervan/contract/knowledge/markdown-inline'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { createContext, Fragment, useContext, useMemo, type ReactNode } from 'react'
import { callServer, saveFile } from '../kit/call/client.ts'
import { useCall } from '../kit/call/useCall.ts'
import { useWords } from '../kit/i18n/words.ts'
import { asAddress } from '../kit/logo.ts'
import { keyed } from './keyed.ts'
import css from './knowledge.module.css'

// Draws the tree that `readMarkdown` makes. No text becomes HTML: each part is an element of ours, and its words are text.

/** The articles that a text names, with their titles, and its files. */
type Named = Pick<Article, 'links' | 'files'>
const Names = createContext<Named>({ links: [], files: [] })

export function Markdown({ text, names }: { text: string; names: Named }) {
  const blocks = useMemo(() => readMarkdown(text), [text])
  return (
    <Names value={names}>
      <div className={css.text}>
        <Blocks blocks={blocks} />
      </div>
    </Names>
  )
}

const Blocks = ({ blocks }: { blocks: readonly Block[] }) =>
  keyed(blocks).map(({ key, part }) => <BlockView key={key} block={part} />)

function BlockView({ block }: { block: Block }) {
  const { t } = useWords()
  switch (block.kind) {
    case 'heading': {
      // The title of the article is the heading above all of these.
      const Heading = (['h3', 'h4', 'h5'] as const)[Math.max(0, Math.min(block.level - 2, 2))] ?? 'h3'
      return (
        <Heading>
          <Inlines inlines={block.inside} />
        </Heading>
      )
    }
    case 'paragraph':
      return (
        <p>
          <Inlines inlines={block.inside} />
        </p>
      )
    case 'list': {
      const items = keyed(block.items).map(({ key, part }) => (
        <li key={key}>
          <Item blocks={part} />
        </li>
      ))
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>
    }
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.inside} />
        </blockquote>
      )
    case 'callout':
      return (
        <div className={css.callout} data-tone={block.tone} role="note">
          <strong>{t(`knowledge.callout.${block.tone}`)}</strong>
          <Blocks blocks={block.inside} />
        </div>
      )
    case 'code':
      return <pre className="k-mono">{block.text}</pre>
    case 'table':
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <section className={css.tableFrame} tabIndex={0} aria-label={t('knowledge.editor.table')}>
          <table>
            <thead>
              <tr>
                {keyed(block.head).map(({ key, part }) => (
                  <th key={key} scope="col">
                    <Inlines inlines={part} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {keyed(block.rows).map(({ key, part: row }) => (
                <tr key={key}>
                  {keyed(row).map(({ key: column, part }) => (
                    <td key={column}>
                      <Inlines inlines={part} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )
    case 'rule':
      return <hr />
  }
}

/** An item of one paragraph is drawn without its own space around. */
function Item({ blocks }: { blocks: readonly Block[] }) {
  const [first, ...rest] = blocks
  if (first?.kind !== 'paragraph') return <Blocks blocks={blocks} />
  return (
    <>
      <Inlines inlines={first.inside} />
      <Blocks blocks={rest} />
    </>
  )
}

const Inlines = ({ inlines }: { inlines: readonly Inline[] }) =>
  keyed(inlines).map(({ key, part }) => <InlineView key={key} one={part} />)

function InlineView({ one }: { one: Inline }) {
  switch (one.kind) {
    case 'text':
      return <Fragment>{one.text}</Fragment>
    case 'code':
      return <code className="k-mono">{one.text}</code>
    case 'break':
      return <br />
    case 'strong':
      return (
        <strong>
          <Inlines inlines={one.inside} />
        </strong>
      )
    case 'emphasis':
      return (
        <em>
          <Inlines inlines={one.inside} />
        </em>
      )
    case 'struck':
      return (
        <s>
          <Inlines inlines={one.inside} />
        </s>
      )
    case 'link':
      return (
        <Leading to={one.to}>
          <Inlines inlines={one.inside} />
        </Leading>
      )
    case 'picture':
      return <Picture fileId={one.fileId} alt={one.alt} />
  }
}

function Leading({ to, children }: { to: LinkTarget; children: ReactNode }) {
  const { t } = useWords()
  const { links, files } = useContext(Names)
  if (to.kind === 'article')
    return links.some(({ id }) => id === to.id) ? (
      <Link to="/knowledge-base" search={{ article: to.id }}>
        {children}
      </Link>
    ) : (
      <span className="k-quiet" title={t('knowledge.linkGone')}>
        {children}
      </span>
    )
  if (to.kind === 'file')
    return files.some(({ id }) => id === to.id) ? (
      <FileLink fileId={to.id}>{children}</FileLink>
    ) : (
      <span className="k-quiet">{children}</span>
    )
  if (to.kind === 'portal') {
    const url = new URL(to.href, window.location.origin)
    return (
      <Link to={url.pathname} search={Object.fromEntries(url.searchParams)}>
        {children}
      </Link>
    )
  }
  return (
    <a href={to.href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}

/** Saves a file of the article. */
export function FileLink({ fileId, children }: { fileId: string; children: ReactNode }) {
  const save = useCall(getArticleFile, { onDone: saveFile })
  return (
    <button
      type="button"
      className={css.fileLink}
      disabled={save.isPending}
      onClick={() => void save.run({ articleFileId: fileId })}
    >
      {children}
    </button>
  )
}

/** A picture of the article: it comes by a call like everything else, so no address of another server is ever asked. */
function Picture({ fileId, alt }: { fileId: string; alt: string }) {
  const { files } = useContext(Names)
  const isThere = files.some(({ id }) => id === fileId)
  const { data } = useQuery({
    queryKey: [getArticleFile.group, getArticleFile.operation, fileId],
    queryFn: ({ signal }) =>
      callServer(getArticleFile, { articleFileId: fileId }, { signal }).then(asAddress),
    staleTime: Infinity,
    enabled: isThere,
  })
  return data ? <img src={data} alt={alt} className={css.picture} /> : <span className="k-quiet">{alt}</span>
}
