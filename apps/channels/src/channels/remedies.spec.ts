import { remedyOf } from './remedies';

describe('remedyOf', () => {
  it('lets the owner correct a page of any website, which has no settings of a platform', () => {
    expect(remedyOf('parse_failed', { catchAll: true })).toBe('fix_page');
    expect(remedyOf('empty_result', { catchAll: true })).toBe('fix_page');
    expect(remedyOf('timeout', { catchAll: true })).toBe('wait');
  });

  it('lets a platform show its reviews, and Plaudit adapt to its pages', () => {
    expect(remedyOf('parse_failed', {})).toBe('report');
    expect(remedyOf('empty_result', {})).toBe('make_public');
  });
});
