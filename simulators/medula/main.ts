import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { pathToFileURL } from 'node:url'
import { portOf } from '../port.ts'
import { answerOf, faultOf, readNotification, type Notification } from './envelope.ts'

// Stands in for the national health-insurance service (ORD-015) in demo and tests: a SOAP service of its own process that
// takes notifications of orders, each order detail once. `PORT=4466 node simulators/medula/main.ts`; the address of the
// service is printed as the first line.
//
//   POST /medula/eczane/siparisBildirimWS   siparisBildir, with HTTP Basic
//   GET  /admin/notifications               what was taken, and how often siparisBildir was asked
//   POST /admin/fault                       { fault, times }: the next `times` requests (without it, all) go wrong
//   POST /admin/access                      { username, password } that are asked for from now on

/**
 * refuse: answered with an error code; timeoutBefore: no answer, and nothing was taken; timeoutAfter: no answer, but it
 * was taken; error500; malformed: an answer that is no XML.
 */
export const faults = ['none', 'refuse', 'timeoutBefore', 'timeoutAfter', 'error500', 'malformed'] as const
export type Fault = (typeof faults)[number]

export const servicePath = '/medula/eczane/siparisBildirimWS'
export const demoAccess = { username: '86899991000180000', password: 'Kervan-Demo-42!' }

type Taken = Notification & { bildirimNo: string }

export async function startMedulaSimulator(
  port = Number(process.env['PORT'] ?? 0),
): Promise<{ url: string; close(): Promise<void> }> {
  const taken = new Map<string, Taken>()
  let asked = 0
  let fault: { kind: Fault; times: number } = { kind: 'none', times: Infinity }
  let access = demoAccess

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response
        .writeHead(500, { 'content-type': 'text/xml; charset=utf-8' })
        .end(faultOf('Client', error instanceof Error ? error.message : String(error)))
    })
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  const open = portOf(server)
  return {
    url: `http://localhost:${open}${servicePath}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (body: unknown) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    switch (request.url) {
      case '/admin/notifications':
        return json({ asked, notifications: [...taken.values()] })
      case '/admin/fault': {
        const wanted: { fault: Fault; times?: number } = JSON.parse(await textOf(request))
        if (!faults.includes(wanted.fault)) throw new Error(`fault is one of ${faults.join()}`)
        fault = { kind: wanted.fault, times: wanted.times ?? Infinity }
        return json(fault.kind)
      }
      case '/admin/access':
        access = JSON.parse(await textOf(request))
        return json({})
      case servicePath:
        return serve(request, response)
      default:
        return void response.writeHead(404).end()
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const soap = (status: number, body: string) =>
      void response.writeHead(status, { 'content-type': 'text/xml; charset=utf-8' }).end(body)
    const text = await textOf(request)
    asked += 1
    const { authorization = '' } = request.headers
    const known = Buffer.from(`${access.username}:${access.password}`).toString('base64')
    if (authorization !== `Basic ${known}`) return soap(401, faultOf('Client', 'not signed in'))
    switch (nextFault()) {
      case 'refuse':
        return soap(200, answerOf('1102', 'İşlem numarası bulunamadı', null))
      case 'error500':
        return soap(500, faultOf('Server', 'out of order'))
      case 'malformed':
        return soap(200, '<soap:Envelope><soap:Body><ns2:siparisBild')
      case 'timeoutBefore':
        return
      case 'timeoutAfter':
        take(readNotification(text))
        return
      case 'none':
        return soap(
          200,
          answerOf('0000', 'Sipariş bildirimi alındı', take(readNotification(text)).bildirimNo),
        )
    }
  }

  function nextFault(): Fault {
    if (fault.times <= 0) return 'none'
    fault.times -= 1
    return fault.kind
  }

  /** The same order detail is taken once; who sends it again is told the number it got. */
  function take(notification: Notification): Taken {
    const known = taken.get(notification.siparisNo)
    if (known) return known
    const one = { ...notification, bildirimNo: `B${String(taken.size + 1).padStart(9, '0')}` }
    taken.set(one.siparisNo, one)
    return one
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  request.setEncoding('utf8')
  for await (const chunk of request) text += String(chunk)
  return text
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const simulator = await startMedulaSimulator()
  process.stdout.write(`${simulator.url}\n`)
  const stop = () => void simulator.close().then(() => process.exit(0))
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Whoever started it and goes away takes it along.
  process.on('disconnect', () => process.exit(0))
}
