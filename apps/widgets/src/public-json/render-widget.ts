import type { ApprovedReview, ApprovedReviewsResponse, WidgetSummary } from '@plaudit/contracts';
import { aiSummaryOf } from '../ai-summaries/ai-summary';
import { type ChannelCopy, largestChannel } from '../channels/channel-copy';
import { directionOf, formatTag, type Language, type Strings, stringsOf } from '../i18n/locale';
import { elementStrings } from '../i18n/sent-strings';
import type { LayoutInput } from '../layouts/layout';
import { drawerOf, layoutOf } from '../layouts/layouts';
import { labelOf } from '../layouts/parts';
import { elementSettings } from '../settings/element-settings';
import type { Settings } from '../settings/settings';
import { schemeOf } from '../settings/themes';
import type { WidgetType } from '../settings/widget-types';
import { rootClasses } from '../styles/style-tokens';
import { disclosureOf } from './disclosure';
import { type MarkOf, markPaths, platformMarks } from './platform-marks';
import { cutText, publicReview, type PublishingRules } from './public-review';
import {
  type PublicReview,
  type PublicSummary,
  type PublicWidget,
  VISITOR_SORTS,
  type VisitorSort,
} from './public-widget';
import { ratingSummary, type RatingSummary } from './rating-summary';

/** The maximum size of a widget's public JSON before compression. */
export const MAX_JSON_BYTES = 30_000;

export interface RenderInput {
  key: string;
  type: WidgetType;
  settings: Settings;
  language: Language;
  reviews: ApprovedReviewsResponse;
  /** The channels that this widget shows. */
  channels: readonly ChannelCopy[];
  /** The text of the ai service, if the widget shows one. */
  aiSummary?: WidgetSummary | null;
  /** The style sheet of the widget. */
  css: string;
  pagesUrl: string;
  /** The cursor of the next page, or null on the last one. */
  next: string | null;
  naming: Pick<PublishingRules, 'publicId' | 'imageUrl'>;
}

/** Returns the data that the element draws a widget from, in one language. */
export function renderWidget(input: RenderInput): PublicWidget {
  const { key, type, settings, channels, language } = input;
  const strings = stringsOf(language, settings.i18n.strings);
  const numbers = ratingSummary(settings.header.rating_basis, channels, input.reviews);
  const markOf = marksOf(channels);
  const { direction } = settings.i18n;
  const texts = elementStrings(strings, type, settings);
  const drawn: LayoutInput = {
    type,
    settings,
    language,
    strings,
    summary: publicSummary(numbers, strings, markOf),
    icons: iconsOf(input),
    sort: visitorSort(settings.source.sort),
    disclosure: disclosureOf({ type, settings, summary: numbers, strings }),
    branding: settings.legal.show_branding ? strings('branding') : null,
    aiSummary: aiSummaryOf(input.aiSummary ?? null, channels, strings),
    // The preview of a widget that is not stored has no page.
    pageUrl: key === '' ? '' : `${input.pagesUrl}/w/${key}`,
    sourceUrl: largestChannel(channels)?.url ?? null,
  };
  const widget: PublicWidget = {
    active: true,
    key,
    type,
    lang: formatTag(language),
    dir: direction === 'auto' ? directionOf(language) : direction,
    settings: elementSettings(settings),
    sort: drawn.sort,
    summary: drawn.summary,
    reviews: [],
    next: input.next,
    strings: texts,
    icons: 'view_on' in texts && settings.card.show_platform ? drawn.icons : {},
    disclosure: drawn.disclosure,
    branding: drawn.branding,
    page_url: drawn.pageUrl,
    ai_summary: drawn.aiSummary,
    hidden: isHidden(settings, input.reviews.count),
    tree: layoutOf(drawn),
    drawer: drawerOf(drawn),
    label: labelOf(drawn),
    scheme: schemeOf(settings.style.theme),
    look: rootClasses(settings),
    css: input.css,
  };
  return withinLimit(widget, input, markOf);
}

/** Returns the marks of the shown platforms and of the first reviews. Platforms with many reviews come first. */
function iconsOf({ channels, reviews }: RenderInput): Record<string, string> {
  const shown = [...channels].sort((a, b) => (b.reviews ?? 0) - (a.reviews ?? 0)).map(({ type }) => type);
  return markPaths([...shown, ...reviews.items.map(({ platform }) => platform)]);
}

function isHidden({ behavior }: Settings, matching: number): boolean {
  return behavior.hide_when_empty && matching < Math.max(1, behavior.min_reviews);
}

/** Returns the marks of the platforms that a widget with these channels shows, on all its pages. */
export function marksOf(channels: readonly ChannelCopy[]): MarkOf {
  return platformMarks(channels.map(({ type, label }) => ({ platform: type, label })));
}

function publicSummary(summary: RatingSummary, strings: Strings, markOf: MarkOf): PublicSummary {
  const { rating, count, basis, distribution, matching } = summary;
  const countText = (shown: number): string => strings('n_reviews', { count: shown });
  return {
    rating,
    count,
    basis,
    label: ratingLabel(summary, strings),
    short_label: countText(count),
    distribution,
    platforms: summary.platforms.map((one) => ({
      platform: one.platform,
      label: one.label,
      mark: markOf(one),
      rating: one.rating,
      count: one.count,
      short_label: one.count > 0 ? countText(one.count) : '',
    })),
    matching,
  };
}

/** Returns "Based on 215 reviews". It says so if reviews without a rating exist beside them, or if the business selected them. */
function ratingLabel({ rating, count, basis, unrated }: RatingSummary, strings: Strings): string {
  if (rating === null) return strings('n_reviews', { count });
  if (basis === 'approved') {
    return strings(unrated > 0 ? 'based_on_selected_rated' : 'based_on_selected', { count });
  }
  return strings(unrated > 0 ? 'based_on_rated' : 'based_on', { count });
}

/** Limits per review, from generous to strict. The first level whose result fits MAX_JSON_BYTES is used. */
const LEVELS = [
  { maxText: 2000, maxMedia: 10 },
  { maxText: 1000, maxMedia: 6 },
  { maxText: 500, maxMedia: 4 },
  { maxText: 240, maxMedia: 2 },
  { maxText: 120, maxMedia: 1 },
  { maxText: 60, maxMedia: 0 },
];

function withinLimit(
  widget: PublicWidget,
  { reviews, settings, naming }: RenderInput,
  markOf: MarkOf,
): PublicWidget {
  for (const level of LEVELS) {
    const rules = { ...naming, ...level, markOf, card: settings.card };
    const published = reviews.items.map((item) => withCutReply(publicReview(item, rules), level.maxText));
    widget = { ...widget, reviews: published };
    if (Buffer.byteLength(JSON.stringify(widget)) <= MAX_JSON_BYTES) return widget;
  }
  return widget;
}

/** Cuts the business's reply to the maximum length of a review text. */
function withCutReply(review: PublicReview, maxText: number): PublicReview {
  if (!review.reply || review.reply.text.length <= maxText) return review;
  return { ...review, reply: { ...review.reply, text: cutText(review.reply.text, maxText).text }, cut: true };
}

/** Returns reviews with their whole texts, for the pages that a visitor requests one by one. */
export function renderReviews(
  items: readonly ApprovedReview[],
  settings: Settings,
  naming: Pick<PublishingRules, 'publicId' | 'imageUrl' | 'markOf'>,
): PublicReview[] {
  return items.map((item) =>
    publicReview(item, { ...naming, card: settings.card, maxText: Infinity, maxMedia: 10 }),
  );
}

function visitorSort(sort: string): PublicWidget['sort'] {
  return (VISITOR_SORTS as readonly string[]).includes(sort) ? (sort as VisitorSort) : 'featured';
}
