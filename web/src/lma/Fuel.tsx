import { menuModel } from '@kervan/contract/shell/menu-model'
import { IconGasStation } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRights } from '../kit/call/rights.ts'
import { tDynamic, useWords } from '../kit/i18n/words.ts'
import { EmptyState } from '../kit/page/EmptyState.tsx'
import { PageFrame, Section } from '../kit/page/PageFrame.tsx'
import css from './lma.module.css'

/** The way in: an entry for each screen of the module that one may open (LMA-009). */
export default function Fuel() {
  const { t } = useWords()
  const menu = menuModel(useRights()).find((one) => one.menu === 'fuel')
  const groups = menu?.groups ?? []
  return (
    <PageFrame title={t('screen.lma.title')} layout="scroll">
      {groups.length === 0 && (
        <EmptyState icon={IconGasStation} title={t('lma.nothing')} text={t('lma.nothingText')} />
      )}
      {groups.map((group) => (
        <Section key={group.key} title={tDynamic(t, `shell.group.${group.key}`, group.key)}>
          <ul className={css.entries}>
            {group.entries.map(({ key, path }) => (
              <li key={key}>
                <Link to={path ?? '/lma'} className={css.entry}>
                  <strong>{tDynamic(t, `screen.${key}.title`, key)}</strong>
                  <span>{tDynamic(t, `screen.${key}.hint`, '')}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </PageFrame>
  )
}
