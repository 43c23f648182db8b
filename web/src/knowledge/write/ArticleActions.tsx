import {
  deleteArticle,
  getArticleSettings,
  withdrawArticle,
  type Article,
} from '@kervan/contract/knowledge/articles'
import { Button, Menu } from '@mantine/core'
import { IconArchive, IconDots, IconHistory, IconPencil, IconSettings, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { callServer } from '../../kit/call/client.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useGo } from '../../kit/page/go.ts'
import { SettingsDialog } from './SettingsDialog.tsx'

const refreshes = [withdrawArticle.group]

/** What editors do with an article that they read. */
export function ArticleActions({ article }: { article: Article }) {
  const { t } = useWords()
  const go = useGo()
  const [isSetting, setSetting] = useState(false)
  const withdraw = useCall(withdrawArticle, { refreshes })
  const remove = useCall(deleteArticle, { refreshes })
  const { id, language, actions } = article
  if (Object.keys(actions).length === 0) return null
  const open = (doing: 'edit' | 'versions') => go({ search: { article: id, lang: language, doing } })
  const askAndWithdraw = async () => {
    const [title, text, action] = [
      t('knowledge.withdraw.title'),
      t('knowledge.withdraw.text'),
      t('knowledge.withdraw.confirm'),
    ]
    if (
      (await confirm({ title, text, action, danger: true })) &&
      (await withdraw.run({ articleId: id, language }))
    )
      toast('success', t('knowledge.withdraw.done'))
  }
  const askAndRemove = async () => {
    const [title, text, action] = [
      t('knowledge.remove.title'),
      t('knowledge.remove.text'),
      t('knowledge.remove.confirm'),
    ]
    if (!(await confirm({ title, text, action, danger: true }))) return
    // Its settings may have been changed while it was read.
    const { version } = await callServer(getArticleSettings, { articleId: id })
    if (!(await remove.run({ articleId: id, version }))) return
    toast('success', t('knowledge.remove.done'))
    go({ search: {} })
  }
  return (
    <>
      {actions.edit !== undefined && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => open('edit')}
        >
          {t('knowledge.edit')}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs" variant="default" aria-label={t('kit.action.more')}>
            <IconDots size={16} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={() => open('versions')}>
            {t('knowledge.versions')}
          </Menu.Item>
          {actions.settings !== undefined && (
            <Menu.Item leftSection={<IconSettings size={16} aria-hidden />} onClick={() => setSetting(true)}>
              {t('knowledge.settings')}
            </Menu.Item>
          )}
          {actions.withdraw === null && (
            <Menu.Item
              leftSection={<IconArchive size={16} aria-hidden />}
              onClick={() => void askAndWithdraw()}
            >
              {t('knowledge.withdraw.action')}
            </Menu.Item>
          )}
          {actions.remove !== undefined && (
            <Menu.Item
              data-danger
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => void askAndRemove()}
            >
              {t('knowledge.remove.action')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isSetting && <SettingsDialog articleId={id} onClose={() => setSetting(false)} />}
    </>
  )
}
