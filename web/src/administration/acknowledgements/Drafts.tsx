import { getAcknowledgementDrafts } from '@kervan/contract/administration/acknowledgement-drafts'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useFormats } from '../../kit/values/format.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { useRead } from '../../kit/call/query.ts'
import css from './acknowledgements.module.css'

/** What is being written and not published yet, above the versions; nothing while there is none. */
export function Drafts({ onOpen }: { onOpen: (edit: string) => void }) {
  const { t } = useWords()
  const format = useFormats()
  const { data } = useRead(getAcknowledgementDrafts, {})
  if (!data?.drafts.length) return null
  return (
    <ul className={css.drafts} aria-label={t('administration.terms.draft.list')}>
      {data.drafts.map((draft) => (
        <li key={draft.intCode ?? 0} className={css.draft}>
          <span>
            <b>
              {t('administration.terms.draft.name', {
                title: draft.title || t('administration.terms.draft.untitled'),
                version: draft.version,
              })}
            </b>{' '}
            <span className="k-quiet">
              {t('administration.terms.draft.saved', {
                at: format.dateTime(draft.savedAt),
                by: draft.savedBy,
              })}
            </span>
          </span>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => onOpen(draft.intCode === null ? 'new' : `${draft.intCode}/${draft.version - 1}`)}
          >
            {t('administration.terms.draft.goOn')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
