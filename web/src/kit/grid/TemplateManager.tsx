import type { WebUserDictionary } from '@kervan/contract/account/web-app-user-dictionary'
import { ActionIcon, Button, Group } from '@mantine/core'
import { IconDeviceFloppy, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { confirm } from '../feedback/dialogs.ts'
import { useFormats } from '../values/format.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { TextField } from '../form/TextField.tsx'
import { PlainDialog } from '../feedback/PlainDialog.tsx'
import { useWords } from '../i18n/words.ts'
import css from './bars.module.css'
import type { Templates } from './templates.tsx'

const Named = z.object({ name: z.string().trim().min(1, 'kit.template.nameRequired').max(60) })

export function SaveTemplate({
  templates,
  renamed,
  onClose,
}: {
  templates: Templates
  renamed?: WebUserDictionary
  onClose: () => void
}) {
  const { t } = useWords()
  return (
    <FormDialog
      title={t(renamed ? 'kit.template.rename' : 'kit.template.save')}
      schema={Named}
      start={{ name: renamed?.Name ?? '' }}
      action={t('kit.template.saveAction')}
      paths={{ Name: 'name', TemplateNameTaken: 'name', TemplateLimit: 'name' }}
      onSubmit={({ name }) => (renamed ? templates.rename(renamed, name) : templates.insert(name))}
      onClose={onClose}
    >
      <TextField name="name" label={t('kit.template.name')} hint={t('kit.template.nameHint')} focusFirst />
    </FormDialog>
  )
}

/** All templates of this grid: see, apply, overwrite, rename, delete. */
export function TemplateManager({ templates, onClose }: { templates: Templates; onClose: () => void }) {
  const { t } = useWords()
  const format = useFormats()
  const [renamed, setRenamed] = useState<WebUserDictionary | null>(null)
  if (renamed)
    return <SaveTemplate templates={templates} renamed={renamed} onClose={() => setRenamed(null)} />
  const remove = async (template: WebUserDictionary) => {
    onClose()
    const sure = await confirm({
      title: t('kit.template.deleteTitle', { name: template.Name }),
      text: t('kit.template.deleteText'),
      action: t('kit.template.delete'),
      danger: true,
    })
    if (sure) await templates.remove(template)
  }
  return (
    <PlainDialog title={t('kit.template.manage')} size={560} onClose={onClose}>
      <ul className={css.templates}>
        {templates.templates.map((template) => (
          <li key={template.IntCode}>
            <span className={css.templateName}>
              <strong>{template.Name}</strong>
              <span className="k-quiet">
                {template.IsSelected ? t('kit.template.selected') : format.dateTime(template.UpdatedAt)}
              </span>
            </span>
            <Group gap={4} wrap="nowrap">
              <Button
                size="xs"
                variant="default"
                onClick={() =>
                  void (template.IsSelected ? templates.deselect(template) : templates.select(template))
                }
              >
                {t(template.IsSelected ? 'kit.template.deselect' : 'kit.template.apply')}
              </Button>
              <ActionIcon
                size="xs"
                aria-label={t('kit.template.update', { name: template.Name })}
                title={t('kit.template.update', { name: template.Name })}
                onClick={() => void templates.update(template)}
              >
                <IconDeviceFloppy size={16} />
              </ActionIcon>
              <ActionIcon
                size="xs"
                aria-label={t('kit.template.renameOne', { name: template.Name })}
                title={t('kit.template.rename')}
                onClick={() => setRenamed(template)}
              >
                <IconPencil size={16} />
              </ActionIcon>
              <ActionIcon
                size="xs"
                aria-label={t('kit.template.deleteOne', { name: template.Name })}
                title={t('kit.template.delete')}
                onClick={() => void remove(template)}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          </li>
        ))}
      </ul>
    </PlainDialog>
  )
}
