import type { Twin } from '@kervan/contract/kit/call'
import type { getItsValidation } from '@kervan/contract/porta/its-validation'
import { Button, Progress } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { usePolled } from '../../kit/call/usePolled.ts'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import formCss from '../../kit/form/form.module.css'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import css from '../shared/porta.module.css'

type Props = {
  /** Whose requests are read anew when all is answered. */
  group: string
  call: Twin<typeof getItsValidation>
  title: string
  runId: string
  children?: ReactNode
  onClose: () => void
}

/** What came of an inquiry, pack by pack, as it comes (DSC-009). */
export function ItsAnswers({ group, call, title, runId, children, onClose }: Props) {
  const { t } = useWords()
  const format = useFormats()
  const queries = useQueryClient()
  const { data } = usePolled(
    call,
    { runId },
    { everyMs: 800, enabled: true, until: ({ finished }) => finished },
  )
  const isOver = data?.finished ?? false
  const packs = data?.packs ?? []
  const answered = packs.filter(({ result }) => result !== 'Pending').length
  const failed = packs.filter(({ result }) => result === 'Failed').length
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: [group, 'GetRequests'] })
  }, [group, isOver, queries])
  return (
    <PlainDialog title={title} size={620} onClose={onClose}>
      {children}
      <output>
        {data && data.before > 0 && !isOver
          ? t('porta.its.queue', { before: format.number(data.before) })
          : t('porta.its.progress', { answered: format.number(answered), of: format.number(packs.length) })}
      </output>
      <Progress
        value={(answered / Math.max(1, packs.length)) * 100}
        mt={8}
        animated={!isOver}
        aria-label={title}
      />
      {isOver && failed > 0 && (
        <p role="alert" className={css.over}>
          {t('porta.its.notValidated')}
        </p>
      )}
      <ul className={css.results}>
        {packs.map(({ requestId, requestCode, serialNumber, result, message }) => (
          <li key={requestId} className={css.answer}>
            <span className="k-mono">{requestCode}</span>
            <span>
              <span className="k-mono">{serialNumber}</span>
              {message !== null && <span className="k-quiet"> · {message}</span>}
            </span>
            <StateBadge group="itsAnswer" value={result} />
          </li>
        ))}
      </ul>
      <div className={formCss.foot}>
        <div className={formCss.answers}>
          <Button variant="default" onClick={onClose}>
            {t('kit.action.close')}
          </Button>
        </div>
      </div>
    </PlainDialog>
  )
}
