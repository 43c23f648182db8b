import {
  addArticleFiles,
  articleLimits,
  discardDraft,
  getDraft,
  getTree,
  publishArticle,
  removeArticleFile,
  saveDraft,
  type ArticleFile,
} from '@kervan/contract/knowledge/articles'
import type { OutputOf } from '@kervan/contract/kit/call'
import type { Language } from '@kervan/contract/kit/values'
import { languages } from '@kervan/contract/kit/values'
import { ActionIcon, Button, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { IconArrowLeft, IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ClipboardEvent } from 'react'
import { z } from 'zod'
import { read } from '../../kit/call/query.ts'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { TextAreaField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { languageNames } from '../../kit/i18n/languageNames.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useGo } from '../../kit/page/go.ts'
import { useLeaveGuard } from '../../kit/page/leaveGuard.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import css from '../knowledge.module.css'
import { Markdown } from '../Markdown.tsx'
import { around, type Edit } from './insert.ts'
import { Toolbar } from './Toolbar.tsx'

type Props = { articleId: string; language: Language; onBack: () => void }
type Draft = OutputOf<typeof getDraft>

const refreshes = [saveDraft.group]

/** Writes an article: Markdown on the left, what readers will see on the right. */
export function Editor(props: Props) {
  const { articleId, language } = props
  // What is being typed is not replaced by what comes meanwhile: a save that is too late is refused and says so.
  const asked = useQuery({
    ...read(getDraft, { articleId, language }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  })
  if (!asked.data) return <ReadState asked={asked} />
  return <Writing key={`${props.language} ${asked.data.revision}`} {...props} draft={asked.data} />
}

function Writing({ articleId, language, onBack, draft }: Props & { draft: Draft }) {
  const { t } = useWords()
  const format = useFormats()
  const go = useGo()
  const rights = useRights()
  const [title, setTitle] = useState(draft.title)
  const [body, setBody] = useState(draft.body)
  const [isPublishing, setPublishing] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const { data: tree } = useQuery(read(getTree, {}))
  const save = useCall(saveDraft, { refreshes, failed: t('knowledge.editor.failed') })
  const discard = useCall(discardDraft, { refreshes })
  const upload = useCall(addArticleFiles, { refreshes: [] })
  const [files, setFiles] = useState<readonly ArticleFile[]>(draft.files)
  const isUnsaved = title !== draft.title || body !== draft.body
  const of = { articleId, language }
  const keep = async () => {
    const saved = await save.run({ ...of, revision: draft.revision, title, body })
    if (saved) toast('success', t('knowledge.editor.saved'))
    return saved !== undefined
  }
  useLeaveGuard(isUnsaved, { anywhere: true, save: keep })

  const change = (edit: (before: Edit) => Edit) => {
    const field = area.current
    if (!field) return
    const after = edit({ text: body, from: field.selectionStart, to: field.selectionEnd })
    setBody(after.text)
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(after.from, after.to)
    })
  }
  const insertFile = ({ id, name, type }: ArticleFile) =>
    change((edit) =>
      around(edit, type.startsWith('image/') ? '![' : '[', `](file:${id})`, name.replaceAll(/[[\]]/g, '')),
    )
  const add = async (chosen: readonly File[]) => {
    if (chosen.length === 0) return
    const known = new Set(files.map(({ id }) => id))
    const answer = await upload.run({ articleId, language }, chosen)
    if (!answer) return
    const added = answer.files.filter(({ id }) => !known.has(id))
    setFiles([...files, ...added])
    added.forEach(insertFile)
  }
  const paste = (event: ClipboardEvent) => {
    const pictures = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'))
    if (pictures.length === 0) return
    event.preventDefault()
    void add(pictures)
  }
  const askAndDiscard = async () => {
    const [heading, text, action] = [
      t('knowledge.editor.discard.title'),
      t('knowledge.editor.discard.text'),
      t('knowledge.editor.discard.action'),
    ]
    if (!(await confirm({ title: heading, text, action, danger: true }))) return
    if (await discard.run({ ...of, revision: draft.revision })) onBack()
  }
  return (
    <div className={css.writing}>
      <div className={css.writingBar}>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={onBack}
        >
          {t('knowledge.editor.back')}
        </Button>
        <SegmentedControl
          size="xs"
          aria-label={t('knowledge.language')}
          value={language}
          data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
          onChange={(one) => go({ search: { article: articleId, lang: one, doing: 'edit' } })}
        />
        <span className="k-quiet">
          {draft.hasDraft && draft.savedAt !== null
            ? t('knowledge.editor.savedAt', {
                date: format.dateTime(draft.savedAt),
                name: draft.savedBy ?? '',
              })
            : draft.state !== 'Draft' && t('knowledge.editor.noDraft')}
        </span>
        <div className={css.articleActions}>
          {draft.hasDraft && (
            <Button size="xs" variant="default" onClick={() => void askAndDiscard()}>
              {t('knowledge.editor.discard.action')}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            loading={save.isPending}
            disabled={!isUnsaved}
            onClick={() => void keep()}
          >
            {t('knowledge.editor.save')}
          </Button>
          {rights.has(publishArticle.permission ?? '') && (
            <Button size="xs" disabled={isUnsaved || !draft.hasDraft} onClick={() => setPublishing(true)}>
              {t('knowledge.publish.action')}
            </Button>
          )}
        </div>
      </div>
      <TextInput
        label={t('knowledge.title')}
        value={title}
        maxLength={articleLimits.title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Toolbar change={change} pickFiles={() => picker.current?.click()} articleId={articleId} />
      <div className={css.panes}>
        <Textarea
          ref={area}
          aria-label={t('knowledge.editor.text')}
          classNames={{ root: css.source ?? '', wrapper: css.sourceFill ?? '', input: css.sourceInput ?? '' }}
          value={body}
          maxLength={articleLimits.body}
          spellCheck
          lang={language}
          onChange={(event) => setBody(event.currentTarget.value)}
          onPaste={paste}
        />
        <section className={css.preview} aria-label={t('knowledge.editor.preview')}>
          <Markdown text={body} names={{ files: [...files], links: tree?.nodes ?? [] }} />
        </section>
      </div>
      <Files
        files={files}
        insert={insertFile}
        remove={(id) => setFiles(files.filter((one) => one.id !== id))}
      />
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept=".png,.jpg,.jpeg,.pdf,.xlsx,.docx"
        onChange={(event) => {
          void add([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      {isPublishing && (
        <PublishDialog
          of={of}
          revision={draft.revision}
          onClose={() => setPublishing(false)}
          onDone={onBack}
        />
      )}
    </div>
  )
}

type FilesProps = {
  files: readonly ArticleFile[]
  insert: (file: ArticleFile) => void
  remove: (id: string) => void
}

function Files({ files, insert, remove }: FilesProps) {
  const { t } = useWords()
  const take = useCall(removeArticleFile)
  if (files.length === 0) return null
  return (
    <ul className={css.files} aria-label={t('knowledge.files')}>
      {files.map((file) => (
        <li key={file.id}>
          <span>{file.name}</span>
          <ActionIcon
            size="sm"
            variant="subtle"
            aria-label={t('knowledge.editor.insertFile', { name: file.name })}
            onClick={() => insert(file)}
          >
            <IconPlus size={14} />
          </ActionIcon>
          <ActionIcon
            size="sm"
            variant="subtle"
            aria-label={t('knowledge.editor.removeFile', { name: file.name })}
            onClick={() => void take.run({ articleFileId: file.id }).then((done) => done && remove(file.id))}
          >
            <IconX size={14} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}

const schema = z.object({ changes: z.string().max(articleLimits.changes) })

type PublishProps = {
  of: { articleId: string; language: Language }
  revision: number
  onClose: () => void
  onDone: () => void
}

function PublishDialog({ of, revision, onClose, onDone }: PublishProps) {
  const { t } = useWords()
  const format = useFormats()
  const publish = useCall(publishArticle, { refreshes })
  return (
    <FormDialog
      title={t('knowledge.publish.title')}
      text={t('knowledge.publish.text')}
      action={t('knowledge.publish.confirm')}
      size={480}
      schema={schema}
      start={{ changes: '' }}
      keepOpen
      onSubmit={async ({ changes }) => {
        const answer = await publish.attempt({ ...of, revision, changes })
        if (!answer) return
        toast('success', t('knowledge.publish.done', { number: format.number(answer.number) }))
        onDone()
      }}
      onClose={onClose}
    >
      <TextAreaField
        name="changes"
        label={t('knowledge.publish.changes')}
        rows={3}
        maxLength={articleLimits.changes}
        optional
        focusFirst
      />
    </FormDialog>
  )
}
