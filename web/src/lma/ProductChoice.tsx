import { getFuelChoices } from '@kervan/contract/lma/margin-lists'
import { Select } from '@mantine/core'
import { useRead } from '../kit/call/query.ts'
import { useWords } from '../kit/i18n/words.ts'

type Props = {
  value: string | undefined
  onChange: (code: string | undefined) => void
  /** What may be chosen; all products where nothing is said. */
  groups?: readonly string[]
  /** A product has to be chosen. */
  one?: boolean
}

/** The product that a screen of prices is about. */
export function ProductChoice({ value, onChange, groups, one = false }: Props) {
  const { t, column } = useWords()
  const asked = useRead(getFuelChoices, {})
  const products = (asked.data?.products ?? []).filter(
    ({ fuelGroup }) => groups === undefined || groups.includes(fuelGroup),
  )
  return (
    <Select
      aria-label={column('fuelProduct')}
      placeholder={t('lma.allProducts')}
      data={products.map(({ code, name }) => ({ value: code, label: name }))}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      clearable={!one}
      allowDeselect={!one}
      w={200}
    />
  )
}
