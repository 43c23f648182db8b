import type { Call, InputOf, OutputOf } from '@kervan/contract/kit/call'
import type { Portal, User } from './portal.ts'

/** What a streaming call says, item by item, to whoever stays on the line. */
export type Listening<T> = {
  /** The next item; null once the server has ended the stream. Throws the answer of a stream that is refused on the way. */
  next(): Promise<T | null>
  hangUp(): Promise<void>
  /** How often the server has said that it is still there. */
  beats(): number
}

export async function listenTo<C extends Call>(
  portal: Portal,
  call: C,
  user: User,
  input: InputOf<C>,
): Promise<Listening<OutputOf<C>>> {
  const response = await fetch(`${portal.url}${call.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify({ ...(input as object), Token: user.token }),
  })
  if (!response.ok || !response.body) throw new Error(await response.text())
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  let beats = 0
  const nextEvent = async (): Promise<string | null> => {
    for (let end = rest.indexOf('\n\n'); end < 0; end = rest.indexOf('\n\n')) {
      const { done, value } = await reader.read()
      if (done) return null
      rest += value
    }
    const [event = '', ...others] = rest.split('\n\n')
    rest = others.join('\n\n')
    return event
  }
  return {
    beats: () => beats,
    async next() {
      let event = await nextEvent()
      for (; event?.startsWith(':'); event = await nextEvent()) beats += 1
      if (event === null) return null
      if (event.startsWith('event: refused')) throw new Error(event)
      return JSON.parse(event.replace(/^data: /, '')) as OutputOf<C>
    },
    hangUp: () => reader.cancel(),
  }
}
