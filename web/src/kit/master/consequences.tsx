import { toRefused, type CallRefused } from '../call/refused.ts'
import { confirm } from '../feedback/dialogs.ts'
import { i18n } from '../i18n/i18n.ts'
import css from './master.module.css'

/** Says what something leads to elsewhere, and asks whether it shall be done. */
export function askConsequences(consequences: readonly string[]): Promise<boolean> {
  return confirm({
    title: i18n.t('masterData.consequences.title'),
    text: (
      <ul className={css.consequences}>
        {consequences.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
    ),
    action: i18n.t('masterData.consequences.action'),
  })
}

/**
 * Sends, and where the server names consequences, asks about them and sends again with their confirmation. Whoever
 * thinks better of it ends with that refusal, which `isDeclined` knows and nobody needs to be shown.
 */
export async function sendConfirmed<A>(send: (confirmed: boolean) => Promise<A>): Promise<A> {
  try {
    return await send(false)
  } catch (thrown) {
    const refused = toRefused(thrown)
    const { consequences } = refused.facts
    if (!isDeclined(refused) || !Array.isArray(consequences)) throw thrown
    if (!(await askConsequences(consequences.map(String)))) throw thrown
    return send(true)
  }
}

export const isDeclined = (refused: CallRefused) => refused.is('ConsequencesUnconfirmed')
