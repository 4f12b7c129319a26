import type { Channel } from './channel-state';
import { fixesOf, mainFix } from './remedies';

type Failed = Parameters<typeof fixesOf>[0];

function failed(remedy: Channel['remedy'], change: Partial<Failed> = {}): Failed {
  return { remedy, status: 'error', has_credentials: false, method: 'url', ...change };
}

describe('fixesOf', () => {
  const plain = { optional: [] };
  const withKey = { optional: ['access_token'] };

  it('begins with waiting if the failure may end by itself', () => {
    expect(fixesOf(failed('import'), plain)).toEqual(['wait', 'import']);
    expect(fixesOf(failed('wait'), plain)).toEqual(['wait']);
    expect(fixesOf(failed('report'), plain)).toEqual(['wait', 'report', 'import']);
    expect(fixesOf(failed('fix_page'), plain)).toEqual(['wait', 'fix_page', 'import']);
  });

  it('does not let a person wait for what only a person can end', () => {
    expect(fixesOf(failed('sign_in'), plain)).toEqual(['sign_in']);
    expect(fixesOf(failed('replace_key'), plain)).toEqual(['replace_key']);
    expect(fixesOf(failed('check_address'), plain)).toEqual(['check_address', 'import']);
  });

  it('offers a key before the import if the platform takes one and the channel has none', () => {
    expect(fixesOf(failed('import'), withKey)).toEqual(['wait', 'add_key', 'import']);
    expect(fixesOf(failed('import', { has_credentials: true }), withKey)).toEqual(['wait', 'import']);
    expect(fixesOf(failed('import'), undefined)).toEqual(['wait', 'import']);
  });

  it('enables a stopped channel instead of waiting', () => {
    expect(fixesOf(failed('import', { status: 'disabled' }), plain)).toEqual(['enable', 'import']);
    expect(fixesOf(failed(null, { status: 'disabled' }), plain)).toEqual(['enable']);
  });

  it('has nothing to fix without a failure', () => {
    expect(fixesOf(failed(null, { status: 'active' }), plain)).toEqual([]);
  });
});

describe('mainFix', () => {
  it('is what a person does at once, and not waiting', () => {
    expect(mainFix(['sign_in'])).toBe('sign_in');
    expect(mainFix(['enable', 'import'])).toBe('enable');
    expect(mainFix(['wait', 'import'])).toBeNull();
  });
});
