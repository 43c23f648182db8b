import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { languages } from '@kervan/contract/kit/values'
import type { Mailer } from '../work/mail.ts'
import { escapeHtml } from '../work/mail-page.ts'
import { messagesFor } from '../messages.ts'
import { openApiDocument } from './openapi.ts'
import { acceptsGzip } from './gzip.ts'

// What the server gives to a browser beside the calls: the web application, its messages, the manual of the calls,
// health, and in development the mails that did not leave.

type SiteOptions = { dist: string | null; mailer: Mailer; ready: () => Promise<void>; production: boolean }

export async function addSite(app: FastifyInstance, options: SiteOptions): Promise<void> {
  app.get('/health/live', async () => 'ok')
  app.get('/health/ready', (_, reply) =>
    options.ready().then(
      () => reply.send('ok'),
      () => reply.code(503).send('not ready'),
    ),
  )
  addMessages(app, options.mailer.caught === null)
  await addApiManual(app)
  if (!options.production && options.mailer.caught) addMailPage(app, options.mailer.caught)
  if (options.dist) await addWeb(app, options.dist)
}

function addMessages(app: FastifyInstance, mailsLeave: boolean): void {
  for (const language of languages) {
    const body = JSON.stringify(messagesFor(language, { mailsLeave }))
    const zipped = gzipSync(body)
    app.get(`/assets/localization/${language}.json`, async (request, reply) => {
      reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('vary', 'accept-encoding')
      if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(body)
      return reply.header('content-encoding', 'gzip').send(zipped)
    })
  }
}

async function addApiManual(app: FastifyInstance): Promise<void> {
  // Made when it is first asked for, because it takes as long as the rest of the start.
  let document: string | undefined
  const root = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
  app.get('/api/docs/openapi.json', async (_, reply) =>
    reply.type('application/json; charset=utf-8').send((document ??= JSON.stringify(openApiDocument()))),
  )
  app.get('/api/docs', async (_, reply) => reply.type('text/html; charset=utf-8').send(manualPage))
  app.get('/api/docs/start.js', async (_, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .send(
        `SwaggerUIBundle({ url: '/api/docs/openapi.json', dom_id: '#manual', deepLinking: true, defaultModelsExpandDepth: -1, docExpansion: 'none', filter: true })`,
      ),
  )
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    const body = readFileSync(join(root, file))
    app.get(`/api/docs/${file}`, async (_, reply) =>
      reply
        .type(file.endsWith('.css') ? 'text/css' : 'text/javascript')
        .header('cache-control', 'max-age=86400')
        .send(body),
    )
  }
}

const manualPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Kervan API</title><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/api/docs/swagger-ui.css"></head><body><main id="manual"></main>
<script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`

function addMailPage(app: FastifyInstance, caught: () => ReturnType<NonNullable<Mailer['caught']>>): void {
  app.get('/dev/mails', async (_, reply) => {
    const mails = await caught()
    const rows = mails.map(
      (mail) =>
        `<article><h2>${escapeHtml(mail.subject)}</h2><p>${escapeHtml(mail.at)} → ${escapeHtml(mail.to)} · <a href="/dev/mails/${escapeHtml(mail.id)}">as it looks</a></p><pre>${escapeHtml(mail.text)}</pre></article>`,
    )
    return reply.type('text/html; charset=utf-8').send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mails</title><style>body{font:14px/1.5 system-ui;max-width:760px;margin:32px auto;padding:0 16px}article{border-top:1px solid #d6d9dd;padding:8px 0}h2{font-size:15px;margin:8px 0 0}pre{white-space:pre-wrap;font:inherit}p{color:#676c73;margin:0}</style>
<h1>Mails that did not leave</h1><p>No SMTP_URL is set, so mails are kept here. Newest first.</p>${rows.join('') || '<p>None yet.</p>'}</html>`,
    )
  })
  app.get<{ Params: { id: string } }>('/dev/mails/:id', async (request, reply) => {
    const mail = (await caught()).find(({ id }) => id === request.params.id)
    if (!mail) return reply.code(404).type('text/plain').send('Not found')
    return reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .type('text/html; charset=utf-8')
      .send(mail.html)
  })
}

/** The web application: files with a hash in their name may be kept for ever, the page itself never. */
async function addWeb(app: FastifyInstance, dist: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.startsWith(join(dist, 'assets')) ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
  const page = (_: unknown, reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').sendFile('index.html')
  app.get('/', page)
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' || request.url.startsWith('/assets/'))
      return reply.code(404).type('text/plain').send('Not found')
    return page(request, reply)
  })
}
