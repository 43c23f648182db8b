import { startPortaMateJob } from '@kervan/contract/porta/porta-mate'
import type { PriceChangeTab, RequestTab } from '@kervan/contract/porta/tabs'
import { Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconCamera,
  IconChevronDown,
  IconCopyPlus,
  IconDeviceDesktop,
  IconFilePlus,
  IconShieldCheck,
  IconListNumbers,
  IconMessageExclamation,
  IconPhotoPlus,
  IconPhotoUp,
} from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useRead } from '../../kit/call/query.ts'
import { useRights } from '../../kit/call/rights.ts'
import { useWords, type MessageKey } from '../../kit/i18n/words.ts'
import { NoRight } from '../../kit/page/NoRight.tsx'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useFormats } from '../../kit/values/format.ts'
import css from '../shared/porta.module.css'
import type { ActedRequest } from '../shared/requestActions.tsx'
import { Requests } from '../shared/Requests.tsx'
import { AddPicturesDialog } from './AddPicturesDialog.tsx'
import { CodesDialog } from './CodesDialog.tsx'
import { DisputeDialog } from './DisputeDialog.tsx'
import { FromRequestDialog } from './FromRequestDialog.tsx'
import { ItsDialog } from './ItsDialog.tsx'
import { NewRequestDialog } from './NewRequestDialog.tsx'
import { PicturesDialog } from './PicturesDialog.tsx'
import { PortaMateDialog } from './PortaMateDialog.tsx'
import type { Ways } from './ways.ts'

type Way = 'one' | 'camera' | 'codes' | 'pictures'

type Tab = RequestTab | PriceChangeTab
type Search = {
  tab?: Tab | undefined
  from?: string | undefined
  to?: string | undefined
  request?: string | undefined
}
type Props<T extends Tab> = {
  ways: Ways
  title: MessageKey
  tabs: readonly T[]
  /** Where pre-applications stand. */
  waiting: T
  search: Search & { tab?: T | undefined }
  change: (
    next: {
      tab?: T
      from?: string | undefined
      to?: string | undefined
      request?: string | undefined
      page?: undefined
    },
    options?: { replace?: boolean },
  ) => void
  /** What stands beside the ways to apply. */
  actions?: ReactNode
}

/** What an applicant has applied for, and the ways to apply (DSC-001, DSC-004 to DSC-006, PCR-006). */
export function MyRequests<T extends Tab>({
  ways: of,
  title,
  tabs,
  waiting,
  search,
  change,
  actions,
}: Props<T>) {
  const { t } = useWords()
  const format = useFormats()
  const rights = useRights()
  const isTelephone = useMediaQuery('(max-width: 767.98px)')
  const [way, setWay] = useState<Way | null>(null)
  const may = (call: { permission: string | null }) => rights.has(call.permission ?? '')
  const sees = may(of.desk.list.page)
  const { data: setup } = useRead(of.setup, {}, { enabled: sees })
  const tab = search.tab ?? tabs.find((key) => key === 'pending') ?? waiting
  const days = search.from || search.to ? { from: search.from, to: search.to } : {}
  const close = () => setWay(null)
  const shows = (state: string) => {
    close()
    const next = state === 'Pending' ? tabs.find((key) => key === 'pending') : waiting
    change({ tab: next ?? waiting, request: undefined, page: undefined })
  }
  const [acted, setActed] = useState<{
    on: 'again' | 'dispute' | 'pictures'
    request: ActedRequest
  } | null>(null)
  const [asked, setAsked] = useState<{ by: 'its' | 'portaMate'; ids: readonly string[] } | null>(null)
  const asksIts =
    may(of.validate) && setup?.flows.includes('ValidateFromITS') && setup.itsPausedUntil === null
  const asksPortaMate =
    rights.has('PortaMate') &&
    may(startPortaMateJob) &&
    setup?.flows.includes('ValidateFromITSViaPortaMate') &&
    setup.itsPausedUntil === null
  const ways = (ids: readonly string[]) => [
    ...(asksIts
      ? [
          {
            key: 'its',
            label: t('porta.its.validate'),
            icon: IconShieldCheck,
            run: () => setAsked({ by: 'its', ids }),
          },
        ]
      : []),
    ...(asksPortaMate
      ? [
          {
            key: 'portaMate',
            label: t('porta.portaMate.validate'),
            icon: IconDeviceDesktop,
            run: () => setAsked({ by: 'portaMate', ids }),
          },
        ]
      : []),
  ]
  const readsPictures = setup?.flows.includes('ValidateFromImage') ?? false
  const actsOn = (request: ActedRequest) => [
    ...(may(of.addImages) && readsPictures && request.actions['cancel'] === null
      ? [
          {
            key: 'pictures',
            label: t('porta.pictures.add'),
            icon: IconPhotoPlus,
            run: () => setActed({ on: 'pictures', request }),
          },
        ]
      : []),
    ...(of.dispute && may(of.dispute) && request.actions['dispute'] === null
      ? [
          {
            key: 'dispute',
            label: t('porta.dispute.open'),
            icon: IconMessageExclamation,
            run: () => setActed({ on: 'dispute', request }),
          },
        ]
      : []),
    ...(of.copy && may(of.copy)
      ? [
          {
            key: 'again',
            label: t('porta.again.open'),
            icon: IconCopyPlus,
            run: () => setActed({ on: 'again', request }),
          },
        ]
      : []),
  ]
  return (
    <PageFrame
      title={t(title)}
      tabs={tabs.map((key: Tab) => ({
        key,
        label: t(`porta.tabs.${key}`),
        search: { tab: key, ...days },
      }))}
      tab={tab}
      tabsLabel={t('porta.tabsLabel')}
      actions={
        setup && (
          <div className={css.actions}>
            {isTelephone && may(of.create) && (
              <Button leftSection={<IconCamera size={16} aria-hidden />} onClick={() => setWay('camera')}>
                {t('porta.scan.open')}
              </Button>
            )}
            {actions}
            {(may(of.importCodes) || may(of.importImages)) && (
              <Menu position="bottom-end" withinPortal>
                <Menu.Target>
                  <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
                    {t('porta.many')}
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {may(of.importCodes) && (
                    <Menu.Item
                      leftSection={<IconListNumbers size={16} aria-hidden />}
                      onClick={() => setWay('codes')}
                    >
                      {t('porta.codes.open')}
                    </Menu.Item>
                  )}
                  {may(of.importImages) && readsPictures && (
                    <Menu.Item
                      leftSection={<IconPhotoUp size={16} aria-hidden />}
                      onClick={() => setWay('pictures')}
                    >
                      {t('porta.pictures.open')}
                    </Menu.Item>
                  )}
                </Menu.Dropdown>
              </Menu>
            )}
            {may(of.create) && (
              <Button
                variant={isTelephone ? 'default' : 'filled'}
                leftSection={<IconFilePlus size={16} aria-hidden />}
                onClick={() => setWay('one')}
              >
                {t('porta.new.open')}
              </Button>
            )}
          </div>
        )
      }
    >
      {!sees ? (
        <NoRight title={t(title)} permission={of.desk.list.page.permission ?? ''} />
      ) : (
        setup && (
          <>
            {setup.itsPausedUntil !== null && (
              <p className={css.notice}>
                {t('porta.its.paused', { until: format.date(setup.itsPausedUntil) })}
              </p>
            )}
            <Requests
              key={tab}
              desk={of.desk}
              tab={tab}
              search={search}
              change={change}
              earliest={setup.earliest}
              one={actsOn}
              {...((asksIts || asksPortaMate) &&
                tab === waiting && { more: ({ rows }) => ways(rows.map(({ id }) => id)) })}
            />
          </>
        )
      )}
      {setup && (way === 'one' || way === 'camera') && (
        <NewRequestDialog
          ways={of}
          setup={setup}
          withCamera={way === 'camera'}
          onMade={shows}
          onClose={close}
        />
      )}
      {setup && way === 'codes' && (
        <CodesDialog ways={of} setup={setup} onMade={() => change({ tab: waiting })} onClose={close} />
      )}
      {setup && acted?.on === 'again' && (
        <FromRequestDialog
          setup={setup}
          requestId={acted.request.id}
          onMade={(state) => {
            setActed(null)
            shows(state)
          }}
          onClose={() => setActed(null)}
        />
      )}
      {acted?.on === 'dispute' && (
        <DisputeDialog
          request={acted.request}
          withPicture={readsPictures}
          onDone={() => {
            setActed(null)
            shows('Pending')
          }}
          onClose={() => setActed(null)}
        />
      )}
      {setup && acted?.on === 'pictures' && (
        <AddPicturesDialog ways={of} setup={setup} request={acted.request} onClose={() => setActed(null)} />
      )}
      {asked?.by === 'its' && <ItsDialog ways={of} ids={asked.ids} onClose={() => setAsked(null)} />}
      {asked?.by === 'portaMate' && (
        <PortaMateDialog ways={of} ids={asked.ids} onClose={() => setAsked(null)} />
      )}
      {setup && way === 'pictures' && <PicturesDialog ways={of} setup={setup} onClose={close} />}
    </PageFrame>
  )
}
