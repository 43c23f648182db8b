import {
  addImages,
  copyRequest,
  disputeRequest,
  createRequest,
  getApplicationSetup,
  importCodes,
  importImages,
} from '@kervan/contract/porta/applications'
import { validateThroughIts } from '@kervan/contract/porta/its-validation'
import { startPortaMateJob } from '@kervan/contract/porta/porta-mate'
import { myDiscountRequests } from '@kervan/contract/porta/discount-requests'
import { requestTabs } from '@kervan/contract/porta/words'
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
import { useState } from 'react'
import { useRead } from '../../kit/call/query.ts'
import { useRights } from '../../kit/call/rights.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { NoRight } from '../../kit/page/NoRight.tsx'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { useFormats } from '../../kit/values/format.ts'
import { ReportLink } from '../kigo/ReportLink.tsx'
import { mySearch } from '../search.ts'
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

type Way = 'one' | 'camera' | 'codes' | 'pictures'

/** What an applicant has applied for, and the ways to apply (DSC-001, DSC-004 to DSC-006). */
export default function MyDiscountRequests() {
  const { t } = useWords()
  const format = useFormats()
  const rights = useRights()
  const [search, change] = useScreenSearch(mySearch)
  const isTelephone = useMediaQuery('(max-width: 767.98px)')
  const [way, setWay] = useState<Way | null>(null)
  const may = (call: { permission: string | null }) => rights.has(call.permission ?? '')
  const sees = may(myDiscountRequests.page)
  const { data: setup } = useRead(getApplicationSetup, {}, { enabled: sees })
  const tab = search.tab ?? 'pending'
  const days = search.from || search.to ? { from: search.from, to: search.to } : {}
  const close = () => setWay(null)
  const shows = (next: 'preApplication' | 'pending') => {
    close()
    change({ tab: next, request: undefined, page: undefined })
  }
  const [acted, setActed] = useState<{
    on: 'again' | 'dispute' | 'pictures'
    request: ActedRequest
  } | null>(null)
  const [asked, setAsked] = useState<{ by: 'its' | 'portaMate'; ids: readonly string[] } | null>(null)
  const asksIts =
    may(validateThroughIts) && setup?.flows.includes('ValidateFromITS') && setup.itsPausedUntil === null
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
    ...(may(addImages) && readsPictures && request.actions['cancel'] === null
      ? [
          {
            key: 'pictures',
            label: t('porta.pictures.add'),
            icon: IconPhotoPlus,
            run: () => setActed({ on: 'pictures', request }),
          },
        ]
      : []),
    ...(may(disputeRequest) && request.actions['dispute'] === null
      ? [
          {
            key: 'dispute',
            label: t('porta.dispute.open'),
            icon: IconMessageExclamation,
            run: () => setActed({ on: 'dispute', request }),
          },
        ]
      : []),
    ...(may(copyRequest)
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
      title={t('screen.myInstitutionalDiscountRequests.title')}
      tabs={requestTabs.map((key) => ({
        key,
        label: t(`porta.tabs.${key}`),
        search: { tab: key, ...days },
      }))}
      tab={tab}
      tabsLabel={t('porta.tabsLabel')}
      actions={
        setup && (
          <div className={css.actions}>
            {isTelephone && may(createRequest) && (
              <Button leftSection={<IconCamera size={16} aria-hidden />} onClick={() => setWay('camera')}>
                {t('porta.scan.open')}
              </Button>
            )}
            <ReportLink side="applicant" />
            {(may(importCodes) || may(importImages)) && (
              <Menu position="bottom-end" withinPortal>
                <Menu.Target>
                  <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
                    {t('porta.many')}
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {may(importCodes) && (
                    <Menu.Item
                      leftSection={<IconListNumbers size={16} aria-hidden />}
                      onClick={() => setWay('codes')}
                    >
                      {t('porta.codes.open')}
                    </Menu.Item>
                  )}
                  {may(importImages) && readsPictures && (
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
            {may(createRequest) && (
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
        <NoRight
          title={t('screen.myInstitutionalDiscountRequests.title')}
          permission={myDiscountRequests.page.permission ?? ''}
        />
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
              side="applicant"
              tab={tab}
              search={search}
              change={change}
              earliest={setup.earliest}
              one={actsOn}
              {...((asksIts || asksPortaMate) &&
                tab === 'preApplication' && { more: ({ rows }) => ways(rows.map(({ id }) => id)) })}
            />
          </>
        )
      )}
      {setup && (way === 'one' || way === 'camera') && (
        <NewRequestDialog
          setup={setup}
          withCamera={way === 'camera'}
          onMade={(state) => shows(state === 'Pending' ? 'pending' : 'preApplication')}
          onClose={close}
        />
      )}
      {setup && way === 'codes' && (
        <CodesDialog setup={setup} onMade={() => change({ tab: 'preApplication' })} onClose={close} />
      )}
      {setup && acted?.on === 'again' && (
        <FromRequestDialog
          setup={setup}
          requestId={acted.request.id}
          onMade={(state) => {
            setActed(null)
            shows(state === 'Pending' ? 'pending' : 'preApplication')
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
            shows('pending')
          }}
          onClose={() => setActed(null)}
        />
      )}
      {setup && acted?.on === 'pictures' && (
        <AddPicturesDialog setup={setup} request={acted.request} onClose={() => setActed(null)} />
      )}
      {asked?.by === 'its' && <ItsDialog ids={asked.ids} onClose={() => setAsked(null)} />}
      {asked?.by === 'portaMate' && <PortaMateDialog ids={asked.ids} onClose={() => setAsked(null)} />}
      {setup && way === 'pictures' && <PicturesDialog setup={setup} onClose={close} />}
    </PageFrame>
  )
}
