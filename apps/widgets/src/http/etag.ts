import { createHash } from 'node:crypto';
import { type ApprovedReviewOrder } from '@plaudit/contracts';
import type { FoundSummary } from '../ai-summaries/ai-summaries.client';

interface EtagInput {
  widgetRev: number;
  contentRev: number;
  language: string;
  sort: ApprovedReviewOrder;
  now: Date;
  aiSummary: FoundSummary;
}

/**
 * Returns `"{widget_rev}-{content_rev}-{lang}"`, followed by the date if the order of the reviews changes every day, and by a hash
 * of the AI summary if the widget shows one. A release that renders the same data differently must raise the rev of every widget in a migration.
 */
export function widgetEtag({ widgetRev, contentRev, language, sort, now, aiSummary }: EtagInput): string {
  const day = sort === 'random_daily' ? `-${now.toISOString().slice(0, 10)}` : '';
  return `"${widgetRev}-${contentRev}-${language}${day}${summaryVersion(aiSummary)}"`;
}

/** A widget whose summary is not known has another version than one without a summary. */
function summaryVersion({ summary, isKnown }: FoundSummary): string {
  if (!isKnown) return '-ai-unknown';
  return summary ? `-ai-${hashOf(JSON.stringify(summary))}` : '';
}

/**
 * Returns the ETag of a body that lacks some translations. It is not that of the version, so that a browser asks for the body
 * again although neither the widget nor its reviews have changed.
 */
export function partialEtag(etag: string, text: string): string {
  return etag.replace(/"$/, `-partial-${hashOf(text)}"`);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
