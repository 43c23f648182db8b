import { fashionCompany } from './company-fashion.ts'
import { fuelCompany } from './company-fuel.ts'
import { pharmaCompany } from './company-pharma.ts'
import type { DemoCompany } from './people.ts'

// Who is who in the demo: three companies that do not exist, and the people who work in and with them.

export const companies: readonly DemoCompany[] = [pharmaCompany, fashionCompany, fuelCompany]
