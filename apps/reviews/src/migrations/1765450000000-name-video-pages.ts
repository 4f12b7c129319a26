import type { MigrationInterface, QueryRunner } from 'typeorm';

const BATCH = 1_000;

const IS_PAGE = `item ->> 'type' = 'video'
  and regexp_replace(item ->> 'src', '[?#].*$', '') !~* '\\.(mp4|m4v|webm|ogv|ogg|mov)$'`;

/**
 * A video whose URL is a page has no `src` any more, and its page is the address of a review that has none. Writers wait for
 * one batch at most. It can be repeated after a crash.
 */
export class NameVideoPages1765450000000 implements MigrationInterface {
  readonly name = 'NameVideoPages1765450000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (let last: unknown = 0; ;) {
      const reviews = (await runner.query(
        `select id from reviews where id > $1 and media @> '[{"type": "video"}]' order by id limit $2`,
        [last, BATCH],
      )) as { id: unknown }[];
      // Without a join, so that a review that another session changes meanwhile is read again and keeps that change.
      await runner.query(
        `update reviews review set (media, post_url) = (
           select jsonb_agg(case when ${IS_PAGE} then item || '{"src": null}' else item end order by place),
             coalesce(review.post_url, (array_agg(item ->> 'url' order by place) filter (where ${IS_PAGE}))[1])
           from jsonb_array_elements(review.media) with ordinality listed (item, place)
         )
         where id = any ($1::bigint[])
           and exists (select from jsonb_array_elements(review.media) listed (item) where ${IS_PAGE})`,
        [reviews.map(({ id }) => id)],
      );
      if (reviews.length < BATCH) return;
      last = reviews.at(-1)?.id;
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update reviews set media = (
        select jsonb_agg(case when item ->> 'src' is null then item || jsonb_build_object('src', item -> 'url') else item end
          order by place)
        from jsonb_array_elements(media) with ordinality listed (item, place)
      )
      where media @> '[{"type": "video"}]'`);
  }
}
