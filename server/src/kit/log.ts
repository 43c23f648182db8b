import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** Keys whose values never reach a log line, at any depth that our own code logs. */
const secretKeys = [
  'Token',
  'token',
  'password',
  'newPassword',
  'oldPassword',
  'authorization',
  'entraToken',
  'apiKey',
  'secret',
  'secondFactor',
  'temporaryPassword',
  'seed',
  'recoveryCodes',
  'cookie',
]
const paths = secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`])

/** Values that look like a session token, an API key or a password hash, wherever they hide in a text. */
const secretValues =
  /(?<![\w-])(?:kvn_)?[\w-]{43}(?![\w-])|\$argon2id?\$[^\s"']+|(?<=postgres(?:ql)?:\/\/[^:\s/]+:)[^@\s]+/g

/** One JSON line an event. Secrets are removed by the name of their key and by their shape (D17, D42). */
export function openLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    redact: { paths, censor: '[removed]' },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: describeError },
    hooks: { streamWrite: (line: string) => line.replaceAll(secretValues, '[removed]') },
  }
  return pino(options, destination ?? standardOutput())
}

/** A log that cannot be written, on a full disk or to a pipe that was closed, must not end the process. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true })
  output.on('error', () => {})
  process.stdout.on('error', () => {})
  return output
}

function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: typeof error === 'string' ? error : JSON.stringify(error) }
  const { name, message, stack, cause } = error
  const code = 'code' in error ? String(error.code) : undefined
  return { name, message, code, stack, ...(cause instanceof Error && { cause: cause.message }) }
}
