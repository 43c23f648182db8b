import type { InvitationTerms as Terms } from '@kervan/contract/access/invitation'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../kit/values/format.ts'
import { useWords } from '../kit/i18n/words.ts'
import { FactList } from '../kit/record/RecordParts.tsx'
import css from './login.module.css'

/** What somebody reads before they become a user of another company: as what, and what that company learns of them. */
export function InvitationTerms({ terms, heading: Heading = 'h2' }: { terms: Terms; heading?: 'h2' | 'h3' }) {
  const { t, state } = useWords()
  const format = useFormats()
  const { companyName: company } = terms
  return (
    <>
      <FactList
        facts={[
          [
            t('security.invitation.invited'),
            t('security.invitation.by', { by: terms.invitedBy, date: format.dateTime(terms.invitedAt) }),
          ],
          [t('column.userType'), state('userType', terms.userType)],
          [t('column.roles'), terms.roles.join(', ') || t('security.invitation.noRoles')],
          [t('column.partnerName'), terms.partner],
          [t('security.invitation.locations'), <Locations key="locations" terms={terms} />],
        ]}
      />
      <Heading className={css.part}>{t('security.invitation.sees', { company })}</Heading>
      <ul className={css.told}>
        <li>{t('security.invitation.seesName')}</li>
        <li>{t('security.invitation.seesSignIns')}</li>
        <li>{t('security.invitation.seesWork')}</li>
      </ul>
      <Heading className={css.part}>{t('security.invitation.seesNot')}</Heading>
      <ul className={css.told}>
        <li>{t('security.invitation.seesNotPassword')}</li>
        <li>{t('security.invitation.seesNotOthers')}</li>
      </ul>
    </>
  )
}

function Locations({ terms: { locations, locationCount } }: { terms: Terms }) {
  const { t } = useTranslation()
  const format = useFormats()
  if (locations === null) return t('security.invitation.allLocations')
  if (locations.length === 0) return t('security.invitation.noLocations')
  const others = locationCount - locations.length
  return `${locations.join(', ')}${others > 0 ? ` ${t('security.invitation.more', { amount: format.number(others) })}` : ''}`
}
