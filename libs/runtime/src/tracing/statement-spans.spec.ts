import { summaryOf } from './statement-spans';

describe('summaryOf', () => {
  it.each([
    ['select id from reviews where text = $1', 'SELECT reviews'],
    ['select r.* from "reviews"."tags" r join sources on true', 'SELECT tags'],
    ['SELECT\n  a\nFROM\n  tags', 'SELECT tags'],
    ['select * from jsonb_to_recordset($1) as x (id bigint)', 'SELECT'],
    ['select * from jsonb_to_recordset($1) x join tags on true', 'SELECT'],
    ['select 1 from lanes order by id for update skip locked', 'SELECT lanes'],
    ['select 1', 'SELECT'],
    ['insert into outbox (id) select id from added', 'INSERT outbox'],
    ['insert into rev (id) values ($1) on conflict (id) do update set rev = 1', 'INSERT rev'],
    ['with old as (select id from reviews) update reviews r set text = $1 from old', 'UPDATE reviews'],
    [
      'with done as (delete from outbox where id = $1 returning id) insert into sent select id from done',
      'DELETE outbox',
    ],
    ['update "webhooks" set active = false', 'UPDATE webhooks'],
    ['start transaction; set local statement_timeout = 1', 'START TRANSACTION'],
    ['COMMIT', 'COMMIT'],
    ['', 'OTHER'],
    ["'; drop", 'OTHER'],
  ])('names %s', (sql, summary) => {
    expect(summaryOf(sql).summary).toBe(summary);
  });

  it.each(['select '.repeat(20_000), `select ${'from '.repeat(20_000)}`, `update ${'a '.repeat(50_000)}`])(
    'takes no longer for a long statement than for a short one',
    (sql) => {
      expect(summaryOf(sql).operation).toMatch(/SELECT|UPDATE/);
    },
  );
});
