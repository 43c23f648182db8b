import { mkdir, rename, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { portOf } from '../port.ts'
import { quoteOf, rateOf, series } from './quotes.ts'

// Stands in for the sources of market data (LMA-002) in demo and tests: a process of its own with made-up quotes.
// `PORT=4510 FOLDER=/data/drop/BOGAC/fuel/in node simulators/market/main.ts`; its address is printed as the first line.
//
//   GET /platts/<yyyymmdd>.ftp · /argus/<yyyymmdd>.csv · /refinitiv/<yyyymmdd>.csv    quotes of a day
//   GET /tupras/<yyyymmdd>.csv · /socar/<yyyymmdd>.csv                                naked prices of a refinery
//   GET /kurlar/today.xml · /kurlar/<yyyymm>/<ddmmyyyy>.xml                           the bulletin of the central bank
//     Authorization: Bearer <key> but for the central bank; 404 on weekends, 401 without the key
//   POST /admin/fault   { source, fault, times }    the next `times` files of a source go wrong; `none` ends it
//   POST /admin/drop    { day }                     puts the files of a day into FOLDER, whole under their names

export const marketSources = ['PLATTS', 'ARGUS', 'REFINITIV', 'TUPRAS', 'SOCAR', 'TCMB'] as const
type Source = (typeof marketSources)[number]

/**
 * late: 404; missing: one symbol is left out; correction: the high is a quarter higher and told as a correction; swapped:
 * high and low are exchanged; comma: decimals with a comma; duplicate: each line twice; empty: nothing but the header;
 * yesterday: the file of the day before; cut: the end is missing; error401, error500; slow: the answer takes three
 * seconds; timeout: no answer for a minute.
 */
export const marketFaults = [
  'none',
  'late',
  'missing',
  'correction',
  'swapped',
  'comma',
  'duplicate',
  'empty',
  'yesterday',
  'cut',
  'error401',
  'error500',
  'slow',
  'timeout',
] as const
export type MarketFault = { source: Source; fault: (typeof marketFaults)[number]; times: number }

const compact = (day: string) => day.replaceAll('-', '')
const before = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** The file of a source for a day, as it comes with a fault. */
export function fileOf(source: Source, day: string, fault: MarketFault['fault'] = 'none'): string {
  if (fault === 'yesterday') return fileOf(source, before(day))
  if (source === 'TCMB') return cut(bulletin(day, fault), fault)
  const quoted = (fault === 'missing' ? series.slice(1) : series).map((one) => {
    const { high, low } = quoteOf(one, day)
    const raised = fault === 'correction' ? (Number(high) + 0.25).toFixed(2) : high
    const [top, bottom] = fault === 'swapped' ? [low, raised] : [raised, low]
    const written = (value: string) => (fault === 'comma' ? value.replace('.', ',') : value)
    return { ...one, high: written(top), low: written(bottom) }
  })
  const lines = linesOf(source, day, fault, fault === 'empty' ? [] : quoted)
  const [head, body] = [lines.slice(0, 1), lines.slice(1)]
  const all = [...head, ...body.flatMap((line) => (fault === 'duplicate' ? [line, line] : [line]))]
  return cut(`${all.join('\n')}\n`, fault)
}

const cut = (text: string, fault: MarketFault['fault']) =>
  fault === 'cut' ? text.slice(0, Math.floor(text.length * 0.7)) : text

type Quoted = ((typeof series)[number] & { high: string; low: string })[]

function linesOf(source: Source, day: string, fault: MarketFault['fault'], quoted: Quoted): string[] {
  const at = compact(day)
  const isCorrection = fault === 'correction'
  switch (source) {
    case 'PLATTS':
      return [
        `PlattsMarketData ${at}1741 10511 FINAL     CD  ${at}`,
        ...quoted.flatMap(({ platts, high, low }) => [
          `${isCorrection ? 'C' : 'N'} ${platts}h ${at}0000 ${high}`,
          `${isCorrection ? 'C' : 'N'} ${platts}l ${at}0000 ${low}`,
        ]),
      ]
    case 'ARGUS':
      return [
        'Code;TimeStamp;PriceType;CFwd;Date;Value;RecordStatus',
        ...quoted.flatMap(({ argus, high, low }) => [
          `${argus};0;2;0;${day};${high};${isCorrection ? 'C' : 'N'}`,
          `${argus};0;1;0;${day};${low};${isCorrection ? 'C' : 'N'}`,
        ]),
      ]
    case 'REFINITIV':
      return [
        'RIC;Trade Date;High;Low;Close',
        ...quoted.map(({ ric, high, low }) => `${ric};${day};${high};${low};`),
      ]
    default:
      return [
        'product;refinery;validFrom;price;unit',
        ...quoted.map(
          ({ ric, high }) =>
            `${ric};${source === 'TUPRAS' ? 'TuprasIzmit' : 'SocarStar'};${day};${(Number(high.replace(',', '.')) * Number(rateOf(day))).toFixed(2)};TL/TON`,
        ),
      ]
  }
}

function bulletin(day: string, fault: MarketFault['fault']): string {
  const [year, month, date] = day.split('-')
  const selling = rateOf(day)
  const written = (value: string) => (fault === 'comma' ? value.replace('.', ',') : value)
  const currency =
    fault === 'empty' || fault === 'missing'
      ? ''
      : `<Currency CrossOrder="0" Kod="USD" CurrencyCode="USD"><Unit>1</Unit><Isim>ABD DOLARI</Isim><ForexBuying>${written((Number(selling) - 0.0881).toFixed(4))}</ForexBuying><ForexSelling>${written(selling)}</ForexSelling><BanknoteBuying/><BanknoteSelling/><CrossRateUSD/><CrossRateOther/></Currency>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Tarih_Date Tarih="${date}.${month}.${year}" Date="${month}/${date}/${year}" Bulten_No="${year}/1">${currency}</Tarih_Date>\n`
}

const ways: readonly [RegExp, (match: RegExpExecArray, today: string) => { source: Source; day: string }][] =
  [
    [
      /^\/(platts|argus|refinitiv|tupras|socar)\/(\d{4})(\d{2})(\d{2})\.(?:ftp|csv)$/,
      ([, name = '', year, month, date]) => ({
        source: marketSources.find((one) => one === name.toUpperCase()) ?? 'PLATTS',
        day: `${year}-${month}-${date}`,
      }),
    ],
    [/^\/kurlar\/today\.xml$/, (_, today) => ({ source: 'TCMB', day: today })],
    [
      /^\/kurlar\/\d{6}\/(\d{2})(\d{2})(\d{4})\.xml$/,
      ([, date, month, year]) => ({ source: 'TCMB', day: `${year}-${month}-${date}` }),
    ],
  ]

/** Starts the sources on this port; `folder`: where files are dropped. Answers address, key, and how to make a fault. */
export async function startMarketSimulator(
  port = Number(process.env['PORT'] ?? 0),
  folder: string | null = process.env['FOLDER'] ?? null,
  key = process.env['KEY'] ?? 'market-demo-key',
): Promise<{ url: string; key: string; fault: (one: MarketFault) => Promise<void>; close(): Promise<void> }> {
  const faults = new Map<Source, MarketFault>()
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => send(response, 500, String(error)))
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    key,
    fault: async (one) => void faults.set(one.source, { ...one }),
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }

  function nextFault(source: Source): MarketFault['fault'] {
    const going = faults.get(source)
    if (!going || going.times <= 0) return 'none'
    going.times -= 1
    return going.fault
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://market')
    if (pathname.startsWith('/admin/')) return admin(response, pathname, await textOf(request))
    const today = new Date().toISOString().slice(0, 10)
    for (const [pattern, read] of ways) {
      const match = pattern.exec(pathname)
      if (!match) continue
      const { source, day } = read(match, today)
      if (source !== 'TCMB' && request.headers.authorization !== `Bearer ${key}`)
        return send(response, 401, 'not the key')
      const fault = nextFault(source)
      if (fault === 'error401') return send(response, 401, 'not the key')
      if (fault === 'error500') return send(response, 500, 'internal error')
      if (fault === 'slow') await pause(3_000)
      if (fault === 'timeout') await pause(60_000)
      if (fault === 'late' || isWeekend(day) || day > today)
        return send(response, 404, 'nothing for this day')
      return send(response, 200, fileOf(source, day, fault))
    }
    send(response, 404, 'no such address')
  }

  async function admin(response: ServerResponse, pathname: string, body: string): Promise<void> {
    const given = JSON.parse(body || '{}') as Partial<MarketFault> & { day?: string }
    if (pathname === '/admin/fault' && given.source && given.fault) {
      faults.set(given.source, { source: given.source, fault: given.fault, times: given.times ?? 1 })
      return send(response, 200, 'ok')
    }
    if (pathname === '/admin/drop' && given.day && folder !== null) {
      await mkdir(folder, { recursive: true })
      for (const source of ['PLATTS', 'ARGUS', 'REFINITIV', 'TCMB'] as const) {
        const name = `${source.toLowerCase()}-${compact(given.day)}.${source === 'PLATTS' ? 'ftp' : source === 'TCMB' ? 'xml' : 'csv'}`
        await writeFile(join(folder, `.${name}`), fileOf(source, given.day, nextFault(source)))
        await rename(join(folder, `.${name}`), join(folder, name))
      }
      return send(response, 200, 'ok')
    }
    send(response, 404, 'no such address')
  }
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(body)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { url } = await startMarketSimulator()
  process.stdout.write(`${url}\n`)
}
