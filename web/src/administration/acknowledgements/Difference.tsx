import { useTranslation } from 'react-i18next'
import css from './acknowledgements.module.css'
import { differenceOf, type Piece } from './difference.ts'

/** Two texts as one: what came in and what went out, where it did. */
export function Difference({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation()
  const pieces = differenceOf(before, after)
  if (pieces.every(({ kind }) => kind === 'same'))
    return <p className="k-quiet">{t('administration.terms.same')}</p>
  return (
    <>
      <p className={`k-quiet ${css.legend}`}>
        <ins>{t('administration.terms.added')}</ins> <del>{t('administration.terms.removed')}</del>
      </p>
      <div className={css.difference}>
        {placed(pieces).map(({ kind, text, key }) => {
          if (kind === 'added') return <ins key={key}>{text}</ins>
          return kind === 'removed' ? <del key={key}>{text}</del> : <span key={key}>{text}</span>
        })}
      </div>
    </>
  )
}

/** Each piece with where it stands, which no other of its kind does. */
function placed(pieces: readonly Piece[]): (Piece & { key: string })[] {
  let at = 0
  return pieces.map((piece) => {
    at += piece.text.length
    return { ...piece, key: `${at} ${piece.kind}` }
  })
}
