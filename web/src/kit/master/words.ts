import { fieldWords } from '@kervan/contract/kit/master-names'
import type { ImportKind } from '@kervan/contract/kit/master-import'
import { useSession } from '../call/session.ts'
import { asText } from '../values/asText.ts'
import { useFormats } from '../values/format.ts'
import { tDynamic, tFirst, useWords, type MessageKey, type Translate } from '../i18n/words.ts'

// The words of a kind stand in its area's messages: `kind.<key>.many`, `.one`, `.new`, `.count`, `.empty`, `.emptyText`,
// `.section.<section>`, `.tab.<tab>`; its fields are called `kind.<key>.column.<field>`, or `column.<field>` as all
// kinds call them.

type ValueNames = Readonly<Record<string, Readonly<Record<string, string>>>>

/** A word of the kind. */
export const kindWord = (t: Translate, kind: ImportKind, word: string): string =>
  tDynamic(t, `kind.${kind.key}.${word}`, kind.key)

/** A workbook has sheets, a CSV file is one by itself. */
export const hasSheets = (fileName: string): boolean => !/\.csv$/i.test(fileName)

/** Plural key of what its records are. */
export const nounsOf = (kind: ImportKind) => `kind.${kind.key}.count` as MessageKey

/** What a field is called, and its value as it is read. `names` say by field what codes are called (`ValueNames`). */
export function useFieldWords(kind: ImportKind, names: ValueNames = {}) {
  const { t, state } = useWords()
  const format = useFormats()
  const currency = useSession()?.Currency
  const nothing = t('kit.history.empty')
  const nameOf = (field: string, code: unknown) => {
    const name = names[field]?.[asText(code)]
    return name === undefined || name === asText(code) ? asText(code) : `${name} (${asText(code)})`
  }
  const say = (name: string, value: unknown): string => {
    const field = kind.fields[name]
    const own = names[name] ?? {}
    if (value === null || value === undefined || value === '') return nothing
    if (Array.isArray(value))
      return value.map((one) => (field?.words ? say(name, one) : nameOf(name, one))).join(', ') || nothing
    switch (field?.type) {
      case 'choice':
      case 'choices':
        return state(field.words ?? '', asText(value))
      case 'flag':
        return t(value === true ? 'kit.yes' : 'kit.no')
      case 'integer':
      case 'decimal': {
        const figure = asText(value)
        if (!/^-?\d+(\.\d+)?$/.test(figure)) return figure
        if (field.isMoney && field.currencyIn === null && currency) return format.money(figure, currency)
        return format.number(figure, field.places)
      }
      case 'date':
        return format.date(asText(value))
      case 'instant':
        return format.dateTime(asText(value))
      case 'reference':
      case 'references':
        return nameOf(name, value)
      case 'file':
        return own[asText(value)] ?? t('masterData.file.gone')
      case 'picture':
        return t('masterData.picture')
      case 'properties':
        return (
          Object.entries(value as Record<string, string>)
            .map(([code, text]) => `${own[code] ?? code}: ${own[`${code}=${text}`] ?? text}`)
            .join(', ') || nothing
        )
      case 'text':
        return field.to === null ? asText(value) : nameOf(name, value)
      default:
        return asText(value)
    }
  }
  /** In a form, a file or a history; what a list shows has words of its own. */
  const label = (name: string) => tFirst(t, fieldWords(kind, name), name)
  return { label, say }
}
