// A process of its own for the tests: starts the database, says so, stops it when told to.
import { startEmbeddedPostgres } from './embedded-postgres.ts'

try {
  const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2]!, fsync: process.argv[3] !== 'no-fsync' })
  console.log(JSON.stringify({ adopted: postgres.adopted, port: postgres.port, ownerUrl: postgres.ownerUrl }))
  process.stdin.once('data', async () => {
    await postgres.stop()
    process.exit()
  })
} catch (error) {
  console.log(JSON.stringify({ problem: error instanceof Error ? error.message : String(error) }))
}
