import type { MedulaTarget } from '../config.ts'
import { UnknownAnswer } from '../../kit/outside/deliver.ts'
import type { Outside } from '../../kit/outside/outside.ts'
import { EdiFault } from '../edi-fault.ts'
import { find, readXml, textOf, type XmlElement } from '../xml.ts'
import type { HealthAnswer, HealthInsuranceNotifier, HealthNotice } from './notifier.ts'

// The SOAP adapter. Nothing of the service is known for certain, so address, action, envelope and where the answer stands
// are settings of the operator (`order/config.ts`); the credentials are a company's.

export type MedulaAccess = { username: string; password: string }

const ownTemplate = `<?xml version="1.0" encoding="UTF-8"?>
<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ser="http://servisler.ws.eczane.gss.sgk.gov.tr">
<soapenv:Header/><soapenv:Body><ser:siparisBildir><arg0>
<islemNo>{{islemNo}}</islemNo><eczaneGln>{{eczaneGln}}</eczaneGln><barkod>{{barkod}}</barkod><adet>{{adet}}</adet><siparisNo>{{siparisNo}}</siparisNo><tarih>{{tarih}}</tarih>
</arg0></ser:siparisBildir></soapenv:Body></soapenv:Envelope>`
const ownPaths = {
  code: 'Envelope.Body.siparisBildirResponse.return.sonucKodu',
  message: 'Envelope.Body.siparisBildirResponse.return.sonucMesaji',
  id: 'Envelope.Body.siparisBildirResponse.return.bildirimNo',
}

const answerBytes = 256 * 1024
const messageLength = 500

/** The notifier of one company. All companies ask one service, so they share its time limit, budget and breaker. */
export function openSoapNotifier(
  outside: Outside,
  target: MedulaTarget,
  access: MedulaAccess,
): HealthInsuranceNotifier {
  const system = outside.system('Medula', {
    timeoutMs: target.timeoutMs,
    retries: 1,
    concurrent: 4,
    perSecond: 50,
    breaker: { failures: 5, openMs: 30_000 },
  })
  const basic = Buffer.from(`${access.username}:${access.password}`).toString('base64')
  return {
    async notify(notice) {
      const response = await system.fetch(target.url, {
        method: 'POST',
        // The service knows an order detail that it was told of before.
        idempotent: true,
        headers: {
          'content-type': 'text/xml; charset=utf-8',
          soapaction: `"${target.action}"`,
          ...(target.auth === 'basic' && { authorization: `Basic ${basic}` }),
        },
        body: envelopeOf(target.template ?? ownTemplate, notice, access),
      })
      if (!response.ok) {
        await response.body?.cancel()
        throw new UnknownAnswer(`HTTP ${response.status}`)
      }
      return readAnswer(await bodyOf(response), target)
    },
  }
}

/** The envelope with the fields of the notice, escaped. Placeholders that nobody knows are left empty. */
export function envelopeOf(template: string, notice: HealthNotice, access: MedulaAccess): string {
  const fields: Record<string, string> = {
    islemNo: notice.transactionNo,
    eczaneGln: notice.pharmacyGln,
    barkod: notice.barcode,
    adet: String(notice.quantity),
    siparisNo: notice.orderDetailCode,
    tarih: notice.orderDate,
    kullanici: access.username,
    sifre: access.password,
  }
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escaped(fields[name] ?? ''))
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

/**
 * What an answer says. Throws `UnknownAnswer` for one that is no XML, declares a document type, or does not say what came
 * of it, also for a success without its number.
 */
export function readAnswer(
  text: string,
  { paths, successCodes }: Pick<MedulaTarget, 'paths' | 'successCodes'>,
): HealthAnswer {
  const answer = rootOf(text)
  const { code: codeAt, message: messageAt, id: idAt } = paths ?? ownPaths
  const code = at(answer, codeAt)
  if (code === null) throw new UnknownAnswer('NoResult')
  const ok = successCodes.includes(code)
  const notificationId = at(answer, idAt)
  if (ok && notificationId === null) throw new UnknownAnswer('NoNumber')
  const message = at(answer, messageAt)
  return {
    ok,
    responseText: plain(message === null ? code : `${code} ${message}`),
    notificationId: ok && notificationId !== null ? plain(notificationId) : null,
  }
}

function rootOf(text: string): XmlElement {
  try {
    return readXml(text)
  } catch (error) {
    if (error instanceof EdiFault) throw new UnknownAnswer('Malformed')
    throw error
  }
}

function at(root: XmlElement, path: string): string | null {
  const [name, ...below] = path.split('.')
  return root.name === name ? textOf(find(root, ...below)) : null
}

/** As a line of text that a screen can show and PostgreSQL keep. */
const plain = (text: string) =>
  text
    .replace(/\p{C}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, messageLength)

/** The body, as far as anybody needs it: one without an end is given up. */
async function bodyOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > answerBytes) throw new UnknownAnswer('TooLong')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
