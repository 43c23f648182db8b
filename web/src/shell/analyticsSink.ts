import type { AnalyticsTarget } from '@kervan/contract/access/sign-in-page'

/**
 * Sends the path of a page, the language and the moment, and nothing that tells who reads. A failure is nobody's concern.
 * Matomo: the parameters of its tracking API, without cookie and visitor id.
 */
export function openSink(target: AnalyticsTarget): (path: string) => void {
  return (path) => {
    const language = document.documentElement.lang
    if (target.kind === 'endpoint')
      return post(target.url, JSON.stringify({ path, language, at: new Date().toISOString() }), 'text/plain')
    const view = new URLSearchParams({
      idsite: target.site,
      rec: '1',
      url: `${window.location.origin}${path}`,
      action_name: path,
      lang: language,
      send_image: '0',
    })
    post(`${target.url}matomo.php`, view.toString(), 'application/x-www-form-urlencoded')
  }
}

/** A content type that needs no question to the other side before it, so that a closing page can still send it. */
function post(url: string, body: string, type: string): void {
  void fetch(url, {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'omit',
    keepalive: true,
    headers: { 'Content-Type': type },
    body,
  }).catch(() => undefined)
}
