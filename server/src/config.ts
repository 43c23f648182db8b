import { companyConfig, companyEnvironment } from './company/config.ts'
import { readEnvironment, type Config } from './kit/config.ts'
import { orderConfig, orderEnvironment } from './order/config.ts'
import { portaConfig, portaEnvironment } from './porta/config.ts'

/** The settings of this installation, the kit's and the areas'. Throws `ConfigProblem`. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const { config, further } = readEnvironment(environment, {
    ...companyEnvironment,
    ...orderEnvironment,
    ...portaEnvironment,
  })
  return { ...config, ...companyConfig(further), ...orderConfig(further), ...portaConfig(further) }
}
