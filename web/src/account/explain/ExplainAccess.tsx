import { explainAccess, type ExplainTarget } from '@kervan/contract/account/explain'
import { getPermissions } from '@kervan/contract/account/roles'
import type { OutputOf } from '@kervan/contract/kit/call'
import { screens } from '@kervan/contract/shell/screens'
import { Button, SegmentedControl, Select, TextInput } from '@mantine/core'
import { IconArrowRight, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { said, type Translate } from '../../kit/i18n/words.ts'
import { useRead } from '../../kit/query.ts'
import { useCall } from '../../kit/useCall.ts'
import { permissionName } from '../roles/permissionWords.ts'
import css from './explain.module.css'

type Kind = ExplainTarget['kind']
type Explained = OutputOf<typeof explainAccess>
type Step = Explained['steps'][number]

/** `orderNew-getCart` is the permission of `OrderNew/GetCart`. */
const callOf = (permission: string) => permission.split('-').map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('/')

/** "Why can't this user see this?": a screen, an action or an order, and the chain of what the server asks before it shows it. */
export function ExplainAccess({ membershipId, name }: { membershipId: string; name: string }) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<Kind>('screen')
  const [value, setValue] = useState<string | null>(null)
  const [explained, setExplained] = useState<Explained | null>(null)
  const permissions = useRead(getPermissions, {}, { enabled: kind === 'call' })
  const explain = useCall(explainAccess)
  const choices = {
    screen: screens.map(({ path, key }) => ({ value: path, label: said(t, `screen.${key}.title`, path) })),
    call: (permissions.data?.permissions ?? []).filter(({ kind: is }) => is === 'read' || is === 'change').map(({ permission }) => ({ value: callOf(permission), label: permissionName(t, permission) })),
  }
  const choose = (next: string | null) => {
    setValue(next)
    setExplained(null)
  }
  const ask = async () => {
    const wanted = value?.trim()
    if (!wanted) return
    const target: ExplainTarget = kind === 'screen' ? { kind, path: wanted } : kind === 'call' ? { kind, name: wanted } : { kind, orderCode: wanted }
    setExplained((await explain.run({ membershipId, target })) ?? null)
  }
  return (
    <div className={css.explain}>
      <p className="k-quiet">{t('administration.explain.intro', { name })}</p>
      <form
        className={css.ask}
        onSubmit={(event) => {
          event.preventDefault()
          void ask()
        }}
      >
        <SegmentedControl
          aria-label={t('administration.explain.kind')}
          value={kind}
          data={[{ value: 'screen', label: t('administration.explain.screen') }, { value: 'call', label: t('administration.explain.call') }, { value: 'order', label: t('administration.explain.order') }]}
          onChange={(next) => {
            setKind(next)
            choose(null)
          }}
        />
        {kind === 'order' ? (
          <TextInput className={css.what ?? ''} aria-label={t('administration.explain.orderCode')} placeholder={t('administration.explain.orderCode')} value={value ?? ''} maxLength={40} onChange={(event) => choose(event.currentTarget.value)} />
        ) : (
          <Select className={css.what ?? ''} aria-label={t(`administration.explain.${kind}`)} placeholder={t('administration.explain.choose')} searchable data={choices[kind]} value={value} nothingFoundMessage={t('kit.form.nothingFound')} onChange={choose} />
        )}
        <Button type="submit" loading={explain.isPending} disabled={!value?.trim()}>{t('administration.explain.ask')}</Button>
      </form>
      {explained && <Chain explained={explained} />}
    </div>
  )
}

function Chain({ explained }: { explained: Explained }) {
  const { t } = useTranslation()
  return (
    <div aria-live="polite">
      <p className={css.verdict} data-allowed={explained.allowed || undefined}>{t(explained.allowed ? 'administration.explain.allowed' : 'administration.explain.refused', { name: explained.name })}</p>
      <ol className={css.steps}>{explained.steps.map((step) => <Link key={step.step} step={step} />)}</ol>
    </div>
  )
}

function Link({ step }: { step: Step }) {
  const { t } = useTranslation()
  const Icon = step.ok ? IconCircleCheck : step.blocks ? IconCircleX : IconInfoCircle
  const permission = step.permission === null ? '' : permissionName(t, step.permission)
  return (
    <li className={css.step} data-tone={step.ok ? 'ok' : step.blocks ? 'no' : 'note'}>
      <Icon size={18} aria-hidden />
      <span>
        {said(t, `administration.explain.step.${step.step}`, step.step, { permission })}
        <span className="k-hidden">: {t(step.ok ? 'administration.explain.ok' : 'administration.explain.notOk')}</span>
        {step.ok && step.through.length > 0 && <span className="k-quiet"> {t('administration.explain.through', { roles: step.through.join(', ') })}</span>}
        {!step.ok && <span className={css.fix}><IconArrowRight size={14} aria-hidden /> {fixOf(t, step)}</span>}
      </span>
    </li>
  )
}

function fixOf(t: Translate, step: Step): string {
  if (step.step !== 'permission') return said(t, `administration.explain.fix.${step.step}`, step.step)
  return step.wouldGive.length > 0 ? t('administration.explain.fix.permission', { roles: step.wouldGive.join(', ') }) : t('administration.explain.fix.noRole')
}
