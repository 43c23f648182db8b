import type { ExplainStep, OwnExplainTarget } from '@kervan/contract/administration/explain'
import { getRole } from '@kervan/contract/administration/roles'
import { IconArrowRight, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { tDynamic, type Translate } from '../../kit/i18n/words.ts'
import { permissionName } from '../../kit/values/permissionName.ts'
import { useRights } from '../../kit/call/rights.ts'
import css from './explain.module.css'
import type { TargetKind } from './targets.ts'

type Props = {
  verdict: string
  allowed: boolean
  steps: readonly ExplainStep[]
  kind: TargetKind | OwnExplainTarget['kind']
  /** Told to the user it is about. */
  own?: boolean
  /** What shows the chain goes away when somebody follows a role. */
  onLeave?: () => void
}

/** The verdict, and link by link what the server asks before it shows something, with what would change it. */
export function Chain({ verdict, allowed, steps, kind, own = false, onLeave }: Props) {
  // Who asks about themselves wants to know what to do, not what is in order.
  const shown = own ? steps.toSorted((a, b) => rank(a) - rank(b)) : steps
  return (
    <div aria-live="polite">
      <p className={css.verdict} data-allowed={allowed || undefined}>
        {verdict}
      </p>
      <ol className={css.steps}>
        {shown.map((step) => (
          <ChainLink key={step.step} step={step} kind={kind} own={own} onLeave={onLeave} />
        ))}
      </ol>
    </div>
  )
}

const rank = (step: ExplainStep) => (step.ok ? 2 : step.blocks ? 0 : 1)

function ChainLink({
  step,
  kind,
  own,
  onLeave,
}: {
  step: ExplainStep
  kind: TargetKind | OwnExplainTarget['kind']
  own: boolean
  onLeave: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const Icon = step.ok ? IconCircleCheck : step.blocks ? IconCircleX : IconInfoCircle
  const roles = step.step === 'permission' && !step.ok ? step.wouldGive : []
  return (
    <li className={css.step} data-tone={step.ok ? 'ok' : step.blocks ? 'no' : 'note'}>
      <Icon size={18} aria-hidden />
      <div>
        {stepWords(t, step, kind, own)}
        <span className="k-hidden">
          : {t(step.ok ? 'administration.explain.ok' : 'administration.explain.notOk')}
        </span>
        {step.ok && step.through.length > 0 && (
          <div className="k-quiet">
            {t('administration.explain.through')} <Roles roles={step.through} onLeave={onLeave} />
          </div>
        )}
        {step.lentBy.length > 0 && (
          <div className="k-quiet">
            {t('administration.explain.lentBy', { names: step.lentBy.join(', ') })}
          </div>
        )}
        {!step.ok && (
          <div className={css.fix}>
            <IconArrowRight size={14} aria-hidden />
            <span>
              {fixWords(t, step, kind, own)}
              {roles.length > 0 && (
                <>
                  {' '}
                  <Roles roles={roles} onLeave={onLeave} />
                </>
              )}
            </span>
          </div>
        )}
      </div>
    </li>
  )
}

/** Names that lead to the role, for whoever may look at it. */
function Roles({ roles, onLeave }: { roles: ExplainStep['through']; onLeave: (() => void) | undefined }) {
  const rights = useRights()
  const mayOpen = rights.all('AccountSettings', 'UserManagement', getRole.permission ?? '')
  return roles.map(({ id, name }, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      {mayOpen ? (
        <Link
          to="/account/account-settings"
          search={{ part: 'roles', role: id }}
          {...(onLeave ? { onClick: onLeave } : {})}
        >
          {name}
        </Link>
      ) : (
        name
      )}
    </Fragment>
  ))
}

function stepWords(
  t: Translate,
  step: ExplainStep,
  kind: TargetKind | OwnExplainTarget['kind'],
  own: boolean,
): string {
  const permission = step.permission === null ? '' : permissionName(t, step.permission)
  const key = step.step === 'scope' ? `scope.${kind}` : `step.${step.step}`
  const general = tDynamic(t, `administration.explain.${key}`, step.step, { permission })
  return own ? tDynamic(t, `administration.explain.own.${key}`, general, { permission }) : general
}

function fixWords(
  t: Translate,
  step: ExplainStep,
  kind: TargetKind | OwnExplainTarget['kind'],
  own: boolean,
): string {
  const helped = step.step !== 'permission' ? step.step : step.wouldGive.length > 0 ? 'permission' : 'noRole'
  const key = step.step === 'scope' ? `scopeFix.${kind}` : `fix.${helped}`
  const names = step.hiddenBy.join(', ')
  const general = tDynamic(t, `administration.explain.${key}`, step.step, { names })
  return own ? tDynamic(t, `administration.explain.own.${key}`, general) : general
}
