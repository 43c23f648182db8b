import { NewUsername } from '@kervan/contract/access/username'
import { CompanyDomainName, Currency, foundedRelations } from '@kervan/contract/access/words'
import { z } from 'zod'

/** A text that has to be there; `message` is the key of what is said where it is not. */
export const required = (max: number, message: string) => z.string().trim().min(1, message).max(max)

/** What is typed of a new company and of its first administrator, on the set-up page and by who runs the installation. */
export const companyFields = {
  companyName: required(120, 'setup.companyNameRequired'),
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .refine((domain) => CompanyDomainName.safeParse(domain).success, 'setup.domainWrong'),
  relation: z.enum(foundedRelations),
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .refine((currency) => Currency.safeParse(currency).success, 'setup.currencyWrong'),
  username: z
    .string()
    .trim()
    .refine((name) => NewUsername.safeParse(name).success, 'setup.emailWrong'),
}
