import { sql } from 'kysely'
import { existing } from '@kervan/contract/kit/typed'
import type { Tx } from '../database/db.ts'
import { translate } from '../messages.ts'
import type { Language } from '@kervan/contract/kit/values'
import type { Logo } from './document.ts'

/** Who a document is from: the name as registered, the lines below it, and the sign. */
export type Letterhead = { company: string; lines: string[]; logo: Logo }

type Row = {
  name: string
  legal_name: string | null
  address: string | null
  postal_code: string | null
  city: string | null
  tax_office: string | null
  tax_number: string | null
  phone: string | null
  email: string | null
  website: string | null
  logo: Buffer | null
}

/** The company of a document, as it describes itself; with its name alone where it has not. */
export async function letterhead(tx: Tx, companyId: number, language: Language): Promise<Letterhead> {
  const { rows } = await sql<Row>`
    select c.name, p.legal_name, p.address, p.postal_code, p.city, p.tax_office, p.tax_number, p.phone, p.email, p.website, coalesce(p.logo, c.logo) as logo
    from company c left join company_profile p on p.company_id = ${companyId} where c.id = ${companyId}`.execute(
    tx,
  )
  const row = existing(rows[0])
  const joined = (between: string, ...parts: (string | null)[]) => parts.filter(Boolean).join(between)
  const tax = row.tax_number && translate(language, 'kit.paper.taxNumber', { number: row.tax_number })
  return {
    company: row.legal_name || row.name,
    lines: [
      ...(row.address ?? '').split('\n').map((line) => line.trim()),
      joined(' ', row.postal_code, row.city),
      joined(' · ', row.tax_office, tax),
      joined(' · ', row.phone, row.email, row.website),
    ].filter((line) => line !== ''),
    logo: row.logo && Uint8Array.from(row.logo),
  }
}
