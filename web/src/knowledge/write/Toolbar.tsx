import { getTree } from '@kervan/contract/knowledge/articles'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconBold,
  IconBulb,
  IconFileText,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPaperclip,
  IconTable,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../kit/call/query.ts'
import { useWords } from '../../kit/i18n/words.ts'
import css from '../knowledge.module.css'
import { around, block, eachLine, type Edit } from './insert.ts'

type Props = { change: (edit: (before: Edit) => Edit) => void; pickFiles: () => void; articleId: string }

/** Marks for who does not want to type them. */
export function Toolbar({ change, pickFiles, articleId }: Props) {
  const { t } = useWords()
  const sample = t('knowledge.editor.sample')
  const column = t('knowledge.editor.column')
  const tools: { label: string; Icon: TablerIcon; run: () => void }[] = [
    {
      label: t('knowledge.editor.bold'),
      Icon: IconBold,
      run: () => change((edit) => around(edit, '**', '**', sample)),
    },
    {
      label: t('knowledge.editor.italic'),
      Icon: IconItalic,
      run: () => change((edit) => around(edit, '*', '*', sample)),
    },
    {
      label: t('knowledge.editor.heading'),
      Icon: IconHeading,
      run: () => change((edit) => eachLine(edit, '## ')),
    },
    { label: t('knowledge.editor.list'), Icon: IconList, run: () => change((edit) => eachLine(edit, '- ')) },
    {
      label: t('knowledge.editor.numbered'),
      Icon: IconListNumbers,
      run: () => change((edit) => eachLine(edit, '{n}. ')),
    },
    {
      label: t('knowledge.editor.table'),
      Icon: IconTable,
      run: () =>
        change((edit) => block(edit, `| ${column} | ${column} |\n| --- | --- |\n| ${sample} | ${sample} |`)),
    },
    {
      label: t('knowledge.editor.callout'),
      Icon: IconBulb,
      run: () => change((edit) => block(edit, `> [!note]\n> ${sample}`)),
    },
    {
      label: t('knowledge.editor.link'),
      Icon: IconLink,
      run: () => change((edit) => around(edit, '[', '](https://)', sample)),
    },
    { label: t('knowledge.editor.picture'), Icon: IconPaperclip, run: pickFiles },
  ]
  return (
    <div className={css.tools} role="toolbar" aria-label={t('knowledge.editor.tools')}>
      {tools.map(({ label, Icon, run }) => (
        <ActionIcon key={label} variant="subtle" aria-label={label} title={label} onClick={run}>
          <Icon size={18} aria-hidden />
        </ActionIcon>
      ))}
      <ArticleLink articleId={articleId} change={change} />
    </div>
  )
}

/** Links to another article by its id, so that the link holds when that one is moved or renamed. */
function ArticleLink({ articleId, change }: Pick<Props, 'articleId' | 'change'>) {
  const { t } = useWords()
  const { data } = useQuery(read(getTree, {}))
  const label = t('knowledge.editor.article')
  const nodes = (data?.nodes ?? []).filter(({ id }) => id !== articleId)
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={label} title={label}>
          <IconFileText size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {nodes.map(({ id, title }) => (
          <Menu.Item
            key={id}
            onClick={() =>
              change((edit) => around(edit, '[', `](article:${id})`, title.replaceAll(/[[\]]/g, '')))
            }
          >
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
