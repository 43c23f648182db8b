import { tryOrder } from '@kervan/contract/order/order-trial'
import type { InputOf } from '@kervan/contract/kit/call'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readKeeping } from '../../kit/call/query.ts'
import { useRights } from '../../kit/call/rights.ts'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import formCss from '../../kit/form/form.module.css'
import { useWords } from '../../kit/i18n/words.ts'
import { LinkButton } from '../../kit/page/LinkButton.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import css from './trial.module.css'
import { TrialFindings } from './TrialFindings.tsx'
import { TrialForm } from './TrialForm.tsx'
import { TrialSteps } from './TrialSteps.tsx'

/** What an order would become, with a place and products that can be changed and tried again. Nothing of it is kept. */
export default function TrialDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const rights = useRights()
  const [wish, setWish] = useState<InputOf<typeof tryOrder>>({})
  // Asked when somebody wants it and at no other time: each answer is a whole order.
  const asked = useQuery({
    ...readKeeping(tryOrder, wish),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const trial = asked.data
  const again = (next: InputOf<typeof tryOrder>) => {
    if (JSON.stringify(next) === JSON.stringify(wish)) void asked.refetch()
    else setWish(next)
  }
  return (
    <PlainDialog title={t('order.trial.title')} size={760} onClose={onClose}>
      <p className={css.lead}>{t('order.trial.lead')}</p>
      {trial === undefined ? (
        <ReadState asked={asked} />
      ) : (
        <>
          <TrialForm trial={trial} isTrying={asked.isFetching} onTry={again} />
          <div aria-live="polite" aria-busy={asked.isFetching} className={css.result}>
            {asked.isError && !asked.isFetching ? (
              <ReadState asked={asked} />
            ) : (
              <>
                <TrialFindings trial={trial} onLeave={onClose} />
                <TrialSteps trial={trial} />
                <p className={css.kept}>{t('order.trial.kept')}</p>
              </>
            )}
          </div>
        </>
      )}
      <div className={formCss.foot}>
        <div className={formCss.answers}>
          <Button variant="default" onClick={onClose}>
            {t('kit.action.close')}
          </Button>
          {rights.has('NewOrder') && (
            <LinkButton to="/order/new-order" onClick={onClose}>
              {t('order.trial.real')}
            </LinkButton>
          )}
        </div>
      </div>
    </PlainDialog>
  )
}
