import { buildReview } from '@plaudit/testing';
import { changeSettings } from '../settings/change-settings';
import type { Schema } from '../settings/schema';
import { settingsSchemaOf } from '../settings/settings-schemas';
import { isJsonObject, type JsonObject, mergeSettings } from '../settings/settings-merge';
import { WIDGET_TYPES, type WidgetType } from '../settings/widget-types';
import { styleBlocks } from '../styles/style-blocks';
import { settingRules } from '../styles/style-tokens';
import { embedSnippets } from '../widgets/embed-snippets';
import { renderWidget } from './render-widget';

const BLOCKS = ['layout', 'header', 'card', 'style', 'behavior', 'legal'];
const START = {
  header: {
    show: true,
    title: 'T',
    rating_basis: 'collected',
    cta_show: true,
    cta_url: 'https://c.example/',
  },
};
const KEY = 'w_8fJ2kQ0vT3nYb5Lx';

/** The settings that show their effect elsewhere: in later pages, with few reviews, or beside another setting. */
const ELSEWHERE = [
  'behavior.page_size',
  'behavior.hide_when_empty',
  'behavior.min_reviews',
  'layout.show_ai_summary',
];
/** Types without reviews of their own, or without a header or a disclosure, have no use for some settings. */
const WITHOUT_USE: Readonly<Partial<Record<WidgetType, RegExp>>> = {
  carousel: /^behavior\.load_more$/,
  spotlight: /^behavior\.load_more$/,
  marquee: /^behavior\.load_more$/,
  badge: /^(card\.|header\.show_|behavior\.load_more|layout\.link_url|legal\.disclosure)/,
  floating: /^header\.show$/,
  popup: /^(header\.|behavior\.load_more|legal\.disclosure)/,
  summary: /^(card\.|header\.show_platforms|behavior\.load_more)/,
  avatars: /^(header\.show_|behavior\.load_more|layout\.link_url|legal\.disclosure)/,
};

const figures = { count: 10, average: 4.6, distribution: { '1': 0, '2': 0, '3': 0, '4': 4, '5': 6 } };
const image = 'https://a.example/m.png';
const review = buildReview({
  text: 'Good. ',
  platform: 'google',
  label: 'Google',
  verified: true,
  from_image: 'https://a.example/i.png',
  media: [{ type: 'image', url: image, src: image }],
  post_url: 'https://a.example/r',
  reply: { text: 'Thanks', posted_on: null },
});
const channels = ['google', 'trustpilot'].map((type, id) => ({
  id,
  type,
  label: type,
  name: 'Acme',
  url: 'https://g.example/',
  group_id: null,
  score: 4.6,
  rating_scale: 5,
  reviews: 10,
}));

/** Returns everything that the settings of a widget are sent as. */
function sent(type: WidgetType, patch: object): string {
  const { settings } = changeSettings(type, {}, patch);
  const widget = renderWidget({
    key: KEY,
    type,
    settings,
    language: 'en',
    reviews: { items: [review], count: 3, next: null, summary: { approved: figures, collected: figures } },
    channels,
    css: styleBlocks(type, settings).join(' ') + settingRules(type, settings) + settings.style.custom_css,
    publicUrl: 'https://r.example',
    next: null,
    naming: { publicId: (id) => `n${id}`, imageUrl: (url) => url },
  });
  return JSON.stringify([
    widget,
    embedSnippets({ publicUrl: 'https://r.example', key: KEY, type, settings, subject: null }),
  ]);
}

/** Returns other values that the schema allows. */
function others(schema: Schema, value: unknown): unknown[] {
  const rule = JSON.stringify(schema);
  if (typeof value === 'boolean') return [!value];
  if (schema.enum) return schema.enum.filter((other) => other !== value);
  if (typeof value === 'number') return [value + 1];
  if (Array.isArray(value)) return [['image']];
  if (rule.includes('web-url')) return ['https://z.example/'];
  if (rule.includes('colour')) return ['#abcdef'];
  if (rule.includes('"font"')) return ['Georgia'];
  return value === null ? [700] : ['abc'];
}

/** Returns the dotted paths of the settings of a type with their rules and values. */
function leaves(schema: Schema, settings: JsonObject, path: string[] = []): [string[], Schema, unknown][] {
  return Object.entries(settings).flatMap(([key, value]) => {
    const inner = schema.properties?.[key] ?? {};
    const here = [...path, key];
    if (!BLOCKS.includes(here[0] as string)) return [];
    return isJsonObject(value)
      ? leaves(inner, value, here)
      : [[here, inner, value] as [string[], Schema, unknown]];
  });
}

function patchOf(path: string[], value: unknown): object {
  const patch = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as JsonObject;
  return mergeSettings(START, patch);
}

describe('the settings of a widget', () => {
  it.each(WIDGET_TYPES)('all change what a %s sends, but for those that it has no use for', (type) => {
    const { settings } = changeSettings(type, {}, START);
    const all = leaves(settingsSchemaOf(type), settings as unknown as JsonObject);
    const before = sent(type, START);
    const idle = all
      .filter(([path, schema, value]) =>
        others(schema, value).every((other) => sent(type, patchOf(path, other)) === before),
      )
      .map(([path]) => path.join('.'));
    const unexpected = idle.filter((path) => !ELSEWHERE.includes(path) && !WITHOUT_USE[type]?.test(path));
    expect(unexpected).toEqual([]);
    expect(all.length).toBeGreaterThan(50);
  });
});
