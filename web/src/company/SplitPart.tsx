import { SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useMasterAddress } from '../kit/master/address.ts'
import { PageAdditions } from '../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../kit/page/screen.ts'

const search = z.object({ show: z.enum(['list', 'map', 'tree']).optional().catch(undefined) })

/**
 * The records of a kind with a picture of them beside the list, a map or a tree. Without a choice of the user `isShown`
 * says whether the picture stands there; where `isAlone`, it stands in place of the list. Changes, comparisons and past
 * days have none.
 */
export function SplitPart({
  picture,
  isShown,
  isAlone = false,
  records,
  children,
}: {
  picture: 'map' | 'tree'
  isShown: boolean
  isAlone?: boolean
  records: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation()
  const [{ show }, change] = useScreenSearch(search)
  const { search: address } = useMasterAddress()
  const isList = !address.change && !address.view
  const view = (show ?? (isShown ? picture : 'list')) === picture ? picture : 'list'
  const isPictured = isList && view === picture
  // A record opens over either of the two.
  const hidesList = isPictured && isAlone && !address.record
  const choice = (
    <SegmentedControl
      aria-label={t('company.view.label')}
      value={view}
      data={(['list', picture] as const).map((value) => ({ value, label: t(`company.view.${value}`) }))}
      onChange={(value) => change({ show: value })}
    />
  )
  return (
    <PageAdditions
      value={isList ? { beside: choice, ...(isPictured && { picture: children, isAlone: hidesList }) } : {}}
    >
      {records}
    </PageAdditions>
  )
}
