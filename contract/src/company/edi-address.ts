/**
 * The address that answers are posted to, as the server may use it: https, with neither credentials nor fragment; plain
 * http to this machine only. Null for everything else.
 */
export function ediAddressOf(text: string): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const isHere = url.hostname === 'localhost' || url.hostname === '127.0.0.1'
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere)) return null
  return url.username === '' && url.password === '' && url.hash === '' ? url : null
}
