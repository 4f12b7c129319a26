import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { introductionOf } from './introduction-sections';
import introduction from './introduction.json';

const API_PAGE = readFileSync(join(__dirname, '..', '..', '..', '..', 'docs', 'api.md'), 'utf8');

describe('introductionOf', () => {
  it('returns what `npm run generate` wrote', () => {
    expect(introduction.lines.join('\n')).toBe(introductionOf(API_PAGE));
  });

  it('covers authentication, roles, pages, repeated requests, throttling, dates and errors', () => {
    const text = introductionOf(API_PAGE);
    const words = [
      'Authorization: Bearer',
      'editor',
      'before_ts',
      'Idempotency-Key',
      'cost 5',
      'in UTC',
      '`code`',
    ];
    expect(words.filter((word) => !text.includes(word))).toEqual([]);
    expect(text).toContain('](/docs/errors)');
  });

  it('refuses a page without one of the sections', () => {
    expect(() => introductionOf(API_PAGE.replace('## Throttling', '## Limits'))).toThrow(
      'docs/api.md has no section "Throttling"',
    );
  });

  it('refuses a link to a document that the gateway does not show', () => {
    expect(() => introductionOf(API_PAGE.replace('## Keys', '## Keys\n\n[Why](decisions.md#7)'))).toThrow(
      'links to decisions.md#7',
    );
  });
});
