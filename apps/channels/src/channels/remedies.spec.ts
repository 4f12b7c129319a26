import { remedyOf } from './remedies';

describe('remedyOf', () => {
  it('lets the owner correct what the owner has written, and a page of any website without reviews', () => {
    expect(remedyOf('parse_failed', { writtenByOthers: true })).toBe('fix_page');
    expect(remedyOf('empty_result', { writtenByOthers: true })).toBe('make_public');
    expect(remedyOf('empty_result', { catchAll: true })).toBe('fix_page');
    expect(remedyOf('timeout', { catchAll: true })).toBe('wait');
  });

  it('lets a platform show its reviews, and Plaudit adapt to its pages', () => {
    expect(remedyOf('parse_failed', {})).toBe('report');
    expect(remedyOf('empty_result', {})).toBe('make_public');
  });
});
