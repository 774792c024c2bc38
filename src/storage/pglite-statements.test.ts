import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openEmbedded } from './embedded.js';
import { PgliteStatements } from './pglite-statements.js';

let engine: PGlite;
let statements: PgliteStatements;
beforeAll(async () => {
  engine = await openEmbedded('memory://');
});
beforeEach(() => {
  statements = new PgliteStatements(engine);
});
afterAll(() => engine.close());

const prepared = async (): Promise<number> => {
  const { rows } = await engine.query<{ n: number }>(
    'select count(*)::integer as n from pg_prepared_statements',
  );
  return rows[0]!.n;
};

it.each([
  ['numbers', 'select $1::integer as a, $2::bigint as b, $3::float8 as c', [-3, 2 ** 40, 0.1]],
  ['texts', 'select $1::text as a, $2::text as b', ['', 'π "quoted" \\ and ☃']],
  ['nothing', 'select $1::text as a, $2::bytea as b', [null, undefined]],
  ['truth', 'select $1::boolean as a, $2::boolean as b', [true, false]],
  ['times', 'select $1::timestamptz as a', [new Date('2024-02-03T04:05:06.789Z')]],
  [
    'lists',
    'select $1::bigint[] as a, $2::text[] as b',
    [
      [3, 1, 2],
      ['a,b', '{"', '\\', 'null', null],
    ],
  ],
  ['JSON', 'select $1::jsonb as a, $2::json as b', ['{"n": [1, "x"]}', '[null]']],
  ['bytes', 'select $1::bytea as a', [Uint8Array.from({ length: 300 }, (_, i) => i % 256)]],
])(
  '%s come back as the engine itself reads them, asked once, again and again',
  async (_, text, parameters) => {
    const { rows } = await engine.query(text, parameters as unknown[]);
    for (let time = 0; time < 4; time++) expect((await statements.ask(text, parameters)).rows).toEqual(rows);
  },
);

it('a long answer is whole, and bytes own their memory', async () => {
  const text = `select decode(repeat('0aff', $1::integer), 'hex') as a, repeat('é', $1::integer) as b from generate_series(1, 3)`;
  for (const count of [10, 200_000, 10]) {
    const { rows } = await statements.ask(text, [count]);
    expect(rows).toHaveLength(3);
    for (const { a, b } of rows as { a: Uint8Array; b: string }[]) {
      expect([a.length, a.buffer.byteLength, a[0], a.at(-1)]).toEqual([2 * count, 2 * count, 10, 255]);
      expect(b).toBe('é'.repeat(count));
    }
  }
});

it('statements that are asked before others are answered get answers of their own, as in a transaction', async () => {
  const long = 'x'.repeat(10_000);
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 5 === 4
          ? statements.ask('select 1 / $1::integer as a', [0]).catch(({ code }) => code)
          : statements.ask('select $1::integer as a, $2::text as b', [n, `${n}${long}`]),
      ),
    );
    for (const [n, answer] of answers.entries())
      expect(answer).toEqual(n % 5 === 4 ? '22012' : { rows: [{ a: n, b: `${n}${long}` }], written: 0 });
  }
});

it('the rows that a statement writes are counted', async () => {
  await statements.ask('create temporary table written (n integer)', []);
  const insert = 'insert into written select generate_series(1, $1::integer)';
  for (let time = 0; time < 3; time++) expect((await statements.ask(insert, [5])).written).toBe(5);
  expect((await statements.ask('update written set n = 0 where n > 3', [])).written).toBe(6);
  expect((await statements.ask('select n from written', [])).written).toBe(0);
});

it('what is refused is thrown with its code, and the next statement is answered, within a transaction and without', async () => {
  const divide = 'select 1 / $1::integer as n';
  await statements.ask(divide, [1]);
  await statements.ask(divide, [1]);
  await expect(statements.ask(divide, [0])).rejects.toMatchObject({ code: '22012' });
  await expect(statements.ask('selec 1', [])).rejects.toMatchObject({ code: '42601' });
  expect((await statements.ask(divide, [1])).rows).toEqual([{ n: 1 }]);
  await statements.ask('begin', []);
  await expect(statements.ask(divide, [0])).rejects.toMatchObject({ code: '22012' });
  await expect(statements.ask(divide, [1])).rejects.toMatchObject({ code: '25P02' });
  await statements.ask('rollback', []);
  expect((await statements.ask(divide, [1])).rows).toEqual([{ n: 1 }]);
});

it('a text that is asked again after its tables have changed is answered by what they are then', async () => {
  await statements.ask('create temporary table changing (a integer)', []);
  await statements.ask('insert into changing values (1)', []);
  const all = 'select * from changing';
  for (let time = 0; time < 3; time++) expect((await statements.ask(all, [])).rows).toEqual([{ a: 1 }]);
  await statements.ask("alter table changing add column b bytea default '\\x07'", []);
  const rows = [{ a: 1, b: Uint8Array.of(7) }];
  for (let time = 0; time < 3; time++) expect((await statements.ask(all, [])).rows).toEqual(rows);
});

it('of many texts those that were not asked for long are not kept prepared', async () => {
  const before = await prepared();
  for (let n = 0; n < 300; n++) {
    for (let time = 0; time < 2; time++) await statements.ask(`select ${n} as n`, []);
  }
  expect((await prepared()) - before).toBeLessThanOrEqual(101);
});

it('a closed engine is said to be closed', async () => {
  const closing = await openEmbedded('memory://');
  const ofClosing = new PgliteStatements(closing);
  await closing.close();
  await expect(ofClosing.ask('select 1', [])).rejects.toThrow('PGlite is closed');
});
