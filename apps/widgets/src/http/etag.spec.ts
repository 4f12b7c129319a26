import { widgetEtag } from './etag';

const PARTS = { widgetRev: 3, contentRev: 17, language: 'en', now: new Date('2026-11-21T23:59:59Z') };

describe('widgetEtag', () => {
  it('joins the two revs and the language', () => {
    expect(widgetEtag({ ...PARTS, sort: 'newest' })).toBe('"3-17-en"');
  });

  it('includes the date if the order of the reviews changes every day', () => {
    expect(widgetEtag({ ...PARTS, sort: 'random_daily' })).toBe('"3-17-en-2026-11-21"');
  });
});
