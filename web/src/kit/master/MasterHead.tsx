import { Button, Menu } from '@mantine/core'
import { IconArrowsDiff, IconCalendarTime, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHotkey } from '../hotkeys.ts'
import { useMayChangeCompany } from '../page/wholeCompany.tsx'
import type { MasterAddress } from './address.ts'
import { AsOfDialog } from './asOf.tsx'
import { useFileMenu } from './fileMenu.tsx'
import type { Model } from './types.ts'
import { kindWord } from './words.ts'

/** New, Import, and what else there is: templates, other days, the data log. Each only for who may. */
export function MasterHead({ model: { kind }, address }: { model: Model; address: MasterAddress }) {
  const { t } = useTranslation()
  const may = useMayChangeCompany()
  const [asksDay, setAsksDay] = useState(false)
  const { search, change, go } = address
  const isPast = search.day !== undefined
  const files = useFileMenu({ kind, address, imports: !isPast && may(kind.upload) })
  const mayAdd = !isPast && may(kind.save)
  const add = () => change({ record: 'new' })
  useHotkey(mayAdd && search.record === undefined ? 'n' : null, kindWord(t, kind, 'new'), add)
  return (
    <>
      {files.button}
      {mayAdd && <NewButton kind={kind} onPress={add} />}
      {files.menu(
        <>
          <Menu.Item
            leftSection={<IconCalendarTime size={16} aria-hidden />}
            onClick={() => setAsksDay(true)}
          >
            {t('masterData.menu.asOf')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowsDiff size={16} aria-hidden />}
            onClick={() => go({ view: 'compare' })}
          >
            {t('masterData.menu.compare')}
          </Menu.Item>
        </>,
      )}
      {files.dialog}
      {asksDay && (
        <AsOfDialog
          onShow={(day) => {
            setAsksDay(false)
            change({ day, page: undefined })
          }}
          onClose={() => setAsksDay(false)}
        />
      )}
    </>
  )
}

export function NewButton({ kind, onPress }: { kind: Model['kind']; onPress: () => void }) {
  const { t } = useTranslation()
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onPress}>
      {kindWord(t, kind, 'new')}
    </Button>
  )
}
