import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { existing } from '@kervan/contract/kit/typed'
import type { Config } from '../../kit/config.ts'

/** Starts the ERP that takes work orders beside the demo, on a port and with a key of its own. It ends with this process. */
export async function startDemoErp(): Promise<{ target: NonNullable<Config['erp']>; stop: () => void }> {
  const key = randomBytes(18).toString('base64url')
  const simulator = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../../../simulators/erp/receiver.ts', import.meta.url))],
    { env: { ...process.env, PORT: '0', KEY: key }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  )
  const [line] = await once(existing(simulator.stdout), 'data')
  return { target: { url: String(line).trim(), key }, stop: () => void simulator.kill() }
}
