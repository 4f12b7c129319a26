import { escapeHtml } from '@plaudit/runtime/content';
import type { Feed, FeedItem } from './feed-item';
import { elementsIn, MAX_LINE, type XmlElement, xmlLine, xmlText } from './xml';

/** Characters of one text. */
const MAX_TEXT = 100_000;
/** Pictures, advantages and disadvantages of one review that are read. */
const MAX_LISTED = 20;

/**
 * Returns the reviews of a feed that shops give to Google: of products, or of the shop itself. Returns null if the root of the feed has
 * no list of reviews.
 */
export function productReviewsIn(root: XmlElement, limit: number): Feed | null {
  const [list] = elementsIn(root, 'reviews', 1);
  if (!list) return null;
  const holders = [root, ...elementsIn(root, 'merchants', 1)];
  const [publisher = root] = ['publisher', 'merchant'].flatMap((name) =>
    holders.flatMap((holder) => elementsIn(holder, name, 1)),
  );
  return {
    title: escapeHtml(xmlLine(publisher, ['name'])),
    link: '',
    items: elementsIn(list, 'review', limit).map(itemOf),
    unread: null,
  };
}

function itemOf(review: XmlElement): FeedItem {
  const given = elementsIn(review, 'reviewer', 1).flatMap((reviewer) => elementsIn(reviewer, 'name', 1));
  const isAnonymous = given[0]?.attribute('is_anonymous') === 'true';
  return {
    id: xmlLine(review, ['review_id']) || review.attribute('id').slice(0, MAX_LINE),
    link: xmlLine(review, ['review_url']),
    title: escapeHtml(xmlLine(review, ['title'])),
    author: isAnonymous
      ? ''
      : escapeHtml(given[0] ? xmlText(given[0], MAX_LINE).trim() : xmlLine(review, ['reviewer_name'])),
    published: ['review_timestamp', 'create_timestamp', 'last_update_timestamp']
      .map((name) => xmlLine(review, [name]))
      .filter((date) => date !== ''),
    content: contentOf(review),
    rating: ratingOf(review),
    media: nested(review, 'reviewer_images', 'reviewer_image').flatMap((image) => {
      const url = xmlLine(image, ['url']);
      return url === '' ? [] : [{ type: 'image' as const, url }];
    }),
    isVerified: isTrue(review, 'is_verified_purchase'),
    isSpam: isTrue(review, 'is_spam'),
  };
}

function isTrue(review: XmlElement, name: string): boolean {
  return xmlLine(review, [name]).toLowerCase() === 'true';
}

/** Returns the plain text of a review as HTML, with the advantages and disadvantages below it. */
function contentOf(review: XmlElement): string {
  const [content] = ['content', 'body'].flatMap((name) => elementsIn(review, name, 1));
  const points = [...nested(review, 'pros', 'pro'), ...nested(review, 'cons', 'con')];
  const lines = [...(content ? [content] : []), ...points].map((line) => xmlText(line, MAX_TEXT).trim());
  return escapeHtml(lines.filter((line) => line !== '').join('\n'));
}

function ratingOf(review: XmlElement): FeedItem['rating'] {
  const [overall] = nested(review, 'ratings', 'overall');
  const value = overall ? xmlText(overall, 20).trim() : '';
  return overall && value !== '' ? { value, scale: overall.attribute('max').slice(0, 20) || '5' } : null;
}

function nested(review: XmlElement, list: string, name: string): XmlElement[] {
  return elementsIn(review, list, 1).flatMap((holder) => elementsIn(holder, name, MAX_LISTED));
}
