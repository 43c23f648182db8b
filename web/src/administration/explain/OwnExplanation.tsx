import {
  explainOwnAccess,
  type ExplainStep,
  type OwnExplainTarget,
} from '@kervan/contract/administration/explain'
import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noticeRights } from '../../kit/call/client.ts'
import { copyText } from '../../kit/copyText.ts'
import { useFormats } from '../../kit/values/format.ts'
import { permissionName } from '../../kit/values/permissionName.ts'
import { useRead } from '../../kit/call/query.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useSignedIn } from '../../kit/call/session.ts'
import { Chain } from './Chain.tsx'
import css from './explain.module.css'
import { targetName } from './targets.ts'

type Props = { target: OwnExplainTarget; onLeave?: () => void }

/** "Why can't I see this?": the chain for oneself, and a request to take to the administrators. */
export default function OwnExplanation({ target, onLeave }: Props) {
  const { t } = useTranslation()
  const asked = useRead(explainOwnAccess, { target }, { staleTime: 0 })
  const what = targetName(t, target)
  const allowed = asked.data?.allowed === true
  useEffect(() => {
    // The server lets through what the browser still holds back.
    if (allowed) noticeRights()
  }, [allowed])
  if (!asked.data) return <ReadState asked={asked} name={what} />
  const missing = asked.data.steps.find((step) => step.step === 'permission' && !step.ok)
  return (
    <div className={css.explain}>
      <Chain
        own
        verdict={t(allowed ? 'administration.explain.own.allowed' : 'administration.explain.own.refused', {
          what,
        })}
        allowed={allowed}
        steps={asked.data.steps}
        kind={target.kind}
        {...(onLeave ? { onLeave } : {})}
      />
      {missing && <CopyRequest target={target} missing={missing} />}
    </div>
  )
}

/** Everything an administrator has to know to act, in words that need no explaining. */
function CopyRequest({ target, missing }: { target: OwnExplainTarget; missing: ExplainStep }) {
  const { t } = useTranslation()
  const format = useFormats()
  const session = useSignedIn()
  const [copied, setCopied] = useState(false)
  const permission = missing.permission ?? ''
  const copy = async () => {
    const facts: [string, string][] = [
      [t(`administration.explain.target.${target.kind}`), targetName(t, target)],
      [
        t('administration.explain.own.request.permission'),
        `${permissionName(t, permission)} (${permission})`,
      ],
      [t('administration.explain.own.request.company'), session.CompanyName],
      [
        t('administration.explain.own.request.user'),
        `${session.FirstName} ${session.LastName} (${session.UserName})`,
      ],
      [t('administration.explain.own.request.time'), format.dateTime(new Date().toISOString())],
    ]
    await copyText(
      [
        t('administration.explain.own.request.title'),
        '',
        ...facts.map(([label, value]) => `${label}: ${value}`),
      ].join('\n'),
    )
    setCopied(true)
  }
  return (
    <div className={css.request}>
      <Button
        variant="default"
        leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        onClick={() => void copy()}
      >
        {t(copied ? 'administration.explain.own.request.copied' : 'administration.explain.own.request.copy')}
      </Button>
    </div>
  )
}
