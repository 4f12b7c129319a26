import { applyPatch, mergeSettings } from './settings-merge';

const DEFAULTS = {
  layout: { columns: { desktop: 3, mobile: 1 }, arrows: true },
  source: { tags: [], min_rating: null, sort: 'newest' },
  i18n: { strings: {} },
};

describe('applyPatch and mergeSettings', () => {
  it('merges objects and keeps settings that were not sent', () => {
    const stored = applyPatch(
      DEFAULTS,
      { layout: { arrows: false } },
      { layout: { columns: { desktop: 4 } } },
    );
    expect(stored).toEqual({ layout: { arrows: false, columns: { desktop: 4 } } });
    expect(mergeSettings(DEFAULTS, stored)).toEqual({
      ...DEFAULTS,
      layout: { columns: { desktop: 4, mobile: 1 }, arrows: false },
    });
  });

  it('replaces whole lists', () => {
    expect(applyPatch(DEFAULTS, { source: { tags: [1, 2] } }, { source: { tags: [3] } })).toEqual({
      source: { tags: [3] },
    });
  });

  it('removes an override for null, on every level', () => {
    const stored = { layout: { arrows: false, columns: { desktop: 4 } }, source: { sort: 'oldest' } };
    expect(applyPatch(DEFAULTS, stored, { layout: { columns: { desktop: null } }, source: null })).toEqual({
      layout: { arrows: false },
    });
  });

  it('changes nothing for an empty object', () => {
    const stored = { layout: { arrows: false } };
    expect(applyPatch(DEFAULTS, stored, {})).toEqual(stored);
    expect(applyPatch(DEFAULTS, stored, { layout: {} })).toEqual(stored);
  });

  it('stores no value that equals its default', () => {
    expect(applyPatch(DEFAULTS, { layout: { arrows: false } }, DEFAULTS)).toEqual({});
  });

  it('stores keys that have no default, such as single strings', () => {
    expect(applyPatch(DEFAULTS, {}, { i18n: { strings: { read_more: 'Go on' } } })).toEqual({
      i18n: { strings: { read_more: 'Go on' } },
    });
  });

  it('does not change its arguments', () => {
    const stored = { layout: { arrows: false } };
    applyPatch(DEFAULTS, stored, { layout: { columns: { desktop: 4 } } });
    mergeSettings(DEFAULTS, stored);
    expect(stored).toEqual({ layout: { arrows: false } });
    expect(DEFAULTS.layout.arrows).toBe(true);
  });
});
