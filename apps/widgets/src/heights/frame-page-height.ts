import type { Settings } from '../settings/settings';
import type { WidgetType } from '../settings/widget-types';
import { MeasuredText } from './text-width';
import { type ShownContent, stacked } from './measure';
import { type HeightAt, heightOf } from './widget-height';

/** The margin that the page in a frame has around the widget. */
const MARGIN = 2;
/** A frame that is a little too low has a scroll bar, and some systems have a wide font. */
const ROOM = 1.06;
const MORE = 64;
const LONG_TEXT = 400;
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
    rest: (text.length > LONG_TEXT ? 40 : 0) + (media.length > 0 ? 92 : 0),
    reply: reply && new MeasuredText(reply.text),
  }));
  const notes = new MeasuredText(disclosure?.text ?? '');
  return (width) => {
    const room = width - 42;
    const author = width < ONE_LINE ? 74 : 50;
    const heights = cards.map(
      ({ text, rest, reply }) =>
        42 +
        21 +
        12 +
        text.lines(room / 16) * 25.6 +
        rest +
        12 +
        author +
        (reply ? 57 + reply.lines((room - 32) / 15) * 24 : 0),
    );
    const score = summary.rating === null ? 0 : 52 + Math.min(32, Math.max(20, width * 0.03));
    const more = next === null ? 0 : MORE;
    const lines = (disclosure ? notes.lines(width / 13) : 0) + (branding === null ? 0 : 1);
    return Math.ceil(score + stacked(heights, 16) + more + (lines > 0 ? 24 + lines * 21 : 0));
  };
}
