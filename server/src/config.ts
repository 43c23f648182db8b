import { companyConfig, companyEnvironment } from './company/config.ts'
import { readEnvironment, type Config } from './kit/config.ts'
import { lmaConfig, lmaEnvironment } from './lma/config.ts'
import { orderConfig, orderEnvironment } from './order/config.ts'
import { portaConfig, portaEnvironment } from './porta/config.ts'
import { knowledgeConfig, knowledgeEnvironment } from './knowledge/config.ts'
import { systemConfig, systemEnvironment } from './system/config.ts'
import { servicesConfig, servicesEnvironment } from './services/config.ts'

/** The settings of this installation, the kit's and the areas'. Throws `ConfigProblem`. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const { config, further } = readEnvironment(environment, {
    ...companyEnvironment,
    ...lmaEnvironment,
    ...orderEnvironment,
    ...portaEnvironment,
    ...knowledgeEnvironment,
    ...servicesEnvironment,
    ...systemEnvironment,
  })
  return {
    ...config,
    ...companyConfig(further),
    ...lmaConfig(further),
    ...orderConfig(further),
    ...portaConfig(further),
    ...knowledgeConfig(further),
    ...servicesConfig(further),
    ...systemConfig(further),
  }
}
