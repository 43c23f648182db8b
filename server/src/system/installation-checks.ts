import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { codeOf } from '../kit/error-code.ts'
import { firstLostHead } from '../kit/records/audit-heads.ts'
import { verifyAudit } from '../kit/records/audit.ts'
import type { Check } from '../kit/records/check.ts'

// What the system diagnosis looks at of the installation: certificate, backups, and the chain of the audit log (DIA-001).

const dayMs = 86_400_000
const [soonDays, nowDays] = [30, 7]
const waitMs = 10_000

/** The certificate of the public address, where it has one. It is read and not judged: browsers do that. */
export const certificateEnds: Check = {
  name: 'certificateEnds',
  async run({ services, now }) {
    const address = services.config.publicUrl === null ? null : new URL(services.config.publicUrl)
    if (address?.protocol !== 'https:') return []
    const ends = await endOf(address.hostname, Number(address.port || 443))
    const days = Math.floor((ends.getTime() - now.getTime()) / dayMs)
    if (days >= soonDays) return []
    return [
      {
        subject: address.host,
        level: days < 0 ? 'ErrorCritical' : days < nowDays ? 'Error' : 'Warning',
        facts: { days, day: ends.toISOString().slice(0, 10) },
      },
    ]
  },
}

function endOf(host: string, port: number): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      servername: /^[\d.:]+$/.test(host) ? '' : host,
      rejectUnauthorized: false,
    })
    socket.setTimeout(waitMs, () => socket.destroy(new Error(`${host} does not answer`)))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
  })
}

/** The newest backup in the folder that the operator names. */
export const backupOld: Check = {
  name: 'backupOld',
  async run({ services, now }) {
    const { backups } = services.config
    if (backups === null) return []
    const made = await newestBackup(backups.folder)
    if (made === null)
      return [{ subject: 'backup', level: 'ErrorCritical', facts: { hours: 0, limit: backups.hours } }]
    const hours = Math.floor((now.getTime() - made.getTime()) / 3_600_000)
    return hours <= backups.hours ? [] : [{ subject: 'backup', facts: { hours, limit: backups.hours } }]
  },
}

/** When the newest complete backup below the folder was made; null where there is none. */
async function newestBackup(folder: string): Promise<Date | null> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  const moments = await Promise.all(
    names
      .filter((name) => !name.endsWith('.partial'))
      .map((name) =>
        readFile(join(folder, name, 'manifest.json'), 'utf8').then(
          (text) => new Date(Object(JSON.parse(text))['madeAt']).getTime(),
          () => Number.NaN,
        ),
      ),
  )
  const known = moments.filter((one) => !Number.isNaN(one))
  return known.length === 0 ? null : new Date(Math.max(...known))
}

/** The audit log: every entry fits the one before, and no head that was kept outside is missing. */
export const auditChainBroken: Check = {
  name: 'auditChainBroken',
  async run({ tx, services, companyId }) {
    const { firstBroken } = await verifyAudit(tx, companyId)
    const seq = firstBroken ?? (await firstLostHead(tx, services.files, companyId))
    return seq === null ? [] : [{ subject: 'audit', facts: { seq } }]
  },
}

export const installationChecks: readonly Check[] = [certificateEnds, backupOld, auditChainBroken]
