import { ApiError } from '@plaudit/contracts';
import { isJsonObject, type JsonObject } from './settings-merge';
import type { Schema } from './schema';
import { changeSettings, readSettings } from './change-settings';
import { settingsSchemaOf } from './settings-schemas';
import { WIDGET_CATALOGUE, WIDGET_TYPES, type WidgetType } from './widget-types';

function refusal(type: WidgetType, patch: unknown): ApiError {
  try {
    changeSettings(type, {}, patch);
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('nothing was refused');
}

/** Reduces settings to their nested keys. `strings` counts as one key, because its keys have no defaults. */
function keysOfSettings(settings: JsonObject): unknown {
  return Object.fromEntries(
    Object.keys(settings)
      .sort()
      .map((key) => {
        const value = settings[key];
        return [key, isJsonObject(value) && key !== 'strings' ? keysOfSettings(value) : true];
      }),
  );
}

function keysOfSchema({ properties = {} }: Schema): unknown {
  return Object.fromEntries(
    Object.keys(properties)
      .sort()
      .map((key) => {
        const schema = properties[key];
        return [key, schema?.properties && key !== 'strings' ? keysOfSchema(schema) : true];
      }),
  );
}

describe('WIDGET_CATALOGUE', () => {
  it('has an entry for each of the twelve types, in order', () => {
    expect(WIDGET_CATALOGUE.map(({ type }) => type)).toEqual(WIDGET_TYPES);
  });
});

describe('changeSettings', () => {
  it.each(WIDGET_CATALOGUE)(
    'has a schema for every default of $type, and accepts the defaults',
    ({ type, settings }) => {
      expect(keysOfSchema(settingsSchemaOf(type))).toEqual(keysOfSettings(settings as unknown as JsonObject));
      expect(changeSettings(type, {}, settings)).toEqual({ overrides: {}, settings });
    },
  );

  it.each(WIDGET_CATALOGUE)('sets no maximum width of $type for null', ({ type }) => {
    const narrow = changeSettings(type, {}, { style: { max_width: 300 } });
    const { overrides, settings } = changeSettings(type, narrow.overrides, { style: { max_width: null } });
    expect(settings.style.max_width).toBeNull();
    expect(readSettings(type, overrides).style.max_width).toBeNull();
  });

  it.each([
    [
      'carousel',
      { layout: { columns: { desktop: 7 } } },
      'settings.layout.columns.desktop must be an integer from 1 to 6.',
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
    ['list', { source: { limit: 51 } }, 'settings.source.limit must be an integer from 0 to 50.'],
    ['list', { source: { limit: '10' } }, 'settings.source.limit must be an integer from 0 to 50.'],
    [
      'list',
      { source: { ratings: [5, 6] } },
      'settings.source.ratings must be a list of at most 5 items, each an integer from 1 to 5.',
    ],
    [
      'list',
      { source: { channels: {} } },
      'settings.source.channels must be a list of at most 500 items, each a positive integer.',
    ],
    [
      'list',
      { source: { since: '2026-02-31' } },
      'settings.source.since must be a date such as 2026-01-31 or 2026-01-31 18:00:00.',
    ],
    [
      'list',
      { header: { cta_url: 'javascript:alert(1)' } },
      'settings.header.cta_url must be an http or https URL of at most 2048 characters.',
    ],
    [
      'list',
      { style: { star_color: 'red;}' } },
      'settings.style.star_color must be a CSS colour such as #d97706.',
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
      'settings.i18n.strings.read_more must be a string of at most 300 characters.',
    ],
    [
      'list',
      { access: { allowed_domains: ['https://example.com'] } },
      'settings.access.allowed_domains must be a list of at most 100 items, each a host name such as example.com or *.example.com.',
    ],
    [
      'list',
      { seo: { item_type: 'Organization' } },
      'settings.seo.item_type must be one of Product, SoftwareApplication, Course, Event, Recipe, Book, Movie.',
    ],
    [
      'list',
      { source: { min_rating: 4, max_rating: 3 } },
      'settings.source.min_rating must not be greater than settings.source.max_rating.',
    ],
    [
      'list',
      { source: { since: '2026-02-01', until: '2026-01-31 23:00:00' } },
      'settings.source.since must not be later than settings.source.until.',
    ],
    ['list', { card: { max_lines: 0.5 } }, 'settings.card.max_lines must be an integer from 1 to 100.'],
    ['list', { source: { min_rating: true } }, 'settings.source.min_rating must be a number from 1 to 5.'],
    ['list', { header: { show: 1 } }, 'settings.header.show must be true or false.'],
    ['list', { style: { font: 'a;b' } }, 'settings.style.font must be "inherit" or a list of font names.'],
    ['list', { i18n: { locale: 'x' } }, 'settings.i18n.locale must be "auto" or a language code such as en.'],
    [
      'list',
      JSON.parse('{"__proto__": {"limit": 1}}'),
      'settings.__proto__ is not a setting of the widget type list.',
    ],
    ['list', { constructor: {} }, 'settings.constructor is not a setting of the widget type list.'],
  ] as [WidgetType, unknown, string][])('refuses for the type %s the settings %j', (type, patch, msg) => {
    const error = refusal(type, patch);
    expect(error).toMatchObject({ code: 'invalid_setting', status: 422, message: msg });
    expect(error.details.field).toBe(msg.split(' ')[0]);
  });

  it('names every wrong setting at once', () => {
    const { details } = refusal('list', { source: { limit: -1 }, card: { max_lines: 0 } });
    expect(details.errors?.map(({ field }) => field).sort()).toEqual([
      'settings.card.max_lines',
      'settings.source.limit',
    ]);
  });

  it('compares new values with stored ones', () => {
    const { overrides } = changeSettings('list', {}, { source: { max_rating: 3 } });
    expect(() => changeSettings('list', overrides, { source: { min_rating: 4 } })).toThrow(ApiError);
    expect(
      changeSettings('list', overrides, { source: { min_rating: 4, max_rating: null } }).overrides,
    ).toEqual({
      source: { min_rating: 4 },
    });
  });

  it('names the first wrong key of the request first', () => {
    const unknown = refusal('list', { layout: 'wide', colour: 1 });
    expect(unknown.details.errors?.map(({ field }) => field)).toEqual(['settings.layout', 'settings.colour']);
    expect(unknown.details.field).toBe('settings.layout');
  });

  it('compares two values only if both are valid', () => {
    const { details } = refusal('list', { source: { since: '9 March', until: '2026-01-31' } });
    expect(details.errors).toHaveLength(1);
  });

  it('reports a huge list as one error, and at most 100 errors of unknown keys', () => {
    const list = refusal('list', { source: { ratings: Array.from({ length: 200_000 }, () => 'x') } });
    expect(list.details.errors).toHaveLength(1);
    const unknown = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key${index}`, 1]));
    expect(refusal('list', unknown).details.errors).toHaveLength(100);
  });

  it('refuses CSS of more than 5000 characters', () => {
    expect(refusal('list', { style: { custom_css: 'a'.repeat(5001) } }).message).toBe(
      'settings.style.custom_css must be a string of at most 5000 characters.',
    );
    const hidden = `/*${'😀'.repeat(2600)}*/ @import url(https://a.example/x.css);`;
    expect(refusal('list', { style: { custom_css: hidden } }).message).toBe(
      'settings.style.custom_css must not contain @import.',
    );
  });

  it.each([
    ['domains', { access: { allowed_domains: ['a'.repeat(2_000_000)] } }],
    ['colours', { style: { star_color: 'a'.repeat(2_000_000) } }],
    ['languages', { source: { languages: [`aa${'-aa'.repeat(600_000)}`] } }],
    ['CSS', { style: { custom_css: '\\61 '.repeat(400_000) } }],
  ])('refuses very long %s in linear time', (_name, patch) => {
    const before = process.cpuUsage();
    expect(refusal('list', patch).code).toBe('invalid_setting');
    // A pattern that backtracks would take hours on these values, and a machine may pause for seconds.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(60_000);
  });
});

describe('readSettings', () => {
  it('returns the settings of a stored widget with the current defaults', () => {
    expect(readSettings('badge', { layout: { variant: 'bar' } })).toMatchObject({
      layout: { variant: 'bar', show_stars: true },
      behavior: { hide_when_empty: false },
    });
  });
});
