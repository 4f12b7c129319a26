import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  changed,
  completeSettings,
  defaultsUnder,
  dirtyPaths,
  isOverridden,
  overrideCount,
  overridesOf,
  patchBetween,
  resetted,
} from './draft';
import type { Json } from './json-paths';
import { THEME_VALUES } from './theme-values';

const REPOSITORY = join(__dirname, '../../../../../../..');

const DEFAULTS: Json = {
  style: { theme: 'light', radius: 12, star_color: null, border: true },
  layout: { columns: { desktop: 3, tablet: 2, mobile: 1 }, arrows: true },
  source: { tags: [], min_rating: null },
  i18n: { strings: {} },
};

describe('the values of themes', () => {
  it('are those that the service merges into settings', () => {
    const path = join(REPOSITORY, 'apps/widgets/src/settings/theme-styles.json');
    const themes = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Json>;
    const setting = Object.entries(themes).filter(([, values]) => Object.keys(values).length > 0);
    expect(THEME_VALUES).toEqual(Object.fromEntries(setting));
  });
});

describe('overridesOf', () => {
  it('returns only what differs from the defaults', () => {
    const settings = completeSettings(DEFAULTS, { style: { radius: 3 }, layout: { columns: { mobile: 2 } } });
    expect(overridesOf(DEFAULTS, settings)).toEqual({
      style: { radius: 3 },
      layout: { columns: { mobile: 2 } },
    });
  });

  it('does not count what the theme sets', () => {
    const settings = completeSettings(DEFAULTS, { style: { theme: 'soft' } });
    expect(settings).toMatchObject({ style: { radius: 20, star_color: '#c2620c', border: false } });
    expect(overridesOf(DEFAULTS, settings)).toEqual({ style: { theme: 'soft' } });
  });
});

describe('changed', () => {
  it('adds an override', () => {
    expect(changed(DEFAULTS, {}, ['style', 'radius'], 4)).toEqual({ style: { radius: 4 } });
  });

  it('removes the override if the value is the default', () => {
    const overrides = { style: { radius: 4 }, layout: { arrows: false } };
    expect(changed(DEFAULTS, overrides, ['style', 'radius'], 12)).toEqual({ layout: { arrows: false } });
  });

  it('keeps a value that equals the default of the type but not that of the theme', () => {
    const overrides = { style: { theme: 'soft' } };
    expect(changed(DEFAULTS, overrides, ['style', 'radius'], 12)).toEqual({
      style: { theme: 'soft', radius: 12 },
    });
    expect(changed(DEFAULTS, overrides, ['style', 'radius'], 20)).toEqual(overrides);
  });

  it('keeps null where the theme has a value', () => {
    expect(changed(DEFAULTS, { style: { theme: 'soft' } }, ['style', 'star_color'], null)).toEqual({
      style: { theme: 'soft', star_color: null },
    });
  });

  it('compares the parts of an object one by one', () => {
    const columns = { desktop: 3, tablet: 4, mobile: 1 };
    expect(changed(DEFAULTS, {}, ['layout', 'columns'], columns)).toEqual({
      layout: { columns: { tablet: 4 } },
    });
  });

  it('replaces lists as a whole', () => {
    expect(changed(DEFAULTS, { source: { tags: [1, 2] } }, ['source', 'tags'], [2])).toEqual({
      source: { tags: [2] },
    });
    expect(changed(DEFAULTS, { source: { tags: [1] } }, ['source', 'tags'], [])).toEqual({});
  });
});

describe('resetted', () => {
  it('removes a setting, and a whole block', () => {
    const overrides = { style: { radius: 4, border: false }, layout: { arrows: false } };
    expect(resetted(overrides, ['style', 'radius'])).toEqual({
      style: { border: false },
      layout: { arrows: false },
    });
    expect(resetted(overrides, ['style'])).toEqual({ layout: { arrows: false } });
    expect(resetted(overrides, ['seo', 'json_ld'])).toEqual(overrides);
  });
});

describe('dirtyPaths', () => {
  it('names what was added, changed and removed', () => {
    const before = { style: { radius: 4, border: false }, layout: { columns: { mobile: 2 } } };
    const after = { style: { radius: 5, border: false }, source: { tags: [1] } };
    expect(dirtyPaths(before, after).map((path) => path.join('.'))).toEqual([
      'style.radius',
      'layout.columns.mobile',
      'source.tags',
    ]);
    expect(dirtyPaths(after, after)).toEqual([]);
  });
});

describe('patchBetween', () => {
  it('sends only what differs', () => {
    const patch = patchBetween(DEFAULTS, { style: { radius: 4 } }, { style: { radius: 4, border: false } });
    expect(patch).toEqual({ style: { border: false } });
  });

  it('sends the default of what was reset', () => {
    expect(patchBetween(DEFAULTS, { style: { radius: 4, star_color: '#000' } }, {})).toEqual({
      style: { radius: 12, star_color: null },
    });
  });

  it('sends null for a text that replaces a translation no more', () => {
    const before = { i18n: { strings: { next: 'More', close: 'Shut' } } };
    const after = { i18n: { strings: { close: 'Shut' } } };
    expect(patchBetween(DEFAULTS, before, after)).toEqual({ i18n: { strings: { next: null } } });
  });

  it('sends the default of the new theme for what was reset with it', () => {
    expect(patchBetween(DEFAULTS, { style: { radius: 4 } }, { style: { theme: 'soft' } })).toEqual({
      style: { theme: 'soft', radius: 20 },
    });
  });
});

describe('overrideCount', () => {
  it('counts the changed settings of a block and of all', () => {
    const overrides = { style: { radius: 4, border: false }, layout: { columns: { mobile: 2 } } };
    expect(overrideCount(overrides)).toBe(3);
    expect(overrideCount(overrides, 'style')).toBe(2);
    expect(overrideCount(overrides, 'seo')).toBe(0);
    expect(isOverridden(overrides, ['layout', 'columns'])).toBe(true);
    expect(isOverridden(overrides, ['layout', 'arrows'])).toBe(false);
  });
});

describe('defaultsUnder', () => {
  it('ignores a theme that it does not know', () => {
    expect(defaultsUnder(DEFAULTS, { style: { theme: 'neon' } })).toEqual(DEFAULTS);
  });
});
