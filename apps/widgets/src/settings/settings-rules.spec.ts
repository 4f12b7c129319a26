import { ApiError } from '@plaudit/contracts';
import type { JsonObject } from './settings-merge';
import type { CheckTree } from './settings-checks';
import { changeSettings, readSettings } from './settings-rules';
import { schemaOf } from './settings-schema';
import { WIDGET_CATALOGUE, WIDGET_TYPES, type WidgetType } from './widget-types';

function refusal(type: WidgetType, patch: unknown): ApiError {
  try {
    changeSettings(type, {}, patch);
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('nothing was refused');
}

function keysOf(tree: CheckTree | JsonObject): unknown {
  return Object.fromEntries(
    Object.keys(tree)
      .sort()
      .map((key) => {
        const value = tree[key];
        const nested =
          typeof value === 'object' && value !== null && !Array.isArray(value) && key !== 'strings';
        return [key, nested ? keysOf(value as JsonObject) : true];
      }),
  );
}

describe('the rules of settings', () => {
  it('know twelve types', () => {
    expect(WIDGET_CATALOGUE.map(({ type }) => type)).toEqual(WIDGET_TYPES);
  });

  it.each(WIDGET_CATALOGUE)('have a rule for every default of $type, and accept it', ({ type, settings }) => {
    expect(keysOf(schemaOf(type))).toEqual(keysOf(settings as unknown as JsonObject));
    expect(changeSettings(type, {}, settings)).toEqual({ overrides: {}, settings });
  });

  it.each([
    [
      'carousel',
      { layout: { columns: { desktop: 7 } } },
      'settings.layout.columns.desktop must be between 1 and 6.',
    ],
    [
      'list',
      { layout: { arrows: true } },
      'settings.layout.arrows is not a setting of the widget type list.',
    ],
    ['list', { colour: 1 }, 'settings.colour is not a setting of the widget type list.'],
    ['list', { layout: 'wide' }, 'settings.layout must be an object.'],
    ['list', { layout: [] }, 'settings.layout must be an object.'],
    ['list', [], 'settings must be an object.'],
    ['list', null, 'settings must be an object.'],
    ['list', { source: { limit: 51 } }, 'settings.source.limit must be between 0 and 50.'],
    ['list', { source: { limit: '10' } }, 'settings.source.limit must be between 0 and 50.'],
    [
      'list',
      { source: { ratings: [5, 6] } },
      'settings.source.ratings has an entry that must be between 1 and 5.',
    ],
    ['list', { source: { channels: {} } }, 'settings.source.channels must be a list of at most 500 entries.'],
    ['list', { source: { since: '2026-02-31' } }, 'settings.source.since must be a date such as 2026-01-31.'],
    [
      'list',
      { header: { cta_url: 'javascript:alert(1)' } },
      'settings.header.cta_url must be an http or https address of at most 2048 characters.',
    ],
    [
      'list',
      { style: { star_color: 'red;}' } },
      'settings.style.star_color must be a colour such as #d97706.',
    ],
    [
      'list',
      { style: { custom_css: 'a{background:url(//x)}' } },
      'settings.style.custom_css must not contain anything that loads a file, such as url().',
    ],
    [
      'list',
      { i18n: { strings: { nonsense: 'x' } } },
      'settings.i18n.strings.nonsense is not a setting of the widget type list.',
    ],
    [
      'list',
      { i18n: { strings: { read_more: 5 } } },
      'settings.i18n.strings.read_more must be a text of at most 300 characters.',
    ],
    [
      'list',
      { access: { allowed_domains: ['https://example.com'] } },
      'settings.access.allowed_domains has an entry that must be a host name such as example.com or *.example.com.',
    ],
    [
      'list',
      { seo: { item_type: 'Organization' } },
      'settings.seo.item_type must be one of Product, SoftwareApplication, Course, Event, Recipe, Book, Movie.',
    ],
    [
      'list',
      { source: { min_rating: 4, max_rating: 3 } },
      'settings.source.min_rating must not be above settings.source.max_rating.',
    ],
    [
      'list',
      JSON.parse('{"__proto__": {"limit": 1}}'),
      'settings.__proto__ is not a setting of the widget type list.',
    ],
    ['list', { constructor: {} }, 'settings.constructor is not a setting of the widget type list.'],
  ] as [WidgetType, unknown, string][])('refuse for %s: %j', (type, patch, msg) => {
    const error = refusal(type, patch);
    expect(error).toMatchObject({ code: 'invalid_setting', status: 422, message: msg });
    expect(error.details.field).toBe(msg.split(' ')[0]);
  });

  it('name every fault at once', () => {
    const { details } = refusal('list', { source: { limit: -1 }, card: { max_lines: 0 } });
    expect(details.errors?.map(({ field }) => field).sort()).toEqual([
      'settings.card.max_lines',
      'settings.source.limit',
    ]);
  });

  it('check what is new against what is stored', () => {
    const { overrides } = changeSettings('list', {}, { source: { max_rating: 3 } });
    expect(() => changeSettings('list', overrides, { source: { min_rating: 4 } })).toThrow(ApiError);
    expect(
      changeSettings('list', overrides, { source: { min_rating: 4, max_rating: null } }).overrides,
    ).toEqual({
      source: { min_rating: 4 },
    });
  });

  it('read a stored widget with the defaults of today', () => {
    expect(readSettings('badge', { layout: { variant: 'bar' } })).toMatchObject({
      layout: { variant: 'bar', show_stars: true },
      behavior: { hide_when_empty: false },
    });
  });
});
