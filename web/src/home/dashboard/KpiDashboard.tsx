import { getDashboard } from '@kervan/contract/home/home'
import { dashboardBoxes, type DashboardBox } from '@kervan/contract/home/words'
import { keysOf } from '@kervan/contract/kit/typed'
import { Button } from '@mantine/core'
import { IconLayoutDashboard } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../kit/call/query.ts'
import { useRights } from '../../kit/call/rights.ts'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { Answered, Nothing } from '../Box.tsx'
import { ArrangeBoxes } from './ArrangeBoxes.tsx'
import { boxes } from './boxes.tsx'
import css from '../home.module.css'

/**
 * Key figures by permission, each asked for by itself, so that a slow one holds up no other (HOM-003). Which ones and in
 * which order is the user's own.
 */
export default function KpiDashboard() {
  const { t } = useTranslation()
  const rights = useRights()
  const [arranging, setArranging] = useState(false)
  const asked = useRead(getDashboard, {})
  const open = keysOf(dashboardBoxes).filter((box) =>
    rights.all(dashboardBoxes[box], ...boxes[box].calls.map(({ permission }) => permission ?? '')),
  )
  const title = t('screen.kpiDashboard.title')
  const chosen = (kept: DashboardBox[] | null) => kept?.filter((box) => open.includes(box)) ?? open
  return (
    <PageFrame
      title={title}
      layout="scroll"
      actions={
        open.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconLayoutDashboard size={16} aria-hidden />}
            disabled={!asked.data}
            onClick={() => setArranging(true)}
          >
            {t('home.dashboard.arrange')}
          </Button>
        )
      }
    >
      <Answered asked={asked} name={title}>
        {({ boxes: kept }) => {
          const shown = chosen(kept)
          return (
            <>
              {shown.length === 0 ? (
                <Nothing title={t('home.dashboard.none')} text={t('home.dashboard.noneText')} />
              ) : (
                <div className={css.dashboard}>
                  {shown.map((box) => {
                    const Content = boxes[box].content
                    return <Content key={box} />
                  })}
                </div>
              )}
              {arranging && <ArrangeBoxes open={open} chosen={shown} onClose={() => setArranging(false)} />}
            </>
          )
        }}
      </Answered>
    </PageFrame>
  )
}
