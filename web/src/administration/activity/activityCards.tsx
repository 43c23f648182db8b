import type { activity, loginLog } from '@kervan/contract/administration/activity'
import type { RowOf } from '@kervan/contract/kit/page'
import { useFormats } from '../../kit/values/format.ts'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import { deviceName } from '../../kit/values/deviceName.ts'
import css from './activity.module.css'

type Login = RowOf<typeof loginLog>

/** An entry on a telephone: what, on which record, by whom, when. */
export function EntryCard({ row }: { row: RowOf<typeof activity> }) {
  const { state } = useWords()
  const format = useFormats()
  return (
    <RowCard
      name={<span className={css.two}>{state('operation', row.operation)}</span>}
      mark={
        <time className="k-quiet" dateTime={row.at}>
          {format.dateTime(row.at)}
        </time>
      }
    >
      <CardLine>
        <span>{row.actorName}</span>
        <span className="k-mono k-quiet">{row.recordCode}</span>
      </CardLine>
      {row.whatChanged !== '' && (
        <CardLine quiet>
          <span className={css.two}>{row.whatChanged}</span>
        </CardLine>
      )}
    </RowCard>
  )
}

export const loginRenderers = {
  name: (row: Login) => <Person name={row.name} />,
  agent: (row: Login) => (
    <span className="k-cut" title={row.agent}>
      {deviceName(row.agent) ?? row.agent}
    </span>
  ),
}

function Person({ name }: { name: string | null }) {
  const { t } = useWords()
  return name === null ? (
    <span className="k-quiet">{t('administration.activity.unknownPerson')}</span>
  ) : (
    <span className="k-cut">{name}</span>
  )
}

export const loginCard = (row: Login) => <LoginCard row={row} />

function LoginCard({ row }: { row: Login }) {
  const { state } = useWords()
  const format = useFormats()
  return (
    <RowCard name={row.name ?? row.username} mark={<StateBadge group="loginState" value={row.loginState} />}>
      <CardLine quiet>
        <span>{row.loginReason === 'none' ? row.address : state('loginReason', row.loginReason)}</span>
        <time dateTime={row.at}>{format.dateTime(row.at)}</time>
      </CardLine>
    </RowCard>
  )
}
