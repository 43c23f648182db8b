import { languages } from '@kervan/contract/kit/values'
import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Flag } from '../values/Flag.tsx'
import { useFormats } from '../values/format.ts'
import { chooseByHand } from './i18n.ts'
import { LanguageButton } from './LanguageMenu.tsx'
import { languageNames } from './languageNames.ts'

/** Stands open as soon as it is there: the press that fetched it asked for that. */
export default function OpenLanguageMenu() {
  const { language } = useFormats()
  const [opened, setOpened] = useState(true)
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" width={160}>
      <Menu.Target>
        <LanguageButton />
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((one) => (
          <Menu.Item
            key={one}
            lang={one}
            leftSection={<Flag language={one} />}
            rightSection={one === language ? <IconCheck size={16} /> : null}
            onClick={() => void chooseByHand(one)}
          >
            {languageNames[one]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
