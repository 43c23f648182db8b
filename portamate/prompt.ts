import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks at the prompt; what is typed is not shown where `hidden`. Null where nobody sits there. */
export async function ask(question: string, { hidden = false } = {}): Promise<string | null> {
  if (!process.stdin.isTTY) return null
  process.stdout.write(`${question} `)
  const output = new Writable({
    write(chunk, encoding, done) {
      if (!hidden) process.stdout.write(chunk, encoding)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  try {
    return (await lines.question('')).trim()
  } finally {
    lines.close()
    if (hidden) process.stdout.write('\n')
  }
}
