import { OutsideUnavailable } from '../../kit/outside/outside.ts'
import { MalformedAnswer } from './its-answers.ts'

/** More than twenty packs, and more than the page of one, ever need. */
const longest = 1024 * 1024

/**
 * The body of an answer as text. Throws `MalformedAnswer` for one without an end, `OutsideUnavailable` for one that broke
 * off or did not come in time.
 */
export async function textOfAnswer(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      if (bytes > longest) throw new MalformedAnswer('too long')
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof MalformedAnswer) throw error
    throw new OutsideUnavailable('ITS', 'AnswerCut', error)
  }
  return Buffer.concat(chunks).toString('utf8')
}
