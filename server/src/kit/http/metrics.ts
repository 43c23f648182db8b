import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Services } from '../context.ts'

export type Metrics = {
  observe(call: string, status: number, seconds: number): void
  observeOutside(system: string, outcome: string, seconds: number): void
  /** Serves /metrics, /health/live and /health/ready on a port of their own. */
  listen(port: number, services: Services, ready: () => Promise<void>): Promise<Server>
}

export function openMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const calls = new Histogram({
    name: 'kervan_call_seconds',
    help: 'Time to answer a call',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers: [registry],
  })
  const outside = new Histogram({
    name: 'kervan_outside_seconds',
    help: 'Time that systems outside took to answer or fail',
    labelNames: ['system', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers: [registry],
  })
  return {
    observeOutside: (system, outcome, seconds) => outside.observe({ system, outcome }, seconds),
    observe: (call, status, seconds) => calls.observe({ call, status: String(status) }, seconds),
    async listen(port, services, ready) {
      new Gauge({
        name: 'kervan_pool_waiting',
        help: 'Requests that wait for a database connection',
        registers: [registry],
        collect() {
          this.set(services.db.pool.waitingCount)
        },
      })
      new Gauge({
        name: 'kervan_pool_open',
        help: 'Open database connections',
        registers: [registry],
        collect() {
          this.set(services.db.pool.totalCount)
        },
      })
      new Gauge({
        name: 'kervan_jobs_waiting',
        help: 'Jobs that wait for a worker',
        labelNames: ['queue'],
        registers: [registry],
        async collect() {
          for (const [queue, count] of Object.entries(await services.jobs.depths()))
            this.set({ queue }, count)
        },
      })
      const server = createServer((request, response) => {
        const answer = async () => {
          if (request.url === '/metrics')
            return response.setHeader('content-type', registry.contentType).end(await registry.metrics())
          if (request.url === '/health/ready') await ready()
          response.end('ok')
        }
        answer().catch(() => {
          response.statusCode = 503
          response.end('not ready')
        })
      })
      await new Promise<void>((resolve) => server.listen(port, resolve))
      return server
    },
  }
}
