import { packPassport } from '@kervan/contract/kit/pack-passport'
import { IconId } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRights } from '../call/rights.ts'
import { useWords } from '../i18n/words.ts'
import { LinkButton } from '../page/LinkButton.tsx'

type Props = { gtin: string; serialNumber: string }
const codeOf = ({ gtin, serialNumber }: Props) => `${gtin.padStart(14, '0')} ${serialNumber}`

/** Leads to the passport of a pack, for readers who may open it. */
export function PackPassportLink(pack: Props) {
  const { t } = useWords()
  if (!useRights().has(packPassport.permission)) return null
  return (
    <LinkButton
      to={packPassport.screen}
      search={{ code: codeOf(pack) }}
      variant="default"
      size="compact-sm"
      leftSection={<IconId size={14} aria-hidden />}
    >
      {t('kit.packPassport')}
    </LinkButton>
  )
}

/** The serial number of a pack, which leads to its passport for readers who may open it. */
export function PackSerial(pack: Props) {
  if (!useRights().has(packPassport.permission)) return <>{pack.serialNumber}</>
  return (
    <Link to={packPassport.screen} search={{ code: codeOf(pack) }}>
      {pack.serialNumber}
    </Link>
  )
}
