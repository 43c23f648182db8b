import { watchJob, type JobView } from '@kervan/contract/jobs/jobs'
import type { Portal } from './portal.ts'

/** Follows a job through its event stream, as the page does, and answers how it ended. */
export async function watch(
  portal: Portal,
  token: string,
  jobId: string,
  onView: (view: JobView) => void = () => {},
): Promise<JobView> {
  const response = await fetch(`${portal.url}${watchJob.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify({ jobId, Token: token }),
  })
  if (response.status !== 200 || !response.body) throw new Error(`watching failed: ${await response.text()}`)
  let text = ''
  let last: JobView | null = null
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      last = JSON.parse(part.replace(/^data: /, '')) as JobView
      onView(last)
    }
  }
  if (!last) throw new Error('the stream said nothing')
  return last
}
