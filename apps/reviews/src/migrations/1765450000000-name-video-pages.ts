import type { MigrationInterface, QueryRunner } from 'typeorm';

const IS_PAGE = `item ->> 'type' = 'video'
  and regexp_replace(item ->> 'src', '[?#].*$', '') !~* '\\.(mp4|m4v|webm|ogv|ogg|mov)$'`;

/** A video whose URL is a page has no `src` any more, and its page is the address of a review that has none. */
export class NameVideoPages1765450000000 implements MigrationInterface {
  readonly name = 'NameVideoPages1765450000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update reviews set media = shown.media, post_url = coalesce(reviews.post_url, shown.page)
      from reviews review cross join lateral (
        select jsonb_agg(case when ${IS_PAGE} then item || '{"src": null}' else item end order by place) as media,
          (array_agg(item ->> 'url' order by place) filter (where ${IS_PAGE}))[1] as page
        from jsonb_array_elements(review.media) with ordinality listed (item, place)
      ) shown
      where reviews.id = review.id and review.media @> '[{"type": "video"}]' and shown.page is not null`);
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
