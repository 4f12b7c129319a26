import { applyPatch, mergeSettings } from './settings-merge';

const DEFAULTS = {
  layout: { columns: { desktop: 3, mobile: 1 }, arrows: true },
  source: { tags: [], min_rating: null, sort: 'newest' },
  i18n: { strings: {} },
};

describe('settings of a widget', () => {
  it('merges objects and leaves what was not sent', () => {
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

  it('replaces lists as a whole', () => {
    expect(applyPatch(DEFAULTS, { source: { tags: [1, 2] } }, { source: { tags: [3] } })).toEqual({
      source: { tags: [3] },
    });
  });

  it('takes an override away with null, on any level', () => {
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

  it('stores nothing that equals the default, so that later defaults reach widgets saved whole', () => {
    expect(applyPatch(DEFAULTS, { layout: { arrows: false } }, DEFAULTS)).toEqual({});
  });

  it('keeps keys that have no default of their own, such as single strings', () => {
    expect(applyPatch(DEFAULTS, {}, { i18n: { strings: { read_more: 'Go on' } } })).toEqual({
      i18n: { strings: { read_more: 'Go on' } },
    });
  });

  it('does not touch what it was given', () => {
    const stored = { layout: { arrows: false } };
    applyPatch(DEFAULTS, stored, { layout: { columns: { desktop: 4 } } });
    mergeSettings(DEFAULTS, stored);
    expect(stored).toEqual({ layout: { arrows: false } });
    expect(DEFAULTS.layout.arrows).toBe(true);
  });
});
