import { hash, verify } from '@node-rs/argon2'
import { refusal } from '@kervan/contract/kit/refusals'

// argon2id with the values of D18. Hashing fills the thread pool, so only two run at a time; who waits longer than
// two seconds is asked to come back.

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const atOnce = 2
const patience = 2_000

let running = 0
const queue: (() => void)[] = []

async function takeTurn(): Promise<void> {
  if (running < atOnce) {
    running += 1
    return
  }
  await new Promise<void>((resolve, reject) => {
    const turn = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      queue.splice(queue.indexOf(turn), 1)
      reject(refusal('Overloaded', { seconds: 2 }))
    }, patience)
    queue.push(turn)
  })
}

/** The turn passes straight on to the next in line, so that nobody can slip in between. */
function passTurn(): void {
  const next = queue.shift()
  if (next) next()
  else running -= 1
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  await takeTurn()
  try {
    return await work()
  } finally {
    passTurn()
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters))
}

/** A hash of nothing anybody knows, so that an unknown user costs the same work as a known one (ACC-002). */
const dummy = hash(Math.random().toString(36), parameters)

/** Whether the password is the hash's. Without a hash the same work is done and the answer is no. */
export function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  return inTurn(async () => {
    const right = await verify(passwordHash ?? (await dummy), password)
    return right && passwordHash !== null
  })
}

/** Made with other parameters than today's, so the next sign-in makes it anew (D18). */
export function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parameters
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}
