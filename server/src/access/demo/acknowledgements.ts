import type { AcknowledgementContent } from '../acknowledgements.ts'
import type { Tx } from '../../kit/database/db.ts'
import { dayLong } from '../../demo/calendar.ts'
import type { DemoCompany } from '../../demo/people.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import type { Random } from '../../demo/random.ts'

/** Who agreed to the first version only, and so meets the form at the next sign-in. */
const behind = 'success@bogac.example'

const versions: readonly AcknowledgementContent[] = [
  {
    title: { en: 'Terms of use', tr: 'Kullanım koşulları', de: 'Nutzungsbedingungen' },
    text: {
      en: 'You use this portal for orders and services of Boğaç Akaryakıt, in the name of the company you work for.\n\nKeep your password to yourself. What is ordered in your name counts as ordered by you.',
      tr: 'Bu portalı, çalıştığınız şirket adına Boğaç Akaryakıt siparişleri ve hizmetleri için kullanırsınız.\n\nParolanızı kimseyle paylaşmayın. Adınıza verilen siparişler tarafınızdan verilmiş sayılır.',
      de: 'Sie verwenden dieses Portal im Namen Ihres Unternehmens für Bestellungen und Dienste von Boğaç Akaryakıt.\n\nBehalten Sie Ihr Passwort für sich. Was in Ihrem Namen bestellt wird, gilt als von Ihnen bestellt.',
    },
    changes: {},
  },
  {
    title: { en: 'Terms of use', tr: 'Kullanım koşulları', de: 'Nutzungsbedingungen' },
    text: {
      en: 'You use this portal for orders and services of Boğaç Akaryakıt, in the name of the company you work for.\n\nKeep your password to yourself. What is ordered in your name counts as ordered by you.\n\nDelivery documents you upload are kept for ten years, as the law on commercial records asks for. Times and addresses of sign-ins are kept for one year.',
      tr: 'Bu portalı, çalıştığınız şirket adına Boğaç Akaryakıt siparişleri ve hizmetleri için kullanırsınız.\n\nParolanızı kimseyle paylaşmayın. Adınıza verilen siparişler tarafınızdan verilmiş sayılır.\n\nYüklediğiniz teslimat belgeleri, ticari defterlere ilişkin mevzuat gereği on yıl saklanır. Oturum açma zamanları ve adresleri bir yıl saklanır.',
      de: 'Sie verwenden dieses Portal im Namen Ihres Unternehmens für Bestellungen und Dienste von Boğaç Akaryakıt.\n\nBehalten Sie Ihr Passwort für sich. Was in Ihrem Namen bestellt wird, gilt als von Ihnen bestellt.\n\nHochgeladene Lieferdokumente werden zehn Jahre aufbewahrt, wie es das Handelsrecht verlangt. Zeiten und Adressen von Anmeldungen werden ein Jahr aufbewahrt.',
    },
    changes: {
      en: 'New: how long delivery documents and sign-ins are kept.',
      tr: 'Yeni: Teslimat belgelerinin ve oturum açma kayıtlarının ne kadar süre saklandığı.',
      de: 'Neu: wie lange Lieferdokumente und Anmeldungen aufbewahrt werden.',
    },
  },
]

/** In one company people have agreed to terms of use, in two versions (ACC-010). */
export async function insertAcknowledgements(
  tx: Tx,
  company: DemoCompany,
  random: Random,
  now: Date,
  since: Date,
): Promise<void> {
  if (company.trade === 'pharma') return insertPortaMateTerms(tx, company, since)
  if (company.trade !== 'fuel') return
  const published = [since, new Date(now.getTime() - 20 * dayLong)]
  const members = await tx
    .selectFrom('membership as m')
    .innerJoin('identity as i', 'i.id', 'm.identity_id')
    .select(['m.id', 'i.username', 'i.first_name', 'i.last_name'])
    .where('m.company_id', '=', company.id)
    .where('m.invitation', 'is distinct from', 'Pending')
    .orderBy('i.username')
    .execute()
  const admin = members.find(({ username }) => username.startsWith('admin@'))
  const by = admin ? `${admin.first_name} ${admin.last_name}` : null
  await insertMany(
    tx,
    'acknowledgement',
    versions.map((content, at) => ({
      company_id: company.id,
      int_code: 1,
      version: at + 1,
      kind: 'User' as const,
      content: { ...content },
      published_at: published[at] ?? now,
      published_by: by,
    })),
  )
  const choices = members.flatMap((member) =>
    published.slice(0, member.username === behind ? 1 : 2).map((at, index) => ({
      company_id: company.id,
      id: random.id(at.getTime()),
      membership_id: member.id,
      int_code: 1,
      version: index + 1,
      choice: 'Activated' as const,
      at: new Date(at.getTime() + random.int(1, 48) * 3_600_000),
      address: '198.51.100.24',
    })),
  )
  await insertMany(tx, 'acknowledgement_choice', choices)
}

const portaMateTerms: AcknowledgementContent = {
  title: { en: 'Terms of PortaMate', tr: 'PortaMate koşulları', de: 'Bedingungen von PortaMate' },
  text: {
    en: 'PortaMate asks the drug-tracking system on your own computer, with your own user name and password. They stay on that computer.\n\nWhat the system says of the packs of your pre-applications is sent to this portal and kept with them.',
    tr: 'PortaMate, ilaç takip sistemini kendi bilgisayarınızda, kendi kullanıcı adınız ve parolanızla sorgular. Bu bilgiler o bilgisayarda kalır.\n\nSistemin ön başvurularınızdaki kutular için verdiği yanıtlar bu portala gönderilir ve başvuruyla birlikte saklanır.',
    de: 'PortaMate befragt das Arzneimittel-Verfolgungssystem auf Ihrem eigenen Computer, mit Ihrem eigenen Benutzernamen und Passwort. Beides bleibt auf diesem Computer.\n\nWas das System zu den Packungen Ihrer Voranmeldungen sagt, wird an dieses Portal gesendet und mit ihnen aufbewahrt.',
  },
  changes: {},
}

/** What pharmacists accept before they pair PortaMate (DSC-010). */
async function insertPortaMateTerms(tx: Tx, company: DemoCompany, since: Date): Promise<void> {
  await insertMany(tx, 'acknowledgement', [
    {
      company_id: company.id,
      int_code: 1,
      version: 1,
      kind: 'PortaMate' as const,
      content: { ...portaMateTerms },
      published_at: since,
      published_by: null,
    },
  ])
}
