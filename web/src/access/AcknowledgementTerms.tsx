import { useTranslation } from 'react-i18next'
import { useFormats } from '../kit/values/format.ts'
import css from './login.module.css'

type Props = {
  title: string
  text: string
  version: number
  publishedAt: string
  agreedVersion: number | null
  changes: readonly string[]
  /** The door's own heading, or one inside a page. */ heading?: 'h1' | 'h3'
}

/** What a user reads before choosing (ACC-010): at the door, and where it is written. */
export function AcknowledgementTerms({
  title,
  text,
  version,
  publishedAt,
  agreedVersion,
  changes,
  heading: Heading = 'h1',
}: Props) {
  const { t } = useTranslation()
  const format = useFormats()
  return (
    <>
      <p className={css.kicker}>{t('security.acknowledgement.title')}</p>
      <Heading className={css.title}>{title}</Heading>
      <p className={css.lead}>{t('security.acknowledgement.lead')}</p>
      {agreedVersion !== null && changes.length > 0 && (
        <section className={css.changes}>
          {Heading === 'h1' ? (
            <h2>{t('security.acknowledgement.changes', { version: agreedVersion })}</h2>
          ) : (
            <h4>{t('security.acknowledgement.changes', { version: agreedVersion })}</h4>
          )}
          {changes.map((change) => (
            <p key={change}>{change}</p>
          ))}
        </section>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <section className={css.terms} aria-label={title} tabIndex={0}>
        {paragraphsOf(text).map(({ key, said }) => (
          <p key={key}>{said}</p>
        ))}
      </section>
      <p className={css.reason}>
        {t('security.acknowledgement.version', { version, date: format.date(publishedAt) })}
      </p>
    </>
  )
}

/** An empty line ends a paragraph, however the writer's keyboard ends lines. */
function paragraphsOf(text: string): { key: string; said: string }[] {
  const paragraphs = text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
  return paragraphs.map((said, index) => ({ key: `${index} ${said.slice(0, 40)}`, said }))
}
