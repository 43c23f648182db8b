import { rmSync } from 'node:fs'

export default function removeData() {
  rmSync(process.env.KERVAN_E2E_DATA!, { recursive: true, force: true, maxRetries: 5 })
}
