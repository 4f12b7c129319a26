import { dateText, dayOf, machineDate } from '../../layouts/dates';
import { GLOBE, QUOTE, TICK } from '../../layouts/icons';
import type { PublicReview } from '../../public-json/public-widget';
import { fill, h, icon, stars } from '../dom/dom';
import { link } from '../dom/link';
import type { View } from '../view';
import { face } from './face';
import { photosOf, thumb } from './photos';
import { reviewText } from './review-text';

/**
 * Draws one review. The data does not contain what the settings hide. A `whole` card has its whole text and no photos, for
 * dialogs.
 */
export function card(view: View, review: PublicReview, whole = false): HTMLElement {
  const { settings, strings } = view.data;
  const { reply } = review;
  const photos = whole ? [] : photosOf(review);
  return h(
    `article.card.${settings.card.align}`,
    { part: 'card' },
    h(
      'div.body',
      {},
      settings.layout.quote_mark && icon(QUOTE, 'quote off'),
      top(view, review),
      reviewText(view, review, whole),
      review.translated &&
        settings.card.show_translation_note &&
        h('p.note.muted', {}, icon(GLOBE, 'line'), strings.translated),
      photos[0] && h('ul.media', {}, ...photos.map((photo) => h('li', {}, thumb(view, photo, photos)))),
      reply && h('div.reply', {}, h('strong', {}, strings.reply), h('p', { dir: 'auto' }, reply.text)),
    ),
    who(view, review),
  );
}

function top({ data }: View, review: PublicReview): HTMLElement | null {
  const { settings, lang, strings } = data;
  const { rating } = review;
  const date = machineDate(review);
  if (rating === null && !date) return null;
  return h(
    'div.top',
    {},
    rating !== null && stars(rating, fill(strings.rated, { rating: ratingText(rating, lang) })),
    date &&
      h('time.muted', { datetime: date }, dateText(date, settings.card.date_format, lang, dayOf(new Date()))),
  );
}

export function ratingText(rating: number, lang: string): string {
  return rating.toLocaleString(lang, { maximumFractionDigits: 1 });
}

function who(view: View, review: PublicReview): HTMLElement {
  const { settings, strings } = view.data;
  const { show_avatar: picture, show_name: name } = settings.card;
  return h(
    'div.who',
    {},
    picture && face(review.author),
    h(
      'div',
      {},
      name && h('p.name', { dir: 'auto' }, review.author.name ?? strings.anonymous),
      h(
        'p.meta.muted',
        {},
        source(view, review),
        review.verified && h('span.verified', {}, icon(TICK, 'line'), strings.verified),
      ),
    ),
  );
}

/** Draws the platform, as a link to the review if there is one. */
function source(view: View, { url, label, mark, platform }: PublicReview): HTMLElement | null {
  const name = label ?? url?.split('/')[2];
  if (!name) return null;
  // Data that a browser kept from before has no icons.
  const path = view.data.icons?.[platform as string];
  const sign = path
    ? icon(path, 'logo')
    : mark && h('span.mono', { 'aria-hidden': 'true', 'data-mark': mark });
  const says = { 'aria-label': fill(view.data.strings.view_on, { platform: name }) };
  return link(view, url, 'source', says, sign, h('u', {}, name)) ?? h('span', {}, sign, label);
}
