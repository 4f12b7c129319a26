import { NO_SUMMARY } from '../ai-summaries/ai-summaries.client';
import { widgetEtag } from './etag';

const PARTS = {
  widgetRev: 3,
  contentRev: 17,
  language: 'en',
  now: new Date('2026-11-21T23:59:59Z'),
  aiSummary: NO_SUMMARY,
};

describe('widgetEtag', () => {
  it('joins the two revs and the language', () => {
    expect(widgetEtag({ ...PARTS, sort: 'newest' })).toBe('"3-17-en"');
  });

  it('includes the date if the order of the reviews changes every day', () => {
    expect(widgetEtag({ ...PARTS, sort: 'random_daily' })).toBe('"3-17-en-2026-11-21"');
  });

  it('changes with the AI summary, and while it is not known', () => {
    const etagOf = (text: string): string => {
      const summary = { channel_id: 1, text, based_on_reviews: 5 };
      return widgetEtag({ ...PARTS, sort: 'newest', aiSummary: { summary, isKnown: true } });
    };
    expect(etagOf('Good.')).toMatch(/^"3-17-en-ai-[0-9a-f]{12}"$/);
    expect(etagOf('Good.')).toBe(etagOf('Good.'));
    expect(etagOf('Good.')).not.toBe(etagOf('Bad.'));
    const aiSummary = { summary: null, isKnown: false };
    expect(widgetEtag({ ...PARTS, sort: 'newest', aiSummary })).toBe('"3-17-en-ai-unknown"');
  });
});
