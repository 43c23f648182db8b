import {
  getAcknowledgementDraft,
  getAcknowledgementDrafts,
  saveAcknowledgementDraft,
  type AcknowledgementDraft,
} from '@kervan/contract/administration/acknowledgement-drafts'
import {
  getAcknowledgementReach,
  getAcknowledgementVersion,
  publishAcknowledgement,
  type AcknowledgementVersion,
} from '@kervan/contract/administration/acknowledgement-versions'
import { languages, type Language } from '@kervan/contract/kit/values'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { renewSession } from '../../access/access.api.ts'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { Conflict } from '../../kit/form/Conflict.tsx'
import { Form, useKitForm } from '../../kit/form/Form.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useLeaveGuard } from '../../kit/page/leaveGuard.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { read, useRead } from '../../kit/call/query.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { toRefused } from '../../kit/call/refused.ts'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import css from './acknowledgements.module.css'
import { DraftFoot } from './DraftFoot.tsx'
import { Languages } from './Languages.tsx'
import { nothing, partsOf, said } from './parts.ts'
import { useDraft } from './useDraft.ts'
import { formOf, Seen, VersionFields, type Values } from './VersionForm.tsx'
import { useFormValues } from '../../kit/form/useFormValues.ts'

type Props = {
  /** The version that stands now; null for something new. */
  from: { intCode: number; version: number } | null
  onClose: (published: string | null) => void
}

/** Writes the next version, in the place of the list. */
export function VersionEditor({ from, onClose }: Props) {
  const { t } = useWords()
  const intCode = from?.intCode ?? null
  const mayKeep = useRights().has(getAcknowledgementDraft.permission ?? '')
  const asked = useRead(getAcknowledgementVersion, from ?? { intCode: 1, version: 1 }, {
    enabled: from !== null,
  })
  const kept = useRead(getAcknowledgementDraft, { intCode }, { enabled: mayKeep, staleTime: Infinity })
  const queries = useQueryClient()
  // Whoever opens this again finds what was written, not what stood there the last time.
  useEffect(
    () => () => {
      queries.removeQueries({ queryKey: read(getAcknowledgementDraft, { intCode }).queryKey })
      void queries.invalidateQueries({ queryKey: read(getAcknowledgementDrafts, {}).queryKey })
    },
    [queries, intCode],
  )
  const isThere = (from === null || asked.data) && (!mayKeep || kept.data)
  if (isThere)
    return (
      <Editor
        base={from === null ? null : (asked.data ?? null)}
        draft={kept.data?.draft ?? null}
        onClose={onClose}
      />
    )
  return (
    <PageFrame
      title={t('administration.terms.next')}
      layout="scroll"
      foot={
        <Button variant="default" onClick={() => onClose(null)}>
          {t('kit.action.cancel')}
        </Button>
      }
    >
      <ReadState asked={asked.data || from === null ? kept : asked} />
    </PageFrame>
  )
}

function Editor({
  base: began,
  draft,
  onClose,
}: {
  base: AcknowledgementVersion | null
  draft: AcknowledgementDraft | null
  onClose: (published: string | null) => void
}) {
  const { t, state } = useWords()
  const format = useFormats()
  const queries = useQueryClient()
  const [language, setLanguage] = useState<Language>(format.language)
  const [faulty, setFaulty] = useState<readonly Language[]>([])
  const [isPublished, setPublished] = useState(false)
  const publish = useCall(publishAcknowledgement)
  const schema = formOf(began === null)
  const content = draft?.content ?? began?.content
  const form = useKitForm<Values>({
    schema,
    start: {
      kind: began?.kind ?? draft?.kind ?? 'User',
      title: content?.title ?? nothing,
      text: content?.text ?? nothing,
      changes: draft?.content.changes ?? nothing,
    },
    onSubmit: async (values) => {
      if (!(await confirm({ ...(await question(values)), danger: true }))) return false
      // A draft that arrives after the publication would be one of its own.
      await keeping.end()
      const answer = await publish
        .attempt({ intCode: base?.intCode ?? null, ...keeping.seen(), ...values })
        .catch(meetFaster)
        .finally(keeping.goOn)
      if (!answer) return
      setPublished(true)
      toast('success', t('administration.terms.published', { version: answer.version }))
      await queries.invalidateQueries({ queryKey: [publishAcknowledgement.group], refetchType: 'none' })
      // The publisher is the first who is asked, and comes back to the version afterwards.
      if (values.kind === 'User') await renewSession().catch(() => undefined)
      // After the guard has heard that nothing is unsaved any more.
      setTimeout(() => onClose(answer.id))
    },
  })
  /** Who was slower looks at both before it is published once more. */
  const meetFaster = async (thrown: unknown) => {
    const refused = toRefused(thrown)
    if (!refused.is('ChangedMeanwhile', 'DraftGone') || (await keeping.mergeConflict(refused)) === 'gone')
      throw refused
    return undefined
  }
  const question = async ({ kind, title }: Values) => {
    const asking = {
      title: t('administration.terms.publishTitle', { title: title[format.language], version }),
      action: t('administration.terms.publish'),
    }
    if (kind === 'PortaMate') return { ...asking, text: t('administration.terms.publishPortaMate') }
    const reach = await queries.fetchQuery({ ...read(getAcknowledgementReach, {}), staleTime: 0 })
    return {
      ...asking,
      text: t('administration.terms.publishText', {
        count: reach.users,
        users: format.number(reach.users),
        sessions: format.number(reach.sessions),
      }),
    }
  }
  const written = useFormValues(form.control)
  const mayKeep = useRights().has(saveAcknowledgementDraft.permission ?? '')
  const keeping = useDraft({
    base: began,
    draft,
    written,
    mayKeep,
    isOn: mayKeep && !isPublished && !form.formState.isSubmitting,
    form: {
      getValues: form.getValues,
      put: (name, value) =>
        form.setValue(name as 'title.en', value, {
          shouldDirty: true,
          shouldValidate: form.formState.isSubmitted,
        }),
    },
  })
  const { base, met } = keeping
  const version = (base?.version ?? 0) + 1
  useLeaveGuard((mayKeep ? keeping.isUnsaved : form.formState.isDirty) && !isPublished, {
    record: 'edit',
    ...(mayKeep ? { save: keeping.keep, text: t('administration.terms.draft.leave') } : {}),
  })
  /** A fault in a language that is not on screen is brought there before the form looks for it. */
  const look = () => {
    const { error } = schema.safeParse(form.getValues())
    const found = languages.filter((one) => error?.issues.some(({ path }) => path[1] === one))
    setFaulty(found)
    if (found[0] && !found.includes(language)) setLanguage(found[0])
  }
  const title =
    base === null
      ? t('administration.terms.new')
      : t('administration.terms.versionTitle', { title: base.content.title[format.language], version })
  return (
    <Form form={form} label={title} className={css.form ?? ''}>
      <PageFrame
        title={title}
        foot={
          <>
            <span className={css.footWords}>
              {faulty.length > 0 &&
                t('administration.terms.lacking', {
                  languages: faulty.map((one) => t(`state.language.${one}`)).join(', '),
                })}
            </span>
            {mayKeep && (
              <DraftFoot
                intCode={base?.intCode ?? null}
                draft={draft}
                keeping={keeping}
                onGone={() => onClose(null)}
              />
            )}
            <Button variant="default" onClick={() => onClose(null)}>
              {t(mayKeep ? 'administration.terms.draft.close' : 'kit.action.cancel')}
            </Button>
            <Button type="submit" loading={form.formState.isSubmitting} onClick={look}>
              {t('administration.terms.publishAsking')}
            </Button>
          </>
        }
      >
        {met && (
          <div className={css.met}>
            <Conflict
              key={met.refused.reference}
              met={met}
              values={partsOf(written)}
              fields={[
                ...(base === null
                  ? [
                      {
                        name: 'kind',
                        label: t('column.acknowledgementKind'),
                        words: (kind: string) => state('acknowledgementKind', kind),
                      },
                    ]
                  : []),
                ...said.flatMap((what) =>
                  languages.map((one) => ({
                    name: `${what}.${one}`,
                    label: t('administration.terms.inLanguage', {
                      what: t(`administration.terms.${what}`),
                      language: t(`state.language.${one}`),
                    }),
                  })),
                ),
              ]}
              onTake={(taken) =>
                Object.entries(taken).forEach(([name, value]) =>
                  form.setValue(name as 'title.en', value as string, {
                    shouldDirty: true,
                    shouldValidate: form.formState.isSubmitted,
                  }),
                )
              }
            />
          </div>
        )}
        <div className={css.editor}>
          <div className={css.fields}>
            <VersionFields isFirst={base === null} language={language}>
              <Languages value={language} faulty={faulty} onChange={setLanguage} />
            </VersionFields>
          </div>
          <Seen language={language} base={base} version={version} />
        </div>
      </PageFrame>
    </Form>
  )
}
