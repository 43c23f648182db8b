// A company starts: from the code of a new installation, in production mode and without demo data, to the first approved
// order with files of its own. What is clicked is counted and printed.
import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { freePort } from '../server/src/kit/postgres/postmaster.ts'
import { expectAccessible } from './portal.ts'
import { wordsOf } from './words.ts'

const t = wordsOf('tr')
const secret = 'Mor-Kalem-2026!x'
/** At most so many presses, from the code to the approval. */
const mostClicks = 40

type Installation = { address: string; code: string; mails: string; stop: () => Promise<void> }

/** A process of its own with an empty data folder, as an operator starts it. */
async function install(): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'kervan-first-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const { KERVAN_E2E_PORT: _port, KERVAN_E2E_DATA: _data, ...env } = process.env
  const server: ChildProcess = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...env,
      PORT: String(port),
      PORTAL_DATA_DIR: folder,
      NODE_ENV: 'production',
      PUBLIC_URL: address,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  const code = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said.push(String(chunk))
      const found = /\b[2-9A-Z]{4}(?:-[2-9A-Z]{4}){3}\b/.exec(said.join(''))
      if (found) resolve(found[0])
    }
    server.stdout?.on('data', hear)
    server.stderr?.on('data', hear)
    server.once('exit', (status) => reject(new Error(`ended with ${status}: ${said.join('').slice(-2_000)}`)))
  })
  return {
    address,
    code,
    mails: join(folder, 'mails', 'caught.jsonl'),
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The title of a column as a template writes it. */
function title(kind: string, field: string): string {
  try {
    return t(`kind.${kind}.column.${field}`)
  } catch {
    return t(`column.${field}`)
  }
}

const csv = (kind: string, fields: readonly string[], rows: readonly string[][]) => ({
  name: `${kind}.csv`,
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [fields.map((field) => title(kind, field)), ...rows].map((row) => row.join(';')).join('\r\n'),
  ),
})

const pharmacies = ['Şifa Eczanesi', 'Doğan Eczanesi', 'Yıldız Eczanesi']
const customers = csv(
  'businessRelation',
  ['code', 'name', 'relationType', 'city'],
  pharmacies.map((name, at) => [`M00${at + 1}`, name, t('state.relationType.Customer'), 'İstanbul']),
)
/** As an old system writes it: headings and words of its own, and a column that no field holds. */
const locations = {
  name: 'cari-liste.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      ['Sıra', 'Lokasyon Kodu', 'Ünvan', 'İl', 'İlçe', 'Tipi', 'Müşteri Kodu', 'Posta Kodu'],
      ['1', 'D01', 'Tuzla Depo', 'İSTANBUL', 'TUZLA', 'Depo', '', '34940'],
      ...pharmacies.map((name, at) => [
        String(at + 2),
        `E00${at + 1}`,
        name,
        'İSTANBUL',
        'KADIKÖY',
        'Eczane',
        `M00${at + 1}`,
        '34710',
      ]),
    ]
      .map((row) => row.join(';'))
      .join('\r\n'),
  ),
}
const products = csv(
  'product',
  ['code', 'name', 'brand', 'listPrice'],
  Array.from({ length: 20 }, (_, at) => [`P${100 + at}`, `Deneme ilacı ${at + 1}`, 'Lale', `${25 + at},50`]),
)
const variants = csv(
  'productVariant',
  ['product', 'code', 'size'],
  Array.from({ length: 20 }, (_, at) => [`P${100 + at}`, `P${100 + at}-1`, '20 tablet']),
)
const stock = csv(
  'stockLevel',
  ['location', 'variant', 'onHand'],
  Array.from({ length: 20 }, (_, at) => ['D01', `P${100 + at}-1`, '500']),
)
const people = csv(
  'user',
  ['username', 'firstName', 'lastName', 'userType', 'roles', 'customer', 'language'],
  [
    [
      'siparis@sifa.example',
      'Şule',
      'Şahin',
      t('state.userType.Customer'),
      t('permission.role.orderCustomer'),
      'M001',
      t('state.language.tr'),
    ],
  ],
)

let clicks = 0
/** Counts what is really pressed with a mouse or a finger. */
async function counted(page: Page): Promise<void> {
  await page.exposeFunction('kervanPressed', () => {
    clicks += 1
  })
  await page.addInitScript(
    `addEventListener('click', (event) => { if (event.isTrusted && event.detail > 0) kervanPressed() }, true)`,
  )
}

/** From the first steps on the home page: all files are dropped at once, and take effect in the order in which they need each other. */
async function bring(page: Page, files: readonly ReturnType<typeof csv>[]): Promise<void> {
  const place = page.getByRole('region', { name: t('fileSets.title') })
  await place.locator('input[type=file]').setInputFiles([...files])
  const sheets = place.getByRole('list', { name: t('fileSets.list') }).getByRole('listitem')
  await expect(sheets).toHaveCount(files.length)
  await place.getByRole('link', { name: t('fileSets.assign') }).click()
  await assign(page)
  await page.getByRole('banner').getByRole('link').first().click()
  const apply = place.getByRole('button', { name: t('fileSets.act.activate') })
  await expect(apply).toBeEnabled({ timeout: 60_000 })
  await apply.click()
  await expect(place.getByText(t('state.fileSetState.Done'))).toBeVisible({ timeout: 120_000 })
  await expectAccessible(page)
}

/** The columns are as they were guessed, but for one that becomes a property of the company's own. */
async function assign(page: Page): Promise<void> {
  const field = (column: string) =>
    page.getByRole('combobox', { name: t('masterData.columns.fieldOf', { column }) })
  await expect(field('Tipi')).toHaveValue(/.+/)
  await field('Posta Kodu').click()
  await page.getByRole('option', { name: t('masterData.columns.newProperty') }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: t('masterData.columns.read'), exact: true }).click()
  await expect(page.getByRole('region', { name: /cari-liste/ })).toHaveCount(0)
}

/** A trial order, which keeps nothing: the number that it shows is the number of the first order. */
async function tryOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: t('order.trial.action'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(t('order.trial.none'))).toBeVisible()
  await expect(dialog.getByText(/SO-\d\d-00001/).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}

test('[REG-001] [USR-003] a company starts with its own files and has an approved order', async ({
  browser,
}) => {
  test.setTimeout(480_000)
  const portal = await install()
  const begun = Date.now()
  try {
    const context = { baseURL: portal.address, locale: 'tr-TR', timezoneId: 'Europe/Istanbul' }
    const admin = await (await browser.newContext(context)).newPage()
    await counted(admin)
    await admin.goto('/')
    await expect(admin.getByRole('heading', { name: t('setup.title') })).toBeVisible()
    await expect(admin.locator('html')).toHaveAttribute('lang', 'tr')
    await expectAccessible(admin)
    for (const [label, value] of [
      [t('setup.code'), portal.code],
      [t('setup.companyName'), 'Lale Ecza Deposu'],
      [t('setup.domain'), 'lale.example'],
      [t('setup.firstName'), 'Lale'],
      [t('setup.lastName'), 'Yılmaz'],
      [t('access.login.email'), 'admin@lale.example'],
      [t('security.password.new'), secret],
      [t('security.password.repeat'), secret],
    ] as const)
      await admin.getByLabel(label, { exact: true }).fill(value)
    await admin.getByRole('button', { name: t('setup.submit') }).click()
    await expect(admin.getByRole('heading', { name: t('home.firstSteps.title') })).toBeVisible()
    await expectAccessible(admin)

    await bring(admin, [stock, people, variants, products, locations, customers])
    await tryOrder(admin)

    const link = await invitation(portal, 'siparis@sifa.example')
    const customer = await (await browser.newContext(context)).newPage()
    await counted(customer)
    await customer.goto(link)
    for (const label of [t('security.password.new'), t('security.password.repeat')])
      await customer.getByLabel(label, { exact: true }).fill('Mavi-Bulut-2026!')
    await customer.getByRole('button', { name: t('access.welcome.submit') }).click()
    await expect(customer).not.toHaveURL(/welcome|login/)
    const code = await order(customer)
    expect(code).toMatch(/-00001$/)

    await admin.goto(`/order/order-management?order=${code}`)
    const drawer = admin.getByRole('dialog')
    await drawer
      .getByRole('button', { name: new RegExp(t('order.decide.approve.lines', { count: 1, amount: '1' })) })
      .click()
    await expect(drawer.getByText(t('state.order.Processing')).first()).toBeVisible()
    await admin.goto('/')
    // The first order is approved, so there is no first step any more.
    await expect(
      admin.getByRole('heading', { name: t('screen.home.title'), exact: true }).first(),
    ).toBeVisible()
    await expect(admin.getByRole('heading', { name: t('home.firstSteps.title') })).toHaveCount(0)
    const minutes = ((Date.now() - begun) / 60_000).toFixed(1)
    console.log(`first company: ${clicks} clicks, ${minutes} minutes of a driven browser`)
    expect(clicks).toBeLessThanOrEqual(mostClicks)
  } finally {
    await portal.stop()
  }
})

/** The link of the mail to this person, once it is there. */
async function invitation({ mails }: Installation, to: string): Promise<string> {
  let link = ''
  await expect
    .poll(() => {
      const lines = existsSync(mails) ? readFileSync(mails, 'utf8').split('\n').filter(Boolean) : []
      const mail = lines
        .map((line) => JSON.parse(line) as { to: string; text: string })
        .find((one) => one.to === to)
      link = /https?:\S+\/welcome#\S+/.exec(mail?.text ?? '')?.[0] ?? ''
      return link
    })
    .not.toBe('')
  return link
}

/** Ten of one product, by hand. */
async function order(page: Page): Promise<string> {
  await page.goto('/order/new-order')
  await page
    .getByRole('region', { name: t('order.new.products') })
    .getByText('Deneme ilacı 1', { exact: true })
    .click()
  const cell = page
    .getByRole('region', { name: t('order.new.quantities') })
    .getByRole('table')
    .getByRole('textbox')
    .last()
  await cell.fill('10')
  await cell.press('Tab')
  await page.getByRole('button', { name: t('order.new.continue'), exact: true }).click()
  await page.getByRole('button', { name: t('order.new.place', { count: 1 }), exact: true }).click()
  const link = page.getByRole('link', { name: /^SO-\d\d-\d{5}$/ })
  await expect(link).toBeVisible()
  return (await link.textContent()) ?? ''
}
