import type { Insertable } from 'kysely'
import type { serviceMediaContentTypes } from '@kervan/contract/access/web-resources'
import { languages, type Language } from '@kervan/contract/kit/values'
import type { ScreenKey } from '@kervan/contract/shell/screens'
import type { DB } from '../../kit/database/db.gen.ts'
import type { DemoCompany } from '../../demo/people.ts'

// What the home page tells: news and films in three languages.

/** What is told, and the screen whose article tells more. */
type Told = Record<Language, string> & { key: string; screen: ScreenKey; color: string }

const news: readonly Told[] = [
  {
    key: 'report-mails',
    screen: 'orderReport',
    color: '#7a3d6b',
    en: 'Have reports sent by mail, and share views with a role',
    tr: 'Raporları e-postayla alın, görünümleri rollerle paylaşın',
    de: 'Berichte per E-Mail erhalten und Ansichten mit Rollen teilen',
  },
  {
    key: 'bulk-import',
    screen: 'newOrder',
    color: '#1d6fa5',
    en: 'Order from your own spreadsheet',
    tr: 'Kendi Excel dosyanızdan sipariş verin',
    de: 'Aus der eigenen Tabelle bestellen',
  },
  {
    key: 'dry-run',
    screen: 'orderManagement',
    color: '#2f7d54',
    en: 'See which orders would pass before you approve',
    tr: 'Onaylamadan önce hangi siparişlerin geçeceğini görün',
    de: 'Vor der Freigabe sehen, welche Bestellungen durchgehen',
  },
  {
    key: 'keyboard',
    screen: 'home',
    color: '#8a5a18',
    en: 'Work without the mouse: press ? for the keys',
    tr: 'Faresiz çalışın: tuşlar için ? tuşuna basın',
    de: 'Ohne Maus arbeiten: ? zeigt die Tasten',
  },
]

export function newsOf(company: DemoCompany): Insertable<DB['service_media_content']>[] {
  return languages.flatMap((language, group) =>
    news.map((item, index) => ({
      company_id: company.id,
      int_code: group * 100 + index + 1,
      type: 'WhatsNew' as const,
      reference_key: item.key,
      reference_dt_key: `${item.key}-${language}`,
      language_key: language,
      url: `/knowledge-base?screen=${item.screen}`,
      title: item[language],
      thumbnail_url: thumbnail(item.color),
    })),
  )
}

type Video = Told & { type: (typeof serviceMediaContentTypes)[number] }

/** Short films for the modules a company has: the pharmaceutical ones and the fuel ones. */
const videos: readonly Video[] = [
  {
    key: 'kigo-new-application',
    screen: 'myInstitutionalDiscountRequests',
    type: 'KIGONewApplication',
    color: '#13577c',
    en: 'Apply for an institutional discount',
    tr: 'Kurum iskontosu başvurusu yapma',
    de: 'Institutionsrabatt beantragen',
  },
  {
    key: 'kigo-its-validation',
    screen: 'institutionalDiscountRequests',
    type: 'KIGOITSValidation',
    color: '#237648',
    en: 'Check packs against ITS',
    tr: 'Kutuları İTS ile doğrulama',
    de: 'Packungen gegen ITS prüfen',
  },
  {
    key: 'kigo-data-matrix',
    screen: 'myInstitutionalDiscountRequests',
    type: 'KIGODataMatrixInquiry',
    color: '#875a14',
    en: 'Read data matrix codes from a picture',
    tr: 'Karekodları görselden okuma',
    de: 'Data-Matrix-Codes vom Bild lesen',
  },
  {
    key: 'kigo-prescription',
    screen: 'myInstitutionalDiscountRequests',
    type: 'KIGOPrescriptionInquiry',
    color: '#6a5a2c',
    en: 'Show that a prescription is finalized',
    tr: 'Reçetenin sonlandırıldığını gösterme',
    de: 'Zeigen, dass ein Rezept abgeschlossen ist',
  },
  {
    key: 'kigo-porta-mate',
    screen: 'institutionalDiscountRequests',
    type: 'KIGOPortaMateValidation',
    color: '#2c5a6a',
    en: 'Validate packs with PortaMate',
    tr: 'Kutuları PortaMate ile doğrulama',
    de: 'Packungen mit PortaMate prüfen',
  },
  {
    key: 'mci-manual',
    screen: 'customerPolicyData',
    type: 'MCIEntityManual',
    color: '#6b4fa0',
    en: 'Keep your policy data up to date',
    tr: 'Politika verilerini güncel tutma',
    de: 'Richtliniendaten pflegen',
  },
]

export function videosOf(company: DemoCompany): Insertable<DB['service_media_content']>[] {
  const shown =
    company.relationType === 'Manufacturer'
      ? videos
      : videos.filter((video) => video.type === 'MCIEntityManual')
  return languages.flatMap((language, group) =>
    shown.map((video, index) => ({
      company_id: company.id,
      int_code: 1_000 + group * 100 + index + 1,
      type: video.type,
      reference_key: video.key,
      reference_dt_key: `${video.key}-${language}`,
      language_key: language,
      url: `/knowledge-base?screen=${video.screen}`,
      title: video[language],
      thumbnail_url: thumbnail(video.color),
    })),
  )
}

function thumbnail(color: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 90"><rect width="160" height="90" fill="${color}"/><path d="M20 70c20-50 40-50 60-20s40 20 60-20" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
