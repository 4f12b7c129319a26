import type { Settings } from '../settings/settings';
import type { WidgetType } from '../settings/widget-types';
import { MeasuredText } from './text-width';
import { type ShownContent, stacked } from './measure';
import { type HeightAt, heightOf } from './widget-height';

/** The margin that the page in a frame has around the widget. */
const MARGIN = 2;
/** A frame that is a little too low has a scroll bar, and some systems have a wide font. */
const ROOM = 1.06;
const LONG_TEXT = 400;

/** The parts of the page in px, as `hosted-page/page-style.ts` has them, with the gap to the part above. */
const PAGE = {
  /** The padding and the borders of a card, on two sides together. */
  card: 42,
  cardGap: 16,
  stars: 21,
  gap: 12,
  text: { size: 16, line: 25.6 },
  /** The control that opens a long text. */
  details: 40,
  photos: 92,
  author: 50,
  authorInTwoLines: 74,
  /** A reply without its text: the gap, the padding and its heading. */
  reply: 57,
  replyText: { padding: 32, size: 15, line: 24 },
  /** The large number of the average, without the margin below it. */
  score: 52,
  more: 64,
  footer: 24,
  footerText: { size: 13, line: 21 },
};
/** The details of an author fit in one line from this width. */
const ONE_LINE = 420;

/**
 * Returns a function that estimates the height of the page in an iframe from its width. Types that float above a page are a list
 * of cards there, which the page draws itself.
 */
export function framePageHeight(type: WidgetType, settings: Settings, content: ShownContent): HeightAt {
  const heightAt =
    type === 'floating' || type === 'popup' ? listHeight(content) : heightOf(type, settings, content);
  return (width) => Math.ceil(heightAt(width - 2 * MARGIN) * ROOM) + 2 * MARGIN;
}

function listHeight({ summary, reviews, disclosure, branding, next }: ShownContent): HeightAt {
  const cards = reviews.map(({ text, media, reply }) => ({
    text: new MeasuredText(text.slice(0, LONG_TEXT)),
    rest: (text.length > LONG_TEXT ? PAGE.details : 0) + (media.length > 0 ? PAGE.photos : 0),
    reply: reply && new MeasuredText(reply.text),
  }));
  const notes = new MeasuredText(disclosure?.text ?? '');
  const { text: body, replyText, footerText } = PAGE;
  return (width) => {
    const room = width - PAGE.card;
    const author = width < ONE_LINE ? PAGE.authorInTwoLines : PAGE.author;
    const heights = cards.map(({ text, rest, reply }) => {
      const words = text.lines(room / body.size) * body.line;
      const replyLines = reply ? reply.lines((room - replyText.padding) / replyText.size) : 0;
      const answer = reply ? PAGE.reply + replyLines * replyText.line : 0;
      return PAGE.card + PAGE.stars + PAGE.gap + words + rest + PAGE.gap + author + answer;
    });
    const score = summary.rating === null ? 0 : PAGE.score + Math.min(32, Math.max(20, width * 0.03));
    const more = next === null ? 0 : PAGE.more;
    const lines = (disclosure ? notes.lines(width / footerText.size) : 0) + (branding === null ? 0 : 1);
    const footer = lines > 0 ? PAGE.footer + lines * footerText.line : 0;
    return Math.ceil(score + stacked(heights, PAGE.cardGap) + more + footer);
  };
}
