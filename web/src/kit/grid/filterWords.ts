import type { Column, FilterValue } from '@kervan/contract/kit/page'
import type { Formats } from '../values/format.ts'
import { tDynamic, type Translate } from '../i18n/words.ts'

/** A filter as its chip says it: "Pending, Revised", "1 Sep – 20 Nov", "from 100". */
export function filterWords(t: Translate, format: Formats, column: Column, value: FilterValue): string {
  if (value.is !== undefined) return t(value.is ? 'kit.yes' : 'kit.no')
  if (value.contains) return `“${value.contains}”`
  if (value.in) {
    const words =
      column.words !== null
        ? value.in.map((one) => tDynamic(t, `state.${column.words}.${one}`, one))
        : value.in
    return words.length > 2 ? `${words.slice(0, 2).join(', ')} +${words.length - 2}` : words.join(', ')
  }
  const isDay = column.type === 'date' || column.type === 'instant'
  const say = (part: string) => (isDay ? format.date(part) : format.number(part))
  if (value.from && value.to)
    return value.from === value.to ? say(value.from) : `${say(value.from)} – ${say(value.to)}`
  if (value.from) return t('kit.filter.atLeast', { value: say(value.from) })
  return value.to ? t('kit.filter.atMost', { value: say(value.to) }) : ''
}
