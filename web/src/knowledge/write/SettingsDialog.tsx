import {
  findReaders,
  getArticleSettings,
  getTree,
  saveArticleSettings,
} from '@kervan/contract/knowledge/articles'
import { knowledgeAreas } from '@kervan/contract/knowledge/words'
import type { OutputOf } from '@kervan/contract/kit/call'
import { screens } from '@kervan/contract/shell/screens'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { read } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { DateField } from '../../kit/form/DateField.tsx'
import { MultiSelectField, SelectField, SwitchField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { tDynamic, useWords } from '../../kit/i18n/words.ts'

const refreshes = [saveArticleSettings.group]
const optionalText = z
  .string()
  .nullable()
  .transform((value) => (value === '' ? null : value))
const schema = z.object({
  area: z.enum(knowledgeAreas),
  parentId: optionalText,
  screen: optionalText,
  ownerId: optionalText,
  reviewOn: optionalText,
  restricted: z.boolean(),
  roleIds: z.array(z.string()),
  partnerIds: z.array(z.string()),
})
const screenKeys = new Set<string>(screens.map(({ key }) => key))
type ScreenKey = (typeof screens)[number]['key']
const isScreen = (key: string | null): key is ScreenKey => key !== null && screenKeys.has(key)

type Settings = OutputOf<typeof getArticleSettings>

/** Place, owner, review date, screen and readers of an article. */
export function SettingsDialog({ articleId, onClose }: { articleId: string; onClose: () => void }) {
  const { data } = useQuery({ ...read(getArticleSettings, { articleId }), staleTime: 0, gcTime: 0 })
  return data ? <Filled articleId={articleId} settings={data} onClose={onClose} /> : null
}

function Filled(props: { articleId: string; settings: Settings; onClose: () => void }) {
  const { articleId, settings, onClose } = props
  const { t, state } = useWords()
  const { data: found } = useQuery(read(findReaders, { search: '' }))
  const save = useCall(saveArticleSettings, { refreshes })
  const choices = (
    named: readonly { id: string; name: string }[],
    chosen: readonly { id: string; name: string }[],
  ) =>
    [...new Map([...chosen, ...named].map((one) => [one.id, one])).values()].map(({ id, name }) => ({
      value: id,
      label: name,
    }))
  return (
    <FormDialog
      title={t('knowledge.settingsTitle')}
      action={t('knowledge.settingsAction')}
      size={560}
      schema={schema}
      start={{
        area: settings.area,
        parentId: settings.parentId,
        screen: settings.screen,
        ownerId: settings.owner?.id ?? null,
        reviewOn: settings.reviewOn,
        restricted: settings.restricted,
        roleIds: settings.roles.map(({ id }) => id),
        partnerIds: settings.partners.map(({ id }) => id),
      }}
      paths={{ ArticleParentWrong: 'parentId', ArticleScreenTaken: 'screen' }}
      onSubmit={async (values) => {
        const screen = isScreen(values.screen) ? values.screen : null
        await save.attempt({ articleId, version: settings.version, ...values, screen })
        toast('success', t('knowledge.settingsSaved'))
      }}
      onClose={onClose}
    >
      <SelectField
        name="area"
        label={t('knowledge.area')}
        data={knowledgeAreas.map((area) => ({ value: area, label: state('knowledgeArea', area) }))}
      />
      <ParentField articleId={articleId} />
      <SelectField
        name="screen"
        label={t('knowledge.screen')}
        optional
        searchable
        data={screens.map(({ key }) => ({ value: key, label: tDynamic(t, `screen.${key}.title`, key) }))}
      />
      <SelectField
        name="ownerId"
        label={t('knowledge.owner')}
        optional
        searchable
        data={choices(found?.people ?? [], settings.owner ? [settings.owner] : [])}
      />
      <DateField name="reviewOn" label={t('column.reviewOn')} optional />
      <SwitchField name="restricted" label={t('knowledge.readers')} />
      <Readers
        roles={choices(found?.roles ?? [], settings.roles)}
        partners={choices(found?.partners ?? [], settings.partners)}
      />
    </FormDialog>
  )
}

/** Articles of the chosen area, below which it can stand. */
function ParentField({ articleId }: { articleId: string }) {
  const { t } = useWords()
  const area: unknown = useWatch({ name: 'area' })
  const { data } = useQuery(read(getTree, {}))
  const parents = (data?.nodes ?? []).filter(
    (node) => node.area === area && node.id !== articleId && !node.isManual,
  )
  return (
    <SelectField
      name="parentId"
      label={t('knowledge.parent')}
      hint={t('knowledge.noParent')}
      optional
      searchable
      data={parents.map(({ id, title }) => ({ value: id, label: title }))}
    />
  )
}

type Choice = { value: string; label: string }

function Readers({ roles, partners }: { roles: Choice[]; partners: Choice[] }) {
  const { t } = useWords()
  const restricted: unknown = useWatch({ name: 'restricted' })
  if (restricted !== true) return null
  return (
    <>
      <MultiSelectField
        name="roleIds"
        label={t('knowledge.roles')}
        hint={t('knowledge.readersHint')}
        data={roles}
        optional
      />
      <MultiSelectField name="partnerIds" label={t('knowledge.partners')} data={partners} optional />
    </>
  )
}
