import type { Database } from '@plaudit/database';
import fastify from 'fastify';
import { Pool } from 'pg';
import { wireDateSql } from '../../apps/reviews/src/reviews/review-json.sql';
import { ReviewListsReadModel } from '../../apps/reviews/src/lists/review-lists.read-model';

/**
 * The program beside which the product is measured: Fastify and pg in one file, without keys, checks, metrics or events.
 * `/text` runs the same SQL as the reviews service. `/page` serialises rows in Node as most handlers do, without a count.
 * `/bulk` stores a body in one statement.
 */
const subAccount = Number(process.env.SUB_ACCOUNT);
const PAGE = 25;
const BODY_BYTES = 2 * 1024 * 1024;

async function main(): Promise<void> {
  const pool = new Pool({
    connectionString: process.env.DATABASE_URL,
    options: '-c search_path=reviews,public -c timezone=UTC',
    max: Number(process.env.DATABASE_POOL),
  });
  const { sql, parameters } = await productQuery();
  const app = fastify();
  app.get('/hello', () => ({ success: true }));
  app.get('/text', async (_request, reply) => {
    const { rows } = await pool.query<{ page: string }>(sql, parameters);
    return reply.type('application/json; charset=utf-8').send(rows[0]?.page);
  });
  app.get('/page', async () => {
    const { rows } = await pool.query<ListedRow>(ROWS, [subAccount, PAGE]);
    const last = rows.at(-1);
    return {
      limit: PAGE,
      items: rows.map(toReview),
      next_before_ts: last?.ts,
      next_before_id: Number(last?.id),
      next_cursor: `newest_${last?.ts}_${last?.id}`,
    };
  });
  app.post<{ Body: { reviews: object[] } }>('/bulk', { bodyLimit: BODY_BYTES }, async ({ body }) => {
    const { rowCount } = await pool.query(BULK, [subAccount, JSON.stringify(body.reviews)]);
    return { inserted: rowCount };
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  process.stdout.write(`Listening on ${url}\n`);
}

/** The reviews service's own statement for its first page, so that the two stay equal. */
async function productQuery(): Promise<{ sql: string; parameters: unknown[] }> {
  const asked: { sql: string; parameters: unknown[] }[] = [];
  const recorder = {
    query: async (sql: string, parameters: unknown[]) => {
      asked.push({ sql, parameters });
      return [{ page: '' }];
    },
  };
  const readModel = new ReviewListsReadModel(recorder as unknown as Database);
  await readModel.page(subAccount, {
    filter: {},
    sort: 'newest',
    limit: PAGE,
    cursor: null,
    translate: null,
  });
  return asked[0] as { sql: string; parameters: unknown[] };
}

type ListedRow = Record<string, unknown> & { id: string; ts: number; star: number | null; status: number };

const ROWS = `
  select id, platform, label, text, star, from_name, from_image, from_url, post_url, rating_value::float8, rating_scale,
         additional, media, status, channel_id::int4, source_id::int4, language, reply, verified,
         ${wireDateSql('posted_on')} as posted_on, ${wireDateSql('removed_on')} as removed_on,
         ${wireDateSql('created_on')} as created_on, ${wireDateSql('updated_on')} as updated_on,
         floor(extract(epoch from posted_on))::int4 as ts,
         (select coalesce(json_agg(json_build_object('id', tag.id, 'name', tag.name) order by lower(tag.name)), '[]')
          from tags tag where tag.id = any (review.tag_ids)) as tags
  from reviews review where sub_account_id = $1 order by review.posted_on desc, id desc limit $2`;

const BULK = `
  insert into reviews (account_id, sub_account_id, platform, label, origin, text, from_name, rating_value, rating, star,
    posted_on, fingerprint)
  select 1, $1, 'custom', 'Manual', 'api', text, from_name, rating_value, rating_value, rating_value, posted_on,
    sha256(convert_to(from_name || text, 'UTF8'))
  from jsonb_to_recordset($2::jsonb) as given (text text, from_name text, rating_value int, posted_on timestamptz)`;

function toReview({ ts: _ts, star, id, status, ...row }: ListedRow): object {
  return {
    ...row,
    id: Number(id),
    type: row.platform,
    sentiment: star === null ? null : star >= 4 ? 'positive' : star === 3 ? 'neutral' : 'negative',
    status: ['inbox', 'approved', 'ignored'][status],
  };
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
