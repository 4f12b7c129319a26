import type { ApprovedReview, ApprovedReviewsResponse } from '@plaudit/contracts';
import type { ChannelCopy } from '../channels/channel-copy';
import { type Language, type Strings, stringsOf } from '../i18n/locale';
import { ELEMENT_STRINGS, type ElementStrings } from '../i18n/string-keys';
import type { Settings } from '../settings/settings';
import type { WidgetType } from '../settings/widget-types';
import { disclosureOf } from './disclosure';
import { cutText, publicReview, type PublishingRules } from './public-review';
import { type PublicReview, type PublicWidget, VISITOR_SORTS, type VisitorSort } from './public-widget';
import { ratingSummary } from './rating-summary';

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
  publicUrl: string;
  /** The cursor of the next page, or null on the last one. */
  next: string | null;
  naming: Pick<PublishingRules, 'publicId' | 'imageUrl'>;
}

/** Returns the data that the element draws a widget from, in one language. */
export function renderWidget(input: RenderInput): PublicWidget {
  const { settings, reviews, language } = input;
  const strings = stringsOf(language, settings.i18n.strings);
  const summary = ratingSummary(settings.header.rating_basis, input.channels, reviews);
  const label = summary.basis === 'approved' ? 'based_on_selected' : 'based_on';
  const widget: PublicWidget = {
    active: true,
    key: input.key,
    type: input.type,
    lang: language,
    // All supported languages are written from left to right. Pages in Arabic or Hebrew set `rtl` in the settings.
    dir: settings.i18n.direction === 'rtl' ? 'rtl' : 'ltr',
    settings: {
      header: settings.header,
      layout: settings.layout,
      card: settings.card,
      style: settings.style,
      behavior: settings.behavior,
    },
    sort: visitorSort(settings.source.sort),
    summary: { ...summary, label: strings(label, { count: summary.count }) },
    reviews: [],
    next: input.next,
    strings: elementStrings(strings),
    disclosure: disclosureOf(settings, summary, reviews.summary.collected.count, strings),
    branding: settings.legal.show_branding ? strings('branding') : null,
    page_url: `${input.publicUrl}/w/${input.key}`,
  };
  return withinLimit(widget, input);
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

function withinLimit(widget: PublicWidget, { reviews, settings, naming }: RenderInput): PublicWidget {
  for (const level of LEVELS) {
    const rules = { ...naming, ...level, card: settings.card };
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
  naming: RenderInput['naming'],
): PublicReview[] {
  return items.map((item) =>
    publicReview(item, { ...naming, card: settings.card, maxText: Infinity, maxMedia: 10 }),
  );
}

function visitorSort(sort: string): PublicWidget['sort'] {
  return (VISITOR_SORTS as readonly string[]).includes(sort) ? (sort as VisitorSort) : 'featured';
}

/** Returns the element's texts. It includes the five forms of "n stars", because the element has no plural rules. */
function elementStrings(strings: Strings): ElementStrings {
  const plain = ELEMENT_STRINGS.map((key) => [key, strings(key)]);
  const stars = [1, 2, 3, 4, 5].map((count) => [`stars_${count}`, strings('n_stars', { count })]);
  return Object.fromEntries([...plain, ...stars]) as ElementStrings;
}
