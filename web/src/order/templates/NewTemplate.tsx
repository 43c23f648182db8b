import { createTemplateFromCart, createTemplateFromFile } from '@kervan/contract/order/order-templates'
import { Button, Menu } from '@mantine/core'
import {
  IconBarcode,
  IconChevronDown,
  IconFileSpreadsheet,
  IconPlus,
  IconShoppingCart,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '../../kit/call/rights.ts'
import { NewTemplateDialog } from './EditTemplate.tsx'
import { SaveAsTemplate } from '../shared/SaveAsTemplate.tsx'
import { TemplateFromFile } from './TemplateFromFile.tsx'

const dialogs = { codes: NewTemplateDialog, cart: SaveAsTemplate, file: TemplateFromFile }

/** The ways to a new template. */
export function NewTemplate({ onMade }: { onMade: (id: string) => void }) {
  const { t } = useTranslation()
  const rights = useRights()
  const [way, setWay] = useState<keyof typeof dialogs | null>(null)
  const Dialog = way && dialogs[way]
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            rightSection={<IconChevronDown size={16} aria-hidden />}
          >
            {t('order.template.new')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconBarcode size={16} aria-hidden />} onClick={() => setWay('codes')}>
            {t('order.template.newByCodes')}
          </Menu.Item>
          {rights.has(createTemplateFromCart.permission ?? '') && (
            <Menu.Item
              leftSection={<IconShoppingCart size={16} aria-hidden />}
              onClick={() => setWay('cart')}
            >
              {t('order.template.newFromCart')}
            </Menu.Item>
          )}
          {rights.has(createTemplateFromFile.permission ?? '') && (
            <Menu.Item
              leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
              onClick={() => setWay('file')}
            >
              {t('order.template.newFromFile')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {Dialog && <Dialog onMade={onMade} onClose={() => setWay(null)} />}
    </>
  )
}
