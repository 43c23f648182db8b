import {
  deleteWebAppUserDictionary,
  deselectWebAppUserDictionary,
  getWebAppUserDictionaries,
  insertWebAppUserDictionary,
  selectWebAppUserDictionary,
  updateWebAppUserDictionary,
  type WebUserDictionary,
} from '@kervan/contract/account/web-app-user-dictionary'
import { gridTemplateLimit } from '@kervan/contract/access/words'
import type { Filters } from '@kervan/contract/kit/page'
import { Button, Menu } from '@mantine/core'
import {
  IconBookmark,
  IconCheck,
  IconDeviceFloppy,
  IconRestore,
  IconSettings,
  IconX,
} from '@tabler/icons-react'
import { hashKey } from '@tanstack/react-query'
import { useState } from 'react'
import { useRead } from '../call/query.ts'
import { useCall } from '../call/useCall.ts'
import { useWords } from '../i18n/words.ts'
import { fitLayout, defaultLayout, parseTemplate, toTemplate, type GridLayout } from './gridState.ts'
import { fitFilters } from './gridQuery.ts'
import { objectKeyOf } from './useGridLayout.ts'
import type { GridModel } from './useGridModel.ts'
import { SaveTemplate, TemplateManager } from './TemplateManager.tsx'

const refreshes = ['WebAppConfiguration']

/** What a template keeps: the arrangement of a grid, the question of a report. */
export type Arranged = {
  objectKey: string
  /** What is on the screen, as it is stored. */
  now: () => string
  /** Whether the screen is no longer what this says. */
  differs: (stored: string) => boolean
  apply: (stored: string) => void
}

export const arrangedGrid = (grid: GridModel): Arranged => ({
  objectKey: objectKeyOf(grid.list),
  now: () => JSON.stringify(toTemplate(grid.layout, grid.query, Date.now())),
  differs: (stored) => differs(grid, stored),
  apply: (stored) => apply(grid, stored),
})

/** Named arrangements, at most five of a grid or report, kept on the server (GRD-002). */
export function useTemplates({ objectKey: ObjectKey, now, differs, apply }: Arranged) {
  const { data } = useRead(getWebAppUserDictionaries, { ObjectKey }, { staleTime: 60_000 })
  const insert = useCall(insertWebAppUserDictionary, { refreshes })
  const update = useCall(updateWebAppUserDictionary, { refreshes })
  const select = useCall(selectWebAppUserDictionary, { refreshes })
  const deselect = useCall(deselectWebAppUserDictionary, { refreshes })
  const remove = useCall(deleteWebAppUserDictionary, { refreshes })
  const templates: WebUserDictionary[] = data?.dictionaries ?? []
  const selected = templates.find(({ IsSelected }) => IsSelected) ?? null
  return {
    templates,
    selected,
    isChanged: selected !== null && differs(selected.Value),
    isFull: templates.length >= gridTemplateLimit,
    isPending: insert.isPending || update.isPending || remove.isPending,
    insert: (Name: string) =>
      insert.attempt({
        WebUserDictionaryRequestModel: { ObjectKey, Name, Value: now(), IsSelected: true },
      }),
    update: (template: WebUserDictionary) =>
      update.run({
        WebUserDictionaryRequestModel: { ...namedAs(template, template.Name), Value: now() },
      }),
    rename: (template: WebUserDictionary, Name: string) =>
      update.attempt({
        WebUserDictionaryRequestModel: { ...namedAs(template, Name), Value: template.Value },
      }),
    remove: (template: WebUserDictionary) => remove.run({ IntCode: template.IntCode }),
    deselect: (template: WebUserDictionary) => deselect.run({ IntCode: template.IntCode }),
    select: async (template: WebUserDictionary) => {
      apply(template.Value)
      await select.run({ IntCode: template.IntCode })
    },
  }
}
const namedAs = ({ IntCode, ObjectKey }: WebUserDictionary, Name: string) => ({ IntCode, ObjectKey, Name })
export type Templates = ReturnType<typeof useTemplates>

/** What is on the screen is no longer what the view says. */
function differs(grid: GridModel, value: string): boolean {
  const stored = parseTemplate(value)
  if (!stored) return true
  const said = (layout: GridLayout, filters: Filters, search: string) =>
    hashKey([{ ...layout, filters, search }])
  const kept = fitLayout(stored, grid.list, defaultLayout(grid.list, grid.views))
  const { sort, pageSize, filters, search } = grid.query
  return (
    said(kept, fitFilters(grid.list, stored.filters), stored.search) !==
    said({ ...grid.layout, sort, pageSize }, filters, search)
  )
}

function apply(grid: GridModel, value: string): void {
  const stored = parseTemplate(value)
  if (!stored) return
  const layout = fitLayout(stored, grid.list, defaultLayout(grid.list, grid.views))
  grid.arrange(() => layout)
  grid.change({
    sort: layout.sort,
    pageSize: layout.pageSize,
    filters: fitFilters(grid.list, stored.filters),
    search: stored.search,
  })
}

export function TemplateMenu({ of }: { of: Arranged }) {
  const { t } = useWords()
  const templates = useTemplates(of)
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const { selected, isChanged } = templates
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Button variant="subtle" color="gray" size="xs" leftSection={<IconBookmark size={16} />}>
            {selected
              ? isChanged
                ? t('kit.template.changed', { name: selected.Name })
                : selected.Name
              : t('kit.template.title')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {templates.templates.map((template) => (
            <Menu.Item
              key={template.IntCode}
              rightSection={template.IsSelected ? <IconCheck size={16} /> : null}
              onClick={() => void templates.select(template)}
            >
              {template.Name}
            </Menu.Item>
          ))}
          {templates.templates.length > 0 && <Menu.Divider />}
          {selected && (
            <>
              {isChanged && (
                <>
                  <Menu.Item
                    leftSection={<IconDeviceFloppy size={16} />}
                    onClick={() => void templates.update(selected)}
                  >
                    {t('kit.template.update', { name: selected.Name })}
                  </Menu.Item>
                  <Menu.Item
                    leftSection={<IconRestore size={16} />}
                    onClick={() => void templates.select(selected)}
                  >
                    {t('kit.template.revert', { name: selected.Name })}
                  </Menu.Item>
                </>
              )}
              <Menu.Item leftSection={<IconX size={16} />} onClick={() => void templates.deselect(selected)}>
                {t('kit.template.deselect')}
              </Menu.Item>
            </>
          )}
          <Menu.Item
            leftSection={<IconDeviceFloppy size={16} />}
            disabled={templates.isFull}
            onClick={() => setDialog('save')}
          >
            {templates.isFull ? t('kit.template.full', { count: gridTemplateLimit }) : t('kit.template.save')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconSettings size={16} />}
            disabled={templates.templates.length === 0}
            onClick={() => setDialog('manage')}
          >
            {t('kit.template.manage')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && <SaveTemplate templates={templates} onClose={() => setDialog(null)} />}
      {dialog === 'manage' && <TemplateManager templates={templates} onClose={() => setDialog(null)} />}
    </>
  )
}
