import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
} from 'kysely'
import pg from 'pg'
import { PipelineConnection, PlainConnection, type ClientConnection } from './connection.ts'

// How Kysely reaches a connection of ours, and how values of PostgreSQL become values of JavaScript.

/** `DATABASE_PIPELINE=off` asks one statement at a time. Read here and not in the configuration: it is for looking for faults. */
const Connection = process.env['DATABASE_PIPELINE'] === 'off' ? PlainConnection : PipelineConnection
const connections = new WeakMap<pg.PoolClient, ClientConnection>()

export function connectionOf(client: pg.PoolClient): ClientConnection {
  const connection = connections.get(client) ?? new Connection(client, parserOf)
  connections.set(client, connection)
  return connection
}

export type Connections = {
  acquire: () => Promise<DatabaseConnection>
  release: (connection: DatabaseConnection) => Promise<void>
  destroy: () => Promise<void>
}

export function poolDriver(pool: pg.Pool): Connections {
  const clients = new WeakMap<DatabaseConnection, pg.PoolClient>()
  return {
    acquire: async () => {
      const client = await pool.connect()
      const connection = connectionOf(client)
      clients.set(connection, client)
      return connection
    },
    release: async (connection) => clients.get(connection)?.release(),
    destroy: async () => {},
  }
}

export function dialect(connections: Connections) {
  const refuse = () => Promise.reject(new Error('transactions are opened by withCompany'))
  const driver: Driver = {
    init: async () => {},
    acquireConnection: connections.acquire,
    releaseConnection: connections.release,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: connections.destroy,
  }
  return {
    createDriver: () => driver,
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

/** Dates stay text (a Date would move them by the time zone), counts become numbers, decimals stay text. */
export function parserOf(oid: number): (value: string) => unknown {
  if (oid === pg.types.builtins.DATE) return (value) => value
  if (oid === pg.types.builtins.INT8) return toSafeNumber
  return pg.types.getTypeParser(oid, 'text')
}

export function toSafeNumber(value: string): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new Error(`${value} is too large for a count`)
  return number
}
