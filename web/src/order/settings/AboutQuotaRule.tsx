import { overlappingQuotaRules, previewQuotaRule, quotaRuleKind } from '@kervan/contract/order/quota-rules'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '../../kit/call/query.ts'
import { toRefused } from '../../kit/call/refused.ts'
import { tDynamic, useWords, type Translate } from '../../kit/i18n/words.ts'
import { formSchema, type FormValues } from '../../kit/master/values.ts'
import { asText } from '../../kit/values/asText.ts'
import { QuotaMeter } from '../../kit/values/Meter.tsx'
import { useFormats, type Formats } from '../../kit/values/format.ts'
import { windowStart } from '../shared/quotaWindow.ts'
import css from './settings.module.css'
import { useFormValues } from '../../kit/form/useFormValues.ts'

const months = 3

/** What the rule in the form will do, in words, and what it would have done with the orders of the last months. */
export function AboutQuotaRule() {
  const { t, state } = useWords()
  const format = useFormats()
  const values = useFormValues<FormValues>()
  const [asked, setAsked] = useState<FormValues | null>(null)
  // Without a limit there is nothing to say yet.
  const isLimited = asText(values.quotaValue) !== ''
  const changed = asked !== null && JSON.stringify(asked) !== JSON.stringify(values)
  return (
    <section className={css.about} aria-label={t('quota.about.title')}>
      <p className={css.sentence}>
        <IconInfoCircle size={16} aria-hidden />
        <span>{isLimited ? sentence(t, state, values, format) : t('quota.about.incomplete')}</span>
      </p>
      <Overlapping values={values} />
      <div className={css.bar}>
        <Button variant="default" size="xs" disabled={!isLimited} onClick={() => setAsked(values)}>
          {t('quota.about.try', { count: months })}
        </Button>
        {changed && <span className="k-quiet">{t('quota.about.outdated')}</span>}
      </div>
      {asked && <Effect values={asked} />}
    </section>
  )
}

/** Which other rules count the same lines, each a link: what fits here may still be too much there. */
function Overlapping({ values }: { values: FormValues }) {
  const { t } = useWords()
  const list = (name: string) => {
    const codes = values[name]
    return Array.isArray(codes) ? codes.map(asText) : []
  }
  // Not with every letter that is typed.
  const [scope] = useDebouncedValue(
    JSON.stringify({
      ruleCode: asText(values.code),
      validFrom: asText(values.validFrom),
      validTo: asText(values.validTo) || null,
      locationGroup: asText(values.locationGroup) || null,
      customers: list('customers'),
      locations: list('locations'),
      categories: list('categories'),
      products: list('products'),
    }),
    300,
  )
  const asked = overlappingQuotaRules.input.safeParse(JSON.parse(scope))
  const { data } = useQuery({
    ...read(overlappingQuotaRules, asked.data ?? none),
    enabled: asked.success && values.active === true,
  })
  if (!data || data.rules.length === 0 || values.active !== true) return null
  return (
    <p className={css.sentence} data-warning aria-live="polite">
      <IconAlertTriangle size={16} aria-hidden />
      <span>
        {t('quota.about.overlapping', { count: data.rules.length })}{' '}
        {data.rules.map(({ id, code, name }, at) => (
          <span key={id}>
            {at > 0 && ' · '}
            <Link to="." search={(now: object) => ({ ...now, record: id, tab: undefined })}>
              {name} (<span className="k-mono">{code}</span>)
            </Link>
          </span>
        ))}
      </span>
    </p>
  )
}

const none = {
  ruleCode: '',
  validFrom: '',
  validTo: null,
  locationGroup: null,
  customers: [],
  locations: [],
  categories: [],
  products: [],
}

type Say = (group: string, value: string) => string

/** One sentence from the parts of the rule: who, how much, how long, and what then. */
function sentence(t: Translate, state: Say, values: FormValues, format: Formats): string {
  const text = (name: string) => asText(values[name])
  const aggregate = text('bindingStrategy') === 'Aggregate'
  const level = (name: 'locationLevel' | 'productLevel', fallback: string) => text(name) || fallback
  const location = aggregate ? level('locationLevel', 'Company') : 'Location'
  const product = aggregate ? level('productLevel', 'AllProducts') : 'Product'
  const every = Number(text('every') || '1')
  const unit = state('quotaUnit', text('frequencyUnit') || 'Month')
  return t('quota.about.sentence', {
    who: tDynamic(t, `quota.about.who.${location}`, location),
    what: tDynamic(t, `quota.about.what.${product}`, product),
    amount:
      text('valueType') === 'Monetary'
        ? format.amount(text('quotaValue'))
        : format.number(Number(text('quotaValue') || '0')),
    measure: tDynamic(t, `quota.about.measure.${text('valueType') || 'Quantity'}`, ''),
    period: every === 1 ? unit : `${every} × ${unit}`,
    consequence: tDynamic(t, `quota.about.then.${text('actionType') || 'Warning'}`, ''),
  })
}

const schema = formSchema(quotaRuleKind)

function Effect({ values }: { values: FormValues }) {
  const { t, state } = useWords()
  const format = useFormats()
  const valid = schema.safeParse(values)
  const preview = useQuery({
    ...read(previewQuotaRule, { values: (valid.data ?? values) as never, months }),
    enabled: valid.success,
  })
  if (!valid.success) return <p className={css.refused}>{t('quota.about.incomplete')}</p>
  if (preview.isError) return <p className={css.refused}>{toRefused(preview.error).message}</p>
  if (!preview.data) return <p aria-busy="true">{t('quota.about.trying')}</p>
  const { lines, results, fullest, from, to, truncated } = preview.data
  return (
    <div className={css.effect} aria-live="polite">
      <p>
        {t('quota.about.looked', {
          count: lines,
          amount: format.number(lines),
          from: format.date(from),
          to: format.date(to),
        })}
      </p>
      {truncated && <p>{t('quota.about.truncated')}</p>}
      <ul className={css.results}>
        {results.map(({ result, lines: count }) => (
          <li key={result}>
            <strong>{format.number(count)}</strong> {state('quotaResult', result)}
          </li>
        ))}
      </ul>
      {fullest.length > 0 && (
        <table className={css.fullest}>
          <caption>{t('quota.about.fullest')}</caption>
          <tbody>
            {fullest.map((one) => (
              <tr key={`${one.node.join(' ')} ${one.from}`}>
                <th scope="row">{one.node.join(' · ') || t('quota.about.all')}</th>
                <td>{windowStart(format, one)}</td>
                <td>
                  <QuotaMeter
                    limit={Number(one.limit)}
                    used={Number(one.used)}
                    isAmount={values.valueType === 'Monetary'}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
