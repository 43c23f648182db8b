import type { ImportKind } from '@kervan/contract/kit/master-import'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconDots,
  IconFileDownload,
  IconFileImport,
  IconFileSpreadsheet,
  IconHistory,
} from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../call/client.ts'
import { useRights } from '../call/rights.ts'
import { useCall } from '../call/useCall.ts'
import type { MasterAddress } from './address.ts'
import { ImportDialog } from './ImportDialog.tsx'

/**
 * What a screen offers of files: the button of the import, and the menu with the templates and the data log, each only
 * for who may. `imports`: the import is open to this reader here. A telephone has room for one long button and the menu,
 * so the import stands in the menu there.
 */
export function useFileMenu({
  kind,
  address,
  imports,
}: {
  kind: ImportKind
  address: MasterAddress
  imports: boolean
}): { button: ReactNode; menu: (more?: ReactNode) => ReactNode; dialog: ReactNode } {
  const { t } = useTranslation()
  const rights = useRights()
  const [isOpen, setOpen] = useState(false)
  const template = useCall(kind.template, { failed: t('masterData.notDownloaded'), onDone: saveFile })
  const narrow =
    useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false }) ?? false
  const icon = <IconFileImport size={16} aria-hidden />
  const open = () => setOpen(true)
  return {
    button: imports && !narrow && (
      <Button variant="default" leftSection={icon} onClick={open}>
        {t('masterData.import')}
      </Button>
    ),
    menu: (more) => (
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" aria-label={t('kit.action.more')} title={t('kit.action.more')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {imports && narrow && (
            <Menu.Item leftSection={icon} onClick={open}>
              {t('masterData.import')}
            </Menu.Item>
          )}
          {rights.has(kind.template.permission ?? '') && (
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
          {more}
          <Menu.Item
            leftSection={<IconHistory size={16} aria-hidden />}
            onClick={() => address.go({ view: 'changes' })}
          >
            {t('masterData.menu.changes')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    ),
    dialog: isOpen && (
      <ImportDialog
        kind={kind}
        onProposed={(change) => address.go({ change })}
        onClose={() => setOpen(false)}
      />
    ),
  }
}
