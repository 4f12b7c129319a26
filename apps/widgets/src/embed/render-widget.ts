import type { ApprovedReviewsResponse, ApprovedReview } from '@plaudit/contracts';
import type { Settings } from '../widgets/settings';
import type { WidgetType } from '../widgets/widget-types';
import type { ChannelCopy } from './channel-copy';
import { cutText } from './cut-text';
import { disclosureOf } from './disclosure';
import { type Language, type Strings, stringsOf } from './locale';
import { publicReview, type PublishingRules } from './public-review';
import { type PublicReview, type PublicWidget, VISITOR_SORTS, type VisitorSort } from './public-widget';
import { ratingSummary } from './rating-summary';
import { ELEMENT_STRINGS, type ElementStrings } from './string-keys';

/** Most bytes of a widget's public JSON before compression. */
export const JSON_LIMIT_BYTES = 30_000;

export interface RenderInput {
  key: string;
  type: WidgetType;
  settings: Settings;
  language: Language;
  answer: ApprovedReviewsResponse;
  /** The channels that this widget shows. */
  channels: readonly ChannelCopy[];
  publicUrl: string;
  /** What the browser sends to go on; null at the end. */
  next: string | null;
  naming: Pick<PublishingRules, 'nameOf' | 'imageOf'>;
}

/** Everything the element needs to draw, in one language. */
export function renderWidget(input: RenderInput): PublicWidget {
  const { settings, answer, language } = input;
  const strings = stringsOf(language, settings.i18n.strings);
  const summary = ratingSummary(settings.header.rating_basis, input.channels, answer);
  const counted = summary.basis === 'approved' ? 'based_on_selected' : 'based_on';
  const widget: PublicWidget = {
    active: true,
    key: input.key,
    type: input.type,
    lang: language,
    // Every language we ship is written left to right; a page in Arabic or Hebrew says so in its settings.
    dir: settings.i18n.direction === 'rtl' ? 'rtl' : 'ltr',
    settings: {
      header: settings.header,
      layout: settings.layout,
      card: settings.card,
      style: settings.style,
      behavior: settings.behavior,
    },
    sort: visitorSort(settings.source.sort),
    summary: { ...summary, label: strings(counted, { count: summary.count }) },
    reviews: [],
    next: input.next,
    strings: elementStrings(strings),
    disclosure: disclosureOf(settings, summary, answer.summary.collected.count, strings),
    branding: settings.legal.show_branding ? strings('branding') : null,
    page_url: `${input.publicUrl}/w/${input.key}`,
  };
  return withinLimit(widget, input);
}

/** From generous to terse; the first that fits is taken. */
const RUNGS = [
  { maxText: 2000, maxMedia: 10 },
  { maxText: 1000, maxMedia: 6 },
  { maxText: 500, maxMedia: 4 },
  { maxText: 240, maxMedia: 2 },
  { maxText: 120, maxMedia: 1 },
  { maxText: 60, maxMedia: 0 },
];

function withinLimit(widget: PublicWidget, { answer, settings, naming }: RenderInput): PublicWidget {
  for (const rung of RUNGS) {
    const rules = { ...naming, ...rung, card: settings.card };
    const reviews = answer.items.map((item) => terse(publicReview(item, rules), rung.maxText));
    const fitting = { ...widget, reviews };
    if (Buffer.byteLength(JSON.stringify(fitting)) <= JSON_LIMIT_BYTES) return fitting;
    widget = fitting;
  }
  return widget;
}

/** An owner's answer is held to the same length as the review. */
function terse(review: PublicReview, maxText: number): PublicReview {
  if (!review.reply || review.reply.text.length <= maxText) return review;
  return { ...review, reply: { ...review.reply, text: cutText(review.reply.text, maxText).text }, cut: true };
}

/** Whole texts, for the pages that a visitor asks for one by one. */
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

/** Texts the element picks from; the plural forms of "n stars" are settled here, so that it needs no grammar. */
function elementStrings(strings: Strings): ElementStrings {
  const plain = ELEMENT_STRINGS.map((key) => [key, strings(key)]);
  const stars = [1, 2, 3, 4, 5].map((count) => [`stars_${count}`, strings('n_stars', { count })]);
  return Object.fromEntries([...plain, ...stars]) as ElementStrings;
}
