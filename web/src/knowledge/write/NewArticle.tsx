import { articleLimits, createArticle } from '@kervan/contract/knowledge/articles'
import { knowledgeAreas } from '@kervan/contract/knowledge/words'
import { languages } from '@kervan/contract/kit/values'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { SelectField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { languageNames } from '../../kit/i18n/languageNames.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useGo } from '../../kit/page/go.ts'
import { useOnlyPart } from '../../kit/page/wholeCompany.tsx'
import { useFormats } from '../../kit/values/format.ts'

const schema = z.object({
  title: z.string().trim().min(1, 'kit.form.required').max(articleLimits.title),
  area: z.enum(knowledgeAreas),
  language: z.enum(languages),
})

/** Begins an article and opens it for writing. */
export function NewArticle() {
  const { t, state } = useWords()
  const { language } = useFormats()
  const go = useGo()
  const [isOpen, setOpen] = useState(false)
  const create = useCall(createArticle, { refreshes: [createArticle.group] })
  const onlyPart = useOnlyPart()
  if (!useRights().has(createArticle.permission ?? '') || onlyPart) return null
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('knowledge.new')}
      </Button>
      {isOpen && (
        <FormDialog
          title={t('knowledge.new')}
          action={t('knowledge.newAction')}
          size={480}
          schema={schema}
          start={{ title: '', area: 'general' as const, language }}
          keepOpen
          onSubmit={async (values) => {
            const answer = await create.attempt({ ...values, parentId: null })
            setOpen(false)
            if (answer) go({ search: { article: answer.articleId, lang: values.language, doing: 'edit' } })
          }}
          onClose={() => setOpen(false)}
        >
          <TextField name="title" label={t('knowledge.title')} focusFirst />
          <SelectField
            name="area"
            label={t('knowledge.area')}
            data={knowledgeAreas.map((area) => ({ value: area, label: state('knowledgeArea', area) }))}
          />
          <SelectField
            name="language"
            label={t('knowledge.language')}
            data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
          />
        </FormDialog>
      )}
    </>
  )
}
