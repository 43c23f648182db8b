import { declaredSettings, settingScopes, type SettingName } from '@kervan/contract/services/settings'
import { getSettingsHere } from '@kervan/contract/services/setting-values'
import { locationKind } from '@kervan/contract/company/locations'
import { productKind } from '@kervan/contract/company/products'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { z } from 'zod'
import { callServer } from '../../kit/call/client.ts'
import { useRead } from '../../kit/call/query.ts'
import { SelectField } from '../../kit/form/fields.tsx'
import { Form, useKitForm } from '../../kit/form/Form.tsx'
import { LookupField } from '../../kit/form/LookupField.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import css from '../services.module.css'
import { useFormValues } from '../../kit/form/useFormValues.ts'

const schema = z.object({
  location: z.string().nullable(),
  product: z.string().nullable(),
  strategy: z.string().nullable(),
})
type Values = z.infer<typeof schema>

/** Which value of each setting holds for a location and a product, and why (SVC-002). */
export default function SettingsHere() {
  const { t } = useWords()
  const form = useKitForm<Values>({
    schema,
    start: { location: null, product: null, strategy: null },
    onSubmit: async () => Promise.resolve(),
  })
  const title = t('kind.settingsHere.many')
  return (
    <PageFrame title={title} layout="scroll">
      <Form form={form} label={title} className={css.here!}>
        <p className="k-quiet">{t('services.here.text')}</p>
        <Answer />
      </Form>
    </PageFrame>
  )
}

const find =
  (kind: typeof locationKind | typeof productKind) => async (search: string, signal: AbortSignal) => {
    const { options, hasMore } = await callServer(kind.find, { search: search.slice(0, 100) }, { signal })
    return { options: options.map(({ code, name }) => ({ value: code, label: name, code })), hasMore }
  }

function Answer() {
  const { t } = useWords()
  const { location, product, strategy } = useFormValues<Values>()
  const asked = useRead(getSettingsHere, {
    locationCode: location ?? null,
    productCode: product ?? null,
    strategyId: strategy ?? null,
    day: null,
  })
  return (
    <>
      <div className={css.pair}>
        <LookupField
          name="location"
          label={t('services.here.location')}
          placeholder={t('services.here.anyLocation')}
          lookupKey={['LocationManagement', 'here']}
          load={find(locationKind)}
          optional
        />
        <LookupField
          name="product"
          label={t('services.here.product')}
          placeholder={t('services.here.anyProduct')}
          lookupKey={['DataManagement', 'here']}
          load={find(productKind)}
          optional
        />
        <SelectField
          name="strategy"
          label={t('services.here.strategy')}
          placeholder={t('services.here.noStrategy')}
          data={(asked.data?.strategies ?? []).map(({ id, name, code }) => ({
            value: id,
            label: `${name} (${code})`,
          }))}
          clearable
          searchable
          optional
        />
      </div>
      {asked.data ? (
        <>
          {asked.data.locationGroup !== null && (
            <p className="k-quiet">{t('services.here.group', { group: asked.data.locationGroup })}</p>
          )}
          <Settings settings={asked.data.settings} />
        </>
      ) : (
        <ReadState asked={asked} />
      )}
    </>
  )
}

type Setting = ReturnType<typeof getSettingsHere.output.parse>['settings'][number]
type Candidate = Setting['candidates'][number]

function Settings({ settings }: { settings: readonly Setting[] }) {
  const { column, state } = useWords()
  const { t } = useWords()
  return (
    <div className={css.wide}>
      <table className={`${css.sheet} ${css.stack}`}>
        <thead>
          <tr>
            <th scope="col">{column('setting')}</th>
            <th scope="col">{t('services.here.holds')}</th>
            <th scope="col">{column('settingLevel')}</th>
            <th scope="col">{t('services.here.others')}</th>
          </tr>
        </thead>
        <tbody>
          {settingScopes.map((scope) => (
            <Fragment key={scope}>
              <tr>
                <th scope="rowgroup" colSpan={4} className={css.scope}>
                  {state('settingScope', scope)}
                </th>
              </tr>
              {settings
                .filter(({ setting }) => declaredSettings[setting].scope === scope)
                .map((one) => (
                  <Row key={one.setting} {...one} />
                ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ setting, candidates }: Setting) {
  const { t, column, state } = useWords()
  const [first, ...others] = candidates
  if (!first) return null
  return (
    <tr>
      <th scope="row" title={t(`services.settingText.${setting}`)}>
        {state('serviceSetting', setting)}
      </th>
      <td data-label={t('services.here.holds')}>
        <strong>
          <Value setting={setting} value={first.value} />
        </strong>
        {first.level !== 'Start' && <div className="k-quiet">{t(`services.here.why.${first.level}`)}</div>}
      </td>
      <td data-label={column('settingLevel')}>
        {state('settingLevel', first.level)}
        <Source candidate={first} />
      </td>
      <td data-label={others.length > 0 ? t('services.here.others') : undefined}>
        {others.map((one) => (
          <div key={`${one.source} ${one.code}`}>
            <Value setting={setting} value={one.value} />{' '}
            <span className="k-quiet">
              {state('settingLevel', one.level)}
              <Source candidate={one} inline />
            </span>
          </div>
        ))}
      </td>
    </tr>
  )
}

/** Settings of which 0 bounds nothing. */
const limits: ReadonlySet<SettingName> = new Set(['mostUnitsReceived', 'mostUnitsSent'])

function Value({ setting, value }: { setting: SettingName; value: string }) {
  const { t } = useWords()
  const format = useFormats()
  if (limits.has(setting) && Number(value) === 0) return <>{t('services.here.noLimit')}</>
  return <>{t(`services.unit.${declaredSettings[setting].unit}`, { value: format.number(Number(value)) })}</>
}

/** Who says so: the value, as a link to its record, or the principle. */
function Source({ candidate, inline = false }: { candidate: Candidate; inline?: boolean }) {
  const { t } = useWords()
  const format = useFormats()
  const { source, code, validTo } = candidate
  if (source === 'Start' || code === null) return null
  const until = validTo === null ? '' : t('services.here.until', { day: format.date(validTo) })
  const said =
    source === 'Principle' ? (
      <>{t('services.here.principle', { code })}</>
    ) : (
      <Link to="." search={() => ({ part: 'serviceSetting', q: code })}>
        {t('services.here.value', { code })}
      </Link>
    )
  return inline ? (
    <>
      {' · '}
      {said} {until}
    </>
  ) : (
    <div>
      {said} {until}
    </div>
  )
}
