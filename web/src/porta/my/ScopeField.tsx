import { priceChangeScopes } from '@kervan/contract/porta/price-change-rules'
import { z } from 'zod'
import { SelectField } from '../../kit/form/fields.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import type { Ways } from './ways.ts'

/** The scope among the values of a form; of a kind without one it stays away. */
export const scopeShape = ({ withScope }: Ways) =>
  withScope ? { refundScope: z.enum(priceChangeScopes, 'priceChange.scopeNeeded') } : {}
export const scopeStart = ({ withScope }: Ways) => (withScope ? { refundScope: '' } : {})

/** What is refunded: the lower price, the higher discount on it, or both (PCR-002). */
export function ScopeField({ ways: { withScope } }: { ways: Ways }) {
  const { t, column, state } = useWords()
  if (!withScope) return null
  return (
    <SelectField
      name="refundScope"
      label={column('refundScope')}
      placeholder={t('priceChange.chooseScope')}
      data={priceChangeScopes.map((value) => ({ value, label: state('priceChangeScope', value) }))}
    />
  )
}
