import { flag, integer, object, orNull } from './schema';
import { applyPatch, mergeSettings } from './settings-merge';

const DEFAULTS = {
  layout: { columns: { desktop: 3, mobile: 1 }, arrows: true, width: 8 },
  source: { tags: [], min_rating: null, sort: 'newest' },
  i18n: { strings: {} },
};

const SCHEMA = object({
  layout: object({
    columns: object({ desktop: integer(1, 6), mobile: integer(1, 3) }),
    arrows: flag,
    width: orNull(integer(1, 9)),
  }),
});

describe('applyPatch and mergeSettings', () => {
  it('merges objects and keeps settings that were not sent', () => {
    const stored = applyPatch(
      SCHEMA,
      DEFAULTS,
      { layout: { arrows: false } },
      { layout: { columns: { desktop: 4 } } },
    );
    expect(stored).toEqual({ layout: { arrows: false, columns: { desktop: 4 } } });
    expect(mergeSettings(DEFAULTS, stored)).toEqual({
      ...DEFAULTS,
      layout: { columns: { desktop: 4, mobile: 1 }, arrows: false, width: 8 },
    });
  });

  it('replaces whole lists', () => {
    expect(applyPatch(SCHEMA, DEFAULTS, { source: { tags: [1, 2] } }, { source: { tags: [3] } })).toEqual({
      source: { tags: [3] },
    });
  });

  it('removes an override for null, on every level', () => {
    const stored = { layout: { arrows: false, columns: { desktop: 4 } }, source: { sort: 'oldest' } };
    expect(
      applyPatch(SCHEMA, DEFAULTS, stored, { layout: { columns: { desktop: null } }, source: null }),
    ).toEqual({
      layout: { arrows: false },
    });
  });

  it('stores null for a setting that may be null, unless that is its default', () => {
    const stored = applyPatch(SCHEMA, DEFAULTS, {}, { layout: { width: null } });
    expect(stored).toEqual({ layout: { width: null } });
    expect(mergeSettings(DEFAULTS, stored)).toMatchObject({ layout: { width: null } });
    const withoutWidth = { ...DEFAULTS, layout: { ...DEFAULTS.layout, width: null } };
    expect(applyPatch(SCHEMA, withoutWidth, stored, { layout: { width: null } })).toEqual({});
  });

  it('changes nothing for an empty object', () => {
    const stored = { layout: { arrows: false } };
    expect(applyPatch(SCHEMA, DEFAULTS, stored, {})).toEqual(stored);
    expect(applyPatch(SCHEMA, DEFAULTS, stored, { layout: {} })).toEqual(stored);
  });

  it('stores no value that equals its default', () => {
    expect(applyPatch(SCHEMA, DEFAULTS, { layout: { arrows: false } }, DEFAULTS)).toEqual({});
  });

  it('stores keys that have no default, such as single strings', () => {
    expect(applyPatch(SCHEMA, DEFAULTS, {}, { i18n: { strings: { read_more: 'Go on' } } })).toEqual({
      i18n: { strings: { read_more: 'Go on' } },
    });
  });

  it('does not change its arguments', () => {
    const stored = { layout: { arrows: false } };
    applyPatch(SCHEMA, DEFAULTS, stored, { layout: { columns: { desktop: 4 } } });
    mergeSettings(DEFAULTS, stored);
    expect(stored).toEqual({ layout: { arrows: false } });
    expect(DEFAULTS.layout.arrows).toBe(true);
  });
});
