import { parseArgs } from 'node:util'
import { foundedRelations } from '@kervan/contract/access/words'
import { makeCompany } from '../administration/found-company.ts'
import { refreshRoles as refresh } from '../administration/roles/refresh-roles.ts'
import { fold } from '../kit/lists/fold.ts'
import { CommandProblem, findCompany, needed, operator, print, withOwner } from './command.ts'

const options = {
  code: { type: 'string' },
  name: { type: 'string' },
  domain: { type: 'string' },
  relation: { type: 'string', default: 'Manufacturer' },
  'time-zone': { type: 'string', default: 'Europe/Istanbul' },
  currency: { type: 'string', default: 'TRY' },
  'order-prefix': { type: 'string', default: 'SO' },
  'maximum-users': { type: 'string', default: '100' },
  production: { type: 'boolean', default: false },
} as const

export async function createCompany(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options })
  const { code, name, domain } = needed(values, 'code', 'name', 'domain')
  const wanted = checked(values)
  return withOwner(async (db) => {
    const companies = await db.shared.selectFrom('company').select(['id', 'code', 'domain_folded']).execute()
    const known = companies.find((company) => company.code === code)
    if (known) {
      print(`Company ${code} exists already, as number ${known.id}. Nothing was changed.`)
      return 0
    }
    if (companies.some((company) => company.domain_folded === fold(domain)))
      throw new CommandProblem(`The domain ${domain} belongs to another company. Choose one of its own.`)
    const id = Math.max(0, ...companies.map((company) => company.id)) + 1
    // What a new company begins with is said by the areas.
    await import('../handlers.ts')
    await db.withCompany(id, (tx) =>
      makeCompany(
        tx,
        { id, code, name, domain, ...wanted, isProduction: values.production ?? false },
        operator,
        new Date(),
      ),
    )
    print(
      `Company ${code} is made, as number ${id}. Its first administrator: npm run portal -- create-admin --company ${code} …`,
    )
    return 0
  })
}

function checked(values: { [K in keyof typeof options]?: string | boolean }) {
  const relation = foundedRelations.find((one) => one === values.relation)
  if (!relation) throw new CommandProblem('--relation is Manufacturer, Retailer or Distributor.')
  const timeZone = String(values['time-zone'])
  if (!Intl.supportedValuesOf('timeZone').includes(timeZone))
    throw new CommandProblem(`--time-zone ${timeZone} is not known; write it like Europe/Istanbul.`)
  const currency = String(values.currency)
  if (!Intl.supportedValuesOf('currency').includes(currency))
    throw new CommandProblem(`--currency ${currency} is not known; write it like TRY.`)
  const prefix = String(values['order-prefix'])
  if (!/^[A-Z]{1,6}$/.test(prefix)) throw new CommandProblem('--order-prefix is one to six capital letters.')
  const maximumUsers = Number(values['maximum-users'])
  if (!Number.isInteger(maximumUsers) || maximumUsers < 1 || maximumUsers > 1_000_000)
    throw new CommandProblem('--maximum-users is a whole number from 1.')
  return { relation, timeZone, currency, orderPrefix: prefix, maximumUsers }
}

export async function refreshRoles(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { company: { type: 'string' } } })
  return withOwner(async (db) => {
    const companies = values.company
      ? [await findCompany(db, values.company)]
      : await db.shared.selectFrom('company').select(['id', 'code', 'name']).orderBy('id').execute()
    for (const company of companies) {
      const refreshed = await db.withCompany(company.id, (tx) => refresh(tx, company.id, new Date()))
      print(
        refreshed.length === 0
          ? `${company.name}: up to date`
          : `${company.name}: ${refreshed.map(({ code, added }) => `${code} +${added}`).join(', ')}`,
      )
    }
    return 0
  })
}
