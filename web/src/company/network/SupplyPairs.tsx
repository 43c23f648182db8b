import { getSupplyPairs } from '@kervan/contract/company/network'
import { locationGroups } from '@kervan/contract/company/words'
import type { OutputOf } from '@kervan/contract/kit/call'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readKeeping } from '../../kit/call/query.ts'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import css from '../company.module.css'

type Group = (typeof locationGroups)[number]
type Place = OutputOf<typeof getSupplyPairs>['related'][number]['supplier']
const none = 'none'

/** Who can supply whom between two size groups, and why the others cannot (LOC-004). */
export function SupplyPairs() {
  const { t, state } = useWords()
  const format = useFormats()
  const [from, setFrom] = useState<Group | null>('Type1000')
  const [to, setTo] = useState<Group | null>('Type275')
  const asked = useQuery(readKeeping(getSupplyPairs, { supplierGroup: from, receiverGroup: to }))
  const data = [
    ...locationGroups.map((value: string) => ({ value, label: state('locationGroup', value) })),
    { value: none, label: t('company.pairs.noGroup') },
  ]
  const choose = (put: (group: Group | null) => void) => (value: string | null) =>
    put(locationGroups.find((group) => group === value) ?? null)
  return (
    <div className={css.scroll}>
      <div className={css.fields}>
        <Select
          label={t('company.pairs.supplierGroup')}
          value={from ?? none}
          data={data}
          allowDeselect={false}
          onChange={choose(setFrom)}
        />
        <Select
          label={t('company.pairs.receiverGroup')}
          value={to ?? none}
          data={data}
          allowDeselect={false}
          onChange={choose(setTo)}
        />
      </div>
      {!asked.data ? (
        <ReadState asked={asked} />
      ) : asked.data.relatedCount + asked.data.unrelatedCount === 0 ? (
        <output>{t('company.pairs.none')}</output>
      ) : (
        <div className={css.pairs}>
          <section>
            <h3 className={css.heading}>
              {tPlural(
                t,
                'company.pairs.related',
                asked.data.relatedCount,
                format.number(asked.data.relatedCount),
              )}
            </h3>
            <More shown={asked.data.related.length} all={asked.data.relatedCount} />
            <ul className={css.relations}>
              {asked.data.related.map(({ supplier, receiver }) => (
                <li key={`${supplier.id} ${receiver.id}`}>
                  <Pair supplier={supplier} receiver={receiver} />
                </li>
              ))}
            </ul>
          </section>
          <section>
            <h3 className={css.heading}>
              {tPlural(
                t,
                'company.pairs.unrelated',
                asked.data.unrelatedCount,
                format.number(asked.data.unrelatedCount),
              )}
            </h3>
            <More shown={asked.data.unrelated.length} all={asked.data.unrelatedCount} />
            <ul className={css.relations}>
              {asked.data.unrelated.map(({ supplier, receiver, obstacle }) => (
                <li key={`${supplier.id} ${receiver.id}`}>
                  <Pair supplier={supplier} receiver={receiver} />
                  <span className="k-quiet">{state('supplyObstacle', obstacle)}</span>
                </li>
              ))}
            </ul>
          </section>
        </div>
      )}
    </div>
  )
}

function More({ shown, all }: { shown: number; all: number }) {
  const { t } = useWords()
  const format = useFormats()
  return all > shown ? (
    <p className="k-quiet">{t('company.pairs.first', { shown: format.number(shown) })}</p>
  ) : null
}

function Pair({ supplier, receiver }: { supplier: Place; receiver: Place }) {
  return (
    <span>
      <LocationLink location={supplier} /> → <LocationLink location={receiver} />
    </span>
  )
}

function LocationLink({ location: { id, code, name } }: { location: Place }) {
  return (
    <Link to="." search={{ part: 'location', record: id, tab: 'network' }}>
      <span className="k-mono">{code}</span> {name}
    </Link>
  )
}
