// A process of its own for the tests: starts the database, says so, stops it when told to.
import { startEmbeddedPostgres } from './embedded-postgres.ts'

// Another user from here on, with everything loaded already that this user might not be able to read.
if (process.argv[4]) process.setuid!(Number(process.argv[4]))

try {
  const postgres = await startEmbeddedPostgres({
    dataDir: process.argv[2]!,
    fsync: process.argv[3] !== 'no-fsync',
  })
  console.log(JSON.stringify({ adopted: postgres.adopted, port: postgres.port, ownerUrl: postgres.ownerUrl }))
  process.stdin.once('data', async () => {
    await postgres.stop()
    process.exit()
  })
} catch (error) {
  console.log(JSON.stringify({ problem: error instanceof Error ? error.message : String(error) }))
}
