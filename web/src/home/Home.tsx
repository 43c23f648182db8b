import { screens, type Screen } from '@kervan/contract/shell/screens'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../kit/format.ts'
import { said } from '../kit/i18n/words.ts'
import { Kbd } from '../kit/Kbd.tsx'
import { PageFrame } from '../kit/PageFrame.tsx'
import { useRights } from '../kit/rights.ts'
import { useSignedIn } from '../kit/session.ts'
import css from './home.module.css'

/** Until the dashboard is built: what this user can start with. */
export default function Home() {
  const { t } = useTranslation()
  const format = useFormats()
  const session = useSignedIn()
  const rights = useRights()
  const [now] = useState(() => new Date().toISOString())
  const open = (screens as readonly Screen[]).filter(({ permission, ready, key }) => ready && key !== 'home' && rights.has(permission))
  return (
    <PageFrame title={t('screen.home.title')} layout="scroll" beside={<span className="k-quiet">{format.longDate(now)}</span>}>
      <div className={css.home}>
        <h2 className={css.hello}>
          {t('shell.home.hello', { name: session.FirstName })}
        </h2>
        <p className={css.lead}>{open.length > 0 ? t('shell.home.lead', { company: session.CompanyName }) : t('shell.home.nothing')}</p>
        <ul className={css.list}>
          {open.map(({ key, path, keys }) => (
            <li key={key}>
              <Link to={path} className={css.entry} preload="intent">
                <span className={css.words}>
                  <span className={css.title}>{said(t, `screen.${key}.title`, key)}</span>
                  <span className={css.hint}>{said(t, `screen.${key}.hint`, '')}</span>
                </span>
                {keys && <Kbd keys={keys} />}
                <IconArrowRight size={16} aria-hidden className={css.arrow} />
              </Link>
            </li>
          ))}
        </ul>
        {open.length > 0 && <p className={css.tip}>{t('shell.home.tip')} <Kbd keys="Ctrl+K" /></p>}
      </div>
    </PageFrame>
  )
}
