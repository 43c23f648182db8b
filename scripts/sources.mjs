import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** The files that match, as { path, text }, with paths relative to the root and slashes everywhere. */
export function sources(root, ...patterns) {
  const skipped = (name) => name === 'node_modules' || name === 'dist'
  return globSync(patterns, { cwd: root, exclude: skipped })
    .map((file) => file.split(sep).join('/'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** Prints what a check found and ends the process accordingly. */
export function report(problems) {
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
