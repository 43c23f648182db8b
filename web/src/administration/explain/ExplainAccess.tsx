import { explainAccess } from '@kervan/contract/administration/explain'
import { getPermissions } from '@kervan/contract/administration/roles'
import { callNameOf, type OutputOf } from '@kervan/contract/kit/call'
import { screens } from '@kervan/contract/shell/screens'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { SelectField } from '../../kit/form/fields.tsx'
import { Form, useKitForm } from '../../kit/form/Form.tsx'
import { LookupField } from '../../kit/form/LookupField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { tDynamic } from '../../kit/i18n/words.ts'
import { permissionName } from '../../kit/values/permissionName.ts'
import { useRead } from '../../kit/call/query.ts'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { Chain } from './Chain.tsx'
import css from './explain.module.css'
import { isLookup, kindsFor, lookupOf, targetKinds, type TargetKind } from './targets.ts'
import { useFormValues } from '../../kit/form/useFormValues.ts'

const text = z.string()
/** Each kind keeps what was chosen of it; the one that is asked about must be there. */
const schema = z
  .object({
    membershipId: z.string().min(1, 'administration.explain.chooseUser'),
    kind: z.enum(Object.keys(targetKinds) as [TargetKind, ...TargetKind[]]),
    values: z.object({
      screen: text,
      call: text,
      order: text,
      user: text,
      location: text,
      registration: text,
    }),
  })
  .superRefine(({ kind, values }, context) => {
    if (values[kind].trim() === '')
      context.addIssue({ code: 'custom', path: ['values', kind], message: 'administration.explain.choose' })
  })
type Values = z.infer<typeof schema>

type Props = {
  /** Whom it is about; without, that is chosen first. */
  subject?: { id: string; name: string }
  /** The screen it is about, to begin with. */
  screen?: string | undefined
  onLeave?: () => void
}

/** "Why can't this user see this?": a screen, an action or a record, and the chain of what the server asks before it shows it. */
export function ExplainAccess({ subject, screen = '', onLeave }: Props) {
  const { t } = useTranslation()
  const [explained, setExplained] = useState<{
    question: string
    answer: OutputOf<typeof explainAccess>
  } | null>(null)
  const explain = useCall(explainAccess)
  const form = useKitForm<Values>({
    schema,
    start: {
      membershipId: subject?.id ?? '',
      kind: 'screen',
      values: { screen, call: '', order: '', user: '', location: '', registration: '' },
    },
    paths: {
      ExplainTargetUnknown: 'values.screen',
      OrderNotFound: 'values.order',
      LocationNotFound: 'values.location',
      NotFound: 'values.registration',
    },
    onSubmit: async (values) => {
      const input = questionOf(values)
      const answer = await explain.attempt(input)
      if (answer) setExplained({ question: JSON.stringify(input), answer })
    },
  })
  const asked = useFormValues(form.control)
  const kinds = kindsFor(useRights())
  // An answer stands only as long as the question it was given to.
  const answer = explained?.question === JSON.stringify(questionOf(asked)) ? explained.answer : null
  return (
    <div className={css.explain}>
      <p className="k-quiet">
        {subject
          ? t('administration.explain.intro', { name: subject.name })
          : t('administration.explain.introSomebody')}
      </p>
      <Form form={form} className={css.ask ?? ''} label={t('administration.explain.ask')}>
        {!subject && (
          <div className={css.who}>
            <LookupField
              name="membershipId"
              label={t('administration.explain.who')}
              placeholder={t('administration.explain.search')}
              focusFirst
              {...lookupOf('user')}
            />
          </div>
        )}
        <SelectField
          name="kind"
          label={t('administration.explain.kind')}
          data={kinds.map((kind) => ({ value: kind, label: t(`administration.explain.target.${kind}`) }))}
        />
        <Target key={asked.kind} kind={asked.kind} />
        <Button type="submit" className={css.send ?? ''} loading={form.formState.isSubmitting}>
          {t('administration.explain.ask')}
        </Button>
      </Form>
      {answer && (
        <Chain
          verdict={t(answer.allowed ? 'administration.explain.allowed' : 'administration.explain.refused', {
            name: answer.name,
          })}
          allowed={answer.allowed}
          steps={answer.steps}
          kind={asked.kind}
          {...(onLeave ? { onLeave } : {})}
        />
      )}
    </div>
  )
}

const questionOf = ({ membershipId, kind, values }: Values) => ({
  membershipId,
  target: targetKinds[kind].of(values[kind]),
})

/** Screens and actions are chosen from all there are, records are looked up, an order is known by its code. */
function Target({ kind }: { kind: TargetKind }) {
  const { t } = useTranslation()
  const permissions = useRead(getPermissions, {}, { enabled: kind === 'call' })
  const field = { name: `values.${kind}`, label: t(`administration.explain.target.${kind}`) }
  if (kind === 'order')
    return <TextField {...field} label={t('administration.explain.orderCode')} maxLength={40} />
  if (isLookup(kind))
    return <LookupField {...field} placeholder={t('administration.explain.search')} {...lookupOf(kind)} />
  const choices =
    kind === 'screen'
      ? screens.map(({ path, key }) => ({ value: path, label: tDynamic(t, `screen.${key}.title`, path) }))
      : (permissions.data?.permissions ?? [])
          .filter(({ kind: is }) => is === 'read' || is === 'change')
          .map(({ permission }) => ({ value: callNameOf(permission), label: permissionName(t, permission) }))
  return <SelectField {...field} searchable data={choices} />
}
