import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPortal, type Company, type Portal } from '../../../test/portal.ts'
import { sqlState, writeAtCommit, type Tx } from './db.ts'

// How statements travel: what is asked in one go leaves in one batch, and one that fails takes along what stands behind.

let portal: Portal
let company: Company
beforeAll(async () => {
  portal = await startPortal({ own: true })
  company = await portal.company()
})
afterAll(() => portal.close())

const inside = <T>(work: (tx: Tx) => Promise<T>) => portal.app.services.db.withCompany(company.id, work)
const one = async (tx: Tx, text: string): Promise<unknown> =>
  Object.values((await sql.raw<object>(text).execute(tx)).rows[0] ?? {})[0]
/** The outcomes of several promises: a value, or the state of the error. */
const outcomes = async (promises: Promise<unknown>[]) =>
  (await Promise.allSettled(promises)).map((one) =>
    one.status === 'fulfilled' ? one.value : sqlState(one.reason),
  )

describe('a batch of statements', () => {
  it('answers each with what is its own, in the types of the portal', async () => {
    const answers = await inside((tx) =>
      Promise.all([
        one(tx, "select date '2026-02-28'"),
        one(tx, 'select 9007199254740991::bigint'),
        one(tx, "select 'null'::jsonb"),
        one(tx, 'select null::text'),
        one(tx, "select '\\x00ff'::bytea"),
        one(tx, "select array['a,b', null, 'ç\"']"),
        one(tx, 'select 1.50::numeric'),
        one(tx, 'select true'),
        one(tx, 'select 1 where false'),
        one(tx, "select jsonb_build_object('a', 1)"),
      ]),
    )
    expect(answers).toEqual([
      '2026-02-28',
      9007199254740991,
      null,
      null,
      Buffer.from([0, 255]),
      ['a,b', null, 'ç"'],
      '1.50',
      true,
      undefined,
      { a: 1 },
    ])
  })

  it('says how many rows a statement touched', async () => {
    const counts = await inside((tx) =>
      Promise.all(
        [
          "insert into counter (company_id, name, value) values ($, 'a', 1), ($, 'b', 1)",
          "update counter set value = 2 where company_id = $ and name = 'a'",
          'delete from counter where company_id = $ and value = 1',
          'select from counter where company_id = $',
        ].map(
          async (text) =>
            (await sql.raw(text.replaceAll('$', String(company.id))).execute(tx)).numAffectedRows,
        ),
      ),
    )
    expect(counts).toEqual([2n, 1n, 1n, 1n])
  })

  it.skipIf(process.env['DATABASE_PIPELINE'] === 'off')(
    'that fails in the middle answers what stood before, and the failure to everything else',
    async () => {
      const answered: unknown[] = []
      const failed = inside(async (tx) => {
        answered.push(
          ...(await outcomes([
            one(tx, 'select 1'),
            one(tx, 'select 1 / 0'),
            one(tx, 'select 2'),
            one(tx, 'select no_such_column'),
          ])),
        )
        return one(tx, 'select 3')
      })
      await expect(failed).rejects.toMatchObject({ code: '25P02' })
      expect(answered).toEqual([1, '22012', '22012', '22012'])
      expect(await inside((tx) => one(tx, 'select 3'))).toBe(3)
    },
  )

  it('can ask for a text again that failed before it was planned, while it ran, or behind another', async () => {
    const texts = [
      'select flying from counter',
      'select 1 / (select count(*) from counter where name = $$zero$$)',
      'select 77',
    ]
    for (let round = 0; round < 3; round++) {
      for (const text of texts) {
        await expect(
          inside((tx) => Promise.all([one(tx, 'select 1 / 0'), one(tx, text)])),
        ).rejects.toMatchObject({ code: '22012' })
      }
      expect(
        await outcomes([
          inside((tx) => one(tx, texts[0]!)),
          inside((tx) => one(tx, texts[1]!)),
          inside((tx) => one(tx, texts[2]!)),
        ]),
      ).toEqual(['42703', '22012', 77])
    }
  })

  it('takes what a cursor has, though its FETCH reads like the last one', async () => {
    const fetched = (query: string) =>
      inside(async (tx) => {
        await sql.raw(`declare same no scroll cursor for ${query}`).execute(tx)
        const batch = async () => (await sql.raw<object>('fetch 2 from same').execute(tx)).rows
        return [await batch(), await batch()]
      })
    for (let round = 0; round < 2; round++) {
      expect(await fetched('select n from generate_series(1, 3) n')).toEqual([
        [{ n: 1 }, { n: 2 }],
        [{ n: 3 }],
      ])
      expect(await fetched("select 'x' as letter, date '2026-01-01' as day, null as nothing")).toEqual([
        [{ letter: 'x', day: '2026-01-01', nothing: null }],
        [],
      ])
      expect(await fetched('select 1 where false')).toEqual([[], []])
    }
  })

  it('goes on when what came back cannot be read', async () => {
    await expect(
      inside((tx) =>
        Promise.all([one(tx, 'select 1'), one(tx, 'select 9007199254740993::bigint'), one(tx, 'select 2')]),
      ),
    ).rejects.toThrow('too large for a count')
    expect(await inside((tx) => one(tx, 'select 4'))).toBe(4)
  })

  it('takes more texts than it keeps plans for', async () => {
    const texts = Array.from({ length: 620 }, (_, at) => `select ${at} as n${at}`)
    for (let round = 0; round < 2; round++) {
      expect(await inside((tx) => Promise.all(texts.map((text) => one(tx, text))))).toEqual(
        texts.map((_, at) => at),
      )
    }
  })

  it('with the commit holds as a whole: when a last write fails nothing stays, and its error is told', async () => {
    const add = (name: string, value: number) =>
      sql`insert into counter (company_id, name, value) values (${company.id}, ${name}, ${value})`
    const failing = inside(async (tx) => {
      await add('kept?', 1).execute(tx)
      writeAtCommit(tx, add('twice', 1).compile(tx), add('twice', 2).compile(tx), add('never', 1).compile(tx))
      return 'answer'
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(
      await inside((tx) =>
        one(
          tx,
          `select count(*) from counter where company_id = ${company.id} and name in ('kept?', 'twice', 'never')`,
        ),
      ),
    ).toBe(0)
  })

  it('is not joined by what is asked after its transaction has ended', async () => {
    let late: Promise<unknown> = Promise.resolve()
    const first = Promise.withResolvers<void>()
    const failing = inside(async (tx) => {
      late = first.promise.then(() =>
        sql`insert into counter (company_id, name, value) values (${company.id}, 'late', 1)`.execute(tx),
      )
      late.catch(() => {})
      await one(tx, 'select 1 / 0')
    })
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    first.resolve()
    await expect(late).rejects.toThrow('after the transaction had ended')
    expect(
      await inside((tx) =>
        one(tx, `select count(*) from counter where company_id = ${company.id} and name = 'late'`),
      ),
    ).toBe(0)
  })

  it('does not commit for who swallowed an error', async () => {
    const swallowed = inside(async (tx) => {
      await one(tx, 'select 1 / 0').catch(() => {})
      return 'fine'
    })
    await expect(swallowed).rejects.toThrow('rolled back instead of committed')
  })

  it('that loses its connection fails as a whole, and the next has another', async () => {
    const lost = inside((tx) =>
      outcomes([
        one(tx, 'select pg_terminate_backend(pg_backend_pid()), pg_sleep(5)'),
        one(tx, 'select 1'),
      ]).then((got) => Promise.reject(new Error(JSON.stringify(got)))),
    )
    await expect(lost).rejects.toThrow('57P01')
    expect(await inside((tx) => one(tx, 'select 5'))).toBe(5)
  })
})
