import type { CheerioAPI } from 'cheerio';
import type { SchemaNode, SchemaValue } from './json-ld';

const REVIEWS = '.hreview, .h-review';
/** Maps a schema.org property to the class names of hReview and h-review that contain it. */
const MEMBERS: readonly (readonly [string, string])[] = [
  ['author', '.reviewer .fn, .reviewer, .p-author .p-name, .p-author, .author'],
  ['reviewBody', '.description, .e-content, .p-content'],
  ['name', '.summary, .p-name'],
  ['datePublished', '.dtreviewed, .dt-published, .dt-reviewed'],
  ['reviewRating', '.rating .value, .rating, .p-rating'],
];

/** Returns the reviews that are marked up with the hReview or h-review microformat, as schema.org nodes. */
export function readMicroformats(page: CheerioAPI): SchemaNode[] {
  return page(REVIEWS)
    .toArray()
    .map((element) => {
      const values: Record<string, SchemaValue[]> = {};
      for (const [name, selector] of MEMBERS) {
        const found = page(element).find(selector).first();
        const dated = found.attr('datetime') ?? found.find('[title]').attr('title') ?? found.attr('title');
        const value = (name === 'datePublished' ? dated : undefined) ?? found.text().trim();
        if (value !== '') values[name] = [value];
      }
      return { id: page(element).attr('id') ?? null, types: ['Review'], values };
    });
}
