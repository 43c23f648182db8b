import type { Movement, Pack } from './packs.ts'

// The pages that stakeholders look at in a browser: signing in and the movements of a pack, which the services do not tell.

const escape = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const page = (title: string, content: string): string =>
  `<!doctype html><html lang="tr"><meta charset="utf-8"><title>${title}</title><body><h1>${title}</h1>${content}</body></html>`

export const signInPage = (problem = ''): string =>
  page(
    'Paydaş Girişi',
    `${problem && `<p class="hata">${escape(problem)}</p>`}<form method="post" action="/portal/login">
<input name="kullanici" autocomplete="username"><input name="sifre" type="password"><button>Giriş</button></form>`,
  )

const actions: Readonly<Record<string, string>> = {
  M: 'Üretim',
  S: 'Satış',
  C: 'Satış iptal',
  P: 'Alım',
  R: 'İade',
  T: 'Devir',
  L: 'Devir iptal',
  D: 'Deaktivasyon',
  X: 'İhracat',
  O: 'Sarf',
  V: 'Eczane satış',
  W: 'Eczane satış iptal',
}

/** An instant by the clock of Istanbul, `28.11.2026 12:00:05`. */
export function istanbulTime(at: Date): string {
  return new Intl.DateTimeFormat('tr-TR', {
    timeZone: 'Europe/Istanbul',
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at)
}

/** The movements of a pack as a table, the oldest first; without a pack it says so. */
export function movementsPage(pack: Pack | undefined, movements: readonly Movement[]): string {
  if (!pack) return page('Ürün Hareketleri', '<p class="hata">Ürün bulunamadı.</p>')
  const cell = (value: string) => `<td>${escape(value)}</td>`
  const rows = movements.map(({ id, at, action, from, to }) => {
    const isSale = pack.sale?.id === id
    const cells = [id, istanbulTime(at), actions[action] ?? action, from, to ?? '', '00000']
    return `<tr>${[...cells, isSale && pack.sale?.finalized ? 'Evet' : ''].map(cell).join('')}</tr>`
  })
  const heads = [
    'Bildirim No',
    'Bildirim Tarihi',
    'İşlem',
    'Gönderen GLN',
    'Alıcı GLN',
    'Sonuç',
    'Sonlandırma',
  ]
  return page(
    'Ürün Hareketleri',
    `<dl><dt>GTIN</dt><dd>${pack.gtin}</dd><dt>Seri No</dt><dd>${escape(pack.sn)}</dd><dt>Parti No</dt><dd>${escape(pack.bn)}</dd><dt>Son Kullanma</dt><dd>${pack.xd}</dd><dt>Sahibi</dt><dd>${pack.owner}</dd></dl>
<table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`,
  )
}
