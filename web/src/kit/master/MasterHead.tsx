import { ActionIcon, Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconArrowsDiff,
  IconCalendarTime,
  IconDots,
  IconFileDownload,
  IconFileImport,
  IconFileSpreadsheet,
  IconHistory,
  IconPlus,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../call/client.ts'
import { useRights } from '../call/rights.ts'
import { useCall } from '../call/useCall.ts'
import { useHotkey } from '../hotkeys.ts'
import { useMayChangeCompany } from '../page/wholeCompany.tsx'
import type { MasterAddress } from './address.ts'
import { AsOfDialog } from './asOf.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import type { Model } from './types.ts'
import { kindWord } from './words.ts'

/** New, Import, and what else there is: templates, other days, the data log. Each only for who may. */
export function MasterHead({ model: { kind }, address }: { model: Model; address: MasterAddress }) {
  const { t } = useTranslation()
  const rights = useRights()
  const may = useMayChangeCompany()
  const [dialog, setDialog] = useState<'import' | 'asOf' | null>(null)
  const { search, change, go } = address
  const has = ({ permission }: { permission: string | null }) => rights.has(permission ?? '')
  const template = useCall(kind.template, { failed: t('masterData.notDownloaded'), onDone: saveFile })
  const isPast = search.day !== undefined
  // A telephone has room for one long button and the menu.
  const narrow =
    useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false }) ?? false
  const imports = !isPast && may(kind.upload)
  const close = () => setDialog(null)
  const mayAdd = !isPast && may(kind.save)
  const add = () => change({ record: 'new' })
  useHotkey(mayAdd && search.record === undefined ? 'n' : null, kindWord(t, kind, 'new'), add)
  return (
    <>
      {imports && !narrow && (
        <Button
          variant="default"
          leftSection={<IconFileImport size={16} aria-hidden />}
          onClick={() => setDialog('import')}
        >
          {t('masterData.import')}
        </Button>
      )}
      {mayAdd && <NewButton kind={kind} onPress={add} />}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" aria-label={t('kit.action.more')} title={t('kit.action.more')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {imports && narrow && (
            <Menu.Item
              leftSection={<IconFileImport size={16} aria-hidden />}
              onClick={() => setDialog('import')}
            >
              {t('masterData.importing.asking')}
            </Menu.Item>
          )}
          {has(kind.template) && (
            <>
              <Menu.Item
                leftSection={<IconFileDownload size={16} aria-hidden />}
                onClick={() => void template.run({ filled: false })}
              >
                {t('masterData.menu.template')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
                onClick={() => void template.run({ filled: true })}
              >
                {t('masterData.menu.filled')}
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          <Menu.Item
            leftSection={<IconCalendarTime size={16} aria-hidden />}
            onClick={() => setDialog('asOf')}
          >
            {t('masterData.menu.asOf')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowsDiff size={16} aria-hidden />}
            onClick={() => go({ view: 'compare' })}
          >
            {t('masterData.menu.compare')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconHistory size={16} aria-hidden />}
            onClick={() => go({ view: 'changes' })}
          >
            {t('masterData.menu.changes')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'import' && (
        <ImportDialog kind={kind} onProposed={(id) => go({ change: id })} onClose={close} />
      )}
      {dialog === 'asOf' && (
        <AsOfDialog
          onShow={(day) => {
            close()
            change({ day, page: undefined })
          }}
          onClose={close}
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
