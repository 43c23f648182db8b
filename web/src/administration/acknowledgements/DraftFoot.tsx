import {
  discardAcknowledgementDraft,
  type AcknowledgementDraft,
} from '@kervan/contract/administration/acknowledgement-drafts'
import { Button } from '@mantine/core'
import { confirm } from '../../kit/feedback/dialogs.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { useWords, type Translate } from '../../kit/i18n/words.ts'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import css from './acknowledgements.module.css'
import type { DraftState, useDraft } from './useDraft.ts'

type Props = {
  intCode: number | null
  draft: AcknowledgementDraft | null
  keeping: ReturnType<typeof useDraft>
  onGone: () => void
}

/** Whether what is written is kept, what to do when somebody else threw it away, and the way to do so oneself. */
export function DraftFoot({ intCode, draft, keeping, onGone }: Props) {
  const { t } = useWords()
  const format = useFormats()
  const mayDiscard = useRights().has(discardAcknowledgementDraft.permission ?? '')
  const discard = useCall(discardAcknowledgementDraft, {
    refreshes: ['UserManagement'],
    failed: t('administration.terms.draft.notDiscarded'),
  })
  const { state } = keeping
  const drop = async () => {
    const sure = await confirm({
      title: t('administration.terms.draft.discardTitle'),
      text: t('administration.terms.draft.discardText'),
      action: t('administration.terms.draft.discard'),
      danger: true,
    })
    if (!sure) return
    if (!(await discard.run({ intCode, revision: await keeping.end() }))) return keeping.goOn()
    toast('success', t('administration.terms.draft.discarded'))
    // After the guard has heard that nothing is unsaved any more.
    setTimeout(onGone)
  }
  if (state.kind === 'failed' && state.isGone) {
    return (
      <span className={css.taken} role="alert">
        <span>{state.message}</span>
        <Button variant="default" onClick={() => void keeping.keep()}>
          {t('administration.terms.draft.keepMine')}
        </Button>
      </span>
    )
  }
  if (keeping.mustChoose) {
    return (
      <span className={css.choosing}>
        <output className="k-quiet">{t('administration.terms.draft.choose')}</output>
        <Button variant="default" loading={state.kind === 'saving'} onClick={() => void keeping.keepChosen()}>
          {t('administration.terms.draft.keepChosen')}
        </Button>
      </span>
    )
  }
  return (
    <>
      <output className="k-quiet">{wordsOf(t, format.dateTime, state, draft)}</output>
      {mayDiscard && keeping.isKept && (
        <Button
          variant="subtle"
          color="red"
          disabled={state.kind === 'saving'}
          loading={discard.isPending}
          onClick={() => void drop()}
        >
          {t('administration.terms.draft.discardAsking')}
        </Button>
      )}
    </>
  )
}

function wordsOf(
  t: Translate,
  at: (instant: string) => string,
  state: DraftState,
  draft: AcknowledgementDraft | null,
): string {
  switch (state.kind) {
    case 'nothing':
      return draft ? t('administration.terms.draft.saved', { at: at(draft.savedAt), by: draft.savedBy }) : ''
    case 'saving':
      return t('administration.terms.draft.saving')
    case 'saved':
      return state.with === ''
        ? t('administration.terms.draft.kept', { at: at(state.at) })
        : t('administration.terms.draft.keptTogether', { at: at(state.at), who: state.with })
    case 'failed':
      return t('administration.terms.draft.notKept', { message: state.message })
  }
}
