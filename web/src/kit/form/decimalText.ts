import type { Language } from '@kervan/contract/kit/values'

const comma: readonly Language[] = ['de', 'tr']

/**
 * A number as somebody writes it in their language, as it travels: "1.284,50" in German is "1284.50". What is no number
 * stays as it is, for the check to say so. A sign that could stand for thousands or for decimals is read as the language
 * has it where the groups fit ("1.284" in German is 1284), and as decimals where they do not ("12.5").
 */
export function readDecimal(text: string, language: Language): string {
  const given = text.replace(/[\s'’]/g, '').replace(/^−/, '-')
  const [point, group] = comma.includes(language) ? [',', '.'] : ['.', ',']
  const grouped = new RegExp(`^-?\\d{1,3}(\\${group}\\d{3})+(\\${point}\\d*)?$`)
  const bare = grouped.test(given) ? given.replaceAll(group, '') : given
  const read = bare.includes(point) ? bare.replace(point, '.') : bare.replace(group, '.')
  return /^-?\d+(\.\d*)?$/.test(read) ? read.replace(/\.$/, '').replace(/^(-?)0+(?=\d)/, '$1') : text.trim()
}

/** The other way, to be read: in groups, its decimals as they are. */
export function showDecimal(value: string, language: Language): string {
  const [whole = '', decimals] = value.split('.')
  if (!/^-?\d+(\.\d+)?$/.test(value)) return value
  const [point, group] = comma.includes(language) ? [',', '.'] : ['.', ',']
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
  return decimals === undefined ? grouped : `${grouped}${point}${decimals}`
}

/** The other way, to be edited: without groups. */
export function writeDecimal(value: string, language: Language): string {
  return comma.includes(language) && /^-?\d+\.\d+$/.test(value) ? value.replace('.', ',') : value
}
