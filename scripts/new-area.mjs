// `npm run new-area`: puts a made-up area into a copy of the sources, has the compiler and the boundaries look at it, and
// says how many central files had to be edited. With `--keep` the copy stays.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { edits, files } from './made-up-area.mjs'

/** Most central files that a new area may edit. */
export const limit = 10

/** Writes the area's own files, and its lines into those of others. Throws where a file has no such place any more. */
export function addArea(root) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const [path, places] of Object.entries(edits)) {
    let text = readFileSync(join(root, path), 'utf8')
    for (const [before, added] of places) {
      const at = text.indexOf(before)
      if (at < 0) throw new Error(`${path} has no ${before}`)
      text = text.slice(0, at) + added + text.slice(at)
    }
    writeFileSync(join(root, path), text)
  }
  return Object.keys(edits)
}

if (import.meta.main) {
  const root = mkdtempSync(join(tmpdir(), 'kervan-area-'))
  try {
    const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
    for (const path of listed.split('\n').filter(Boolean)) cpSync(path, join(root, path))
    copyModules(root)
    const edited = addArea(root)
    step(root, 'types', 'node_modules/.bin/tsc', '--noEmit', '-p', '.')
    step(root, 'types of the web', 'node_modules/.bin/tsc', '--noEmit', '-p', 'web')
    step(root, 'boundaries', process.execPath, 'scripts/boundaries.mjs')
    console.log(
      `${edited.length} central files edited, ${limit} allowed:\n${edited.map((path) => `  ${path}`).join('\n')}`,
    )
    if (edited.length > limit) process.exitCode = 1
  } finally {
    if (!process.argv.includes('--keep')) rmSync(root, { recursive: true, force: true })
    else console.log(root)
  }
}

function step(cwd, name, program, ...parameters) {
  const { status, stdout, stderr } = spawnSync(program, parameters, { cwd, encoding: 'utf8' })
  console.log(`${status === 0 ? '✓' : '✗'} ${name}`)
  if (status === 0) return
  console.log(stdout + stderr)
  process.exitCode = 1
}

/** The packages themselves are the copy's, everything else is shared. */
function copyModules(root) {
  const modules = resolve('node_modules')
  mkdirSync(join(root, 'node_modules/@kervan'), { recursive: true })
  for (const name of execFileSync('ls', ['-A', modules], { encoding: 'utf8' }).split('\n').filter(Boolean))
    if (name !== '@kervan') symlinkSync(join(modules, name), join(root, 'node_modules', name))
  for (const name of ['contract', 'server', 'web'])
    symlinkSync(`../../${name}`, join(root, 'node_modules/@kervan', name))
}
