import { noticeMessage } from './notice-message';

describe('noticeMessage', () => {
  it.each([
    [
      { code: 'unreadable_dates' as const, count: 3, total: 40, example: 'the third moon' },
      '3 of 40 reviews have a date that cannot be read, such as "the third moon". They are shown without a date.',
    ],
    [
      { code: 'unreadable_dates' as const, count: 1, total: 1, example: null },
      '1 of 1 review has no date. It is shown without a date.',
    ],
    [
      { code: 'broken_markup' as const, count: 1, total: 2, example: 'block 2, line 14: a comma is missing' },
      '1 of 2 JSON-LD blocks of the page cannot be read: block 2, line 14: a comma is missing. Reviews and ratings in it are missing here.',
    ],
    [
      { code: 'unreadable_rows' as const, count: 2, total: null, example: 'A row is not an object' },
      '2 reviews cannot be read: A row is not an object. All others are collected.',
    ],
  ])('says what could not be understood and what that means: %j', (notice, sentences) => {
    expect(noticeMessage(notice)).toContain(sentences);
    expect(noticeMessage(notice)).not.toMatch(/support|\.\./i);
  });
});
