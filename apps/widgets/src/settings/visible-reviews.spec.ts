import { readSettings } from './change-settings';
import type { WidgetType } from './widget-types';
import { visibleReviews } from './visible-reviews';

const visible = (type: WidgetType, changes: object = {}) =>
  visibleReviews(type, readSettings(type, changes as Record<string, unknown>));

describe('visibleReviews', () => {
  it.each<[WidgetType, number | 'all' | 'none']>([
    ['list', 'all'],
    ['grid', 'all'],
    ['media', 'all'],
    ['carousel', 12],
    ['marquee', 20],
    ['popup', 10],
    ['badge', 'none'],
    ['summary', 'none'],
  ])('returns for a %s with its default settings that visitors see %s', (type, expected) => {
    expect(visible(type)).toBe(expected);
  });

  it('returns the limit for a list without a button that loads more', () => {
    expect(visible('list', { behavior: { load_more: false } })).toBe(10);
  });

  it('returns the limit for a carousel, which has no such button', () => {
    expect(visible('carousel', { behavior: { load_more: true } })).toBe(12);
  });

  it('returns none for a list without reviews', () => {
    expect(visible('list', { source: { limit: 0 } })).toBe('none');
  });

  it('returns what the list of a badge has that opens one', () => {
    expect(visible('badge', { layout: { link: 'dialog' } })).toBe(12);
    expect(visible('badge', { layout: { link: 'dialog' }, behavior: { load_more: true } })).toBe('all');
  });
});
