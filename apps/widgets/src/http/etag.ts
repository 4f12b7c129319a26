import { createHash } from 'node:crypto';
import { type ApprovedReviewOrder } from '@plaudit/contracts';

interface EtagInput {
  widgetRev: number;
  contentRev: number;
  language: string;
  sort: ApprovedReviewOrder;
  now: Date;
}

/**
 * Returns `"{widget_rev}-{content_rev}-{lang}"`, followed by the date if the order of the reviews changes every day. A
 * release that renders the same data differently must raise the rev of every widget in a migration.
 */
export function widgetEtag({ widgetRev, contentRev, language, sort, now }: EtagInput): string {
  const day = sort === 'random_daily' ? `-${now.toISOString().slice(0, 10)}` : '';
  return `"${widgetRev}-${contentRev}-${language}${day}"`;
}

/**
 * Returns the ETag of a body that lacks some translations. It is not that of the version, so that a browser asks for the body
 * again although neither the widget nor its reviews have changed.
 */
export function partialEtag(etag: string, text: string): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return etag.replace(/"$/, `-partial-${hash}"`);
}
