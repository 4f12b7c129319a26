import { type ApprovedReviewOrder } from '@plaudit/contracts';

interface EtagInput {
  widgetRev: number;
  contentRev: number;
  language: string;
  sort: ApprovedReviewOrder;
  now: Date;
}

/**
 * `"{widget_rev}-{content_rev}-{lang}"`, and the day where the order changes with it. A release that draws the same
 * data differently raises every widget's rev in a migration.
 */
export function widgetEtag({ widgetRev, contentRev, language, sort, now }: EtagInput): string {
  const day = sort === 'random_daily' ? `-${now.toISOString().slice(0, 10)}` : '';
  return `"${widgetRev}-${contentRev}-${language}${day}"`;
}

/** Whether an If-None-Match header names the tag; weak ones count, since compression on the way makes them so. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
