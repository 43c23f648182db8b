import { pageSizes } from '@kervan/contract/kit/page-limits'
import { Button } from '@mantine/core'
import { IconCircle, IconCircleCheck, IconFileImport } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { callServer } from '../call/client.ts'
import { useRights } from '../call/rights.ts'
import { tDynamic, useWords } from '../i18n/words.ts'
import { useMayChangeCompany } from '../page/wholeCompany.tsx'
import { useFormats } from '../values/format.ts'
import type { MasterAddress } from './address.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { addressOfKind } from './kindAddresses.ts'
import { NewButton } from './MasterHead.tsx'
import css from './master.module.css'
import type { Model } from './types.ts'

// What a list without records says: what has to be there first, and both ways to the first record.

/** The kinds without whose records one of this kind cannot be made, and those that its area wants first. */
function neededBy({ kind, options }: Model): string[] {
  const required = Object.values(kind.fields).flatMap(({ type, to, optional }) =>
    type === 'reference' && to !== null && !optional && to !== kind.key ? [to] : [],
  )
  return [...new Set([...required, ...(options.needs ?? [])])]
}

/** The kinds that have to be there first, each with how many records it has and the way to its screen; nothing without any. */
export function NeededFirst({ model }: { model: Model }) {
  const { t } = useWords()
  const format = useFormats()
  const rights = useRights()
  const needed = neededBy(model).flatMap((key) => {
    const target = model.options.targets?.[key]
    return target ? [{ key, target }] : []
  })
  const counts = useQueries({
    queries: needed.map(({ key, target }) => ({
      queryKey: ['masterData', 'needed', key],
      staleTime: 0,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { list } = await target()
        if (!rights.has(list.page.permission ?? '')) return null
        const first = { page: 1, pageSize: pageSizes[0], sort: [], filters: {}, search: '', day: null }
        const { total } = await callServer(list.page, first, { signal })
        return total
      },
    })),
  })
  if (needed.length === 0) return null
  return (
    <span className={css.needed}>
      <span>{t('masterData.needs')}</span>
      {needed.map(({ key }, at) => {
        const count = counts[at]?.data
        const address = addressOfKind(key)
        const name = tDynamic(t, `kind.${key}.many`, key)
        const isThere = typeof count === 'number' && count > 0
        const Icon = isThere ? IconCircleCheck : IconCircle
        return (
          <span key={key} data-there={isThere || undefined}>
            <Icon size={16} aria-hidden />
            {address ? (
              <Link {...(address as object)} to={address.to}>
                {name}
              </Link>
            ) : (
              name
            )}
            {typeof count === 'number' && (
              <span className="k-quiet">({isThere ? format.number(count) : t('masterData.none')})</span>
            )}
          </span>
        )
      })}
    </span>
  )
}

/** Both ways to the first record: a file, and the form. */
export function FirstRecord({
  model: { kind },
  address,
  onNew,
}: {
  model: Model
  address: MasterAddress
  onNew: (() => void) | null
}) {
  const { t } = useWords()
  const may = useMayChangeCompany()
  const [imports, setImports] = useState(false)
  return (
    <>
      {may(kind.upload) && (
        <Button
          variant="default"
          leftSection={<IconFileImport size={16} aria-hidden />}
          onClick={() => setImports(true)}
        >
          {t('masterData.importFile')}
        </Button>
      )}
      {onNew && <NewButton kind={kind} onPress={onNew} />}
      {imports && (
        <ImportDialog
          kind={kind}
          onProposed={(change) => address.go({ change })}
          onClose={() => setImports(false)}
        />
      )}
    </>
  )
}
