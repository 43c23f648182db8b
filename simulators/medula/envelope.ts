import { SaxesParser } from 'saxes'

// The SOAP of the simulator: what it reads and what it answers.

export const namespace = 'http://servisler.ws.eczane.gss.sgk.gov.tr'
/** The fields of `siparisBildir`, in the order of the real service's style. */
export const fieldNames = ['islemNo', 'eczaneGln', 'barkod', 'adet', 'siparisNo', 'tarih'] as const
export type Notification = Record<(typeof fieldNames)[number], string>

const place = 'Envelope/Body/siparisBildir/arg0'

/** The notification in an envelope. Throws when there is none in it, or a field is missing or unknown. */
export function readNotification(text: string): Notification {
  const asked = fieldsIn(text)
  if (asked.size === 0) throw new Error('no siparisBildir')
  const unknown = [...asked.keys()].filter((name) => !fieldNames.some((known) => known === name))
  if (unknown.length > 0) throw new Error(`unknown field ${unknown.join()}`)
  const read = fieldNames.map((name) => {
    const value = asked.get(name)
    if (!value) throw new Error(`field ${name} is missing`)
    return [name, value]
  })
  return Object.fromEntries(read) as Notification
}

function fieldsIn(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  const open: string[] = []
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ local }) => {
    if (open.join('/') === place) fields.set(local, '')
    open.push(local)
  })
  parser.on('text', (part) => {
    const name = open.at(-1) ?? ''
    if (open.slice(0, -1).join('/') === place) fields.set(name, (fields.get(name) ?? '') + part)
  })
  parser.on('closetag', () => void open.pop())
  parser.write(text).close()
  return fields
}

/** `bildirimNo` null where nothing was taken. */
export function answerOf(code: string, message: string, id: string | null): string {
  return envelope(`<ns2:siparisBildirResponse xmlns:ns2="${namespace}"><return>
  <sonucKodu>${escape(code)}</sonucKodu><sonucMesaji>${escape(message)}</sonucMesaji>${id === null ? '' : `<bildirimNo>${escape(id)}</bildirimNo>`}
</return></ns2:siparisBildirResponse>`)
}

export function faultOf(code: string, text: string): string {
  return envelope(
    `<soap:Fault><faultcode>soap:${code}</faultcode><faultstring>${escape(text)}</faultstring></soap:Fault>`,
  )
}

const envelope = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>
<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`

const escape = (text: string) => text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`)
