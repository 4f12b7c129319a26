import { buildReview } from '@plaudit/testing';
import { chooseLanguage } from '../i18n/locale';
import { changeSettings } from '../settings/change-settings';
import { otherValues, settingAt, settingsOf } from '../settings/other-values.suite';
import { mergeSettings } from '../settings/settings-merge';
import { WIDGET_TYPES, type WidgetType } from '../settings/widget-types';
import { styleBlocks } from '../styles/style-blocks';
import { settingRules } from '../styles/style-tokens';
import { embedSnippets } from '../widgets/embed-snippets';
import { renderWidget } from './render-widget';
import { NO_VISITOR_FILTERS, reviewFilters } from './review-filters';
import { translationTarget } from './translation-target';

/** The blocks that visitors see. Search engines see `seo`, and `access` names the sites. */
const BLOCKS = ['source', 'layout', 'header', 'card', 'style', 'behavior', 'i18n', 'legal'];
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
  'layout.show_per_platform',
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

/** Returns everything that the settings of a widget are sent as: to the reviews service and to pages. */
function sent(type: WidgetType, patch: object): string {
  const { settings } = changeSettings(type, {}, patch);
  const { source, i18n } = settings;
  const { language } = chooseLanguage({
    requested: undefined,
    configured: i18n.locale,
    acceptLanguage: undefined,
  });
  const widget = renderWidget({
    key: KEY,
    type,
    settings,
    language,
    reviews: { items: [review], count: 3, next: null, summary: { approved: figures, collected: figures } },
    channels,
    css: styleBlocks(type, settings).join(' ') + settingRules(type, settings) + settings.style.custom_css,
    pagesUrl: 'https://r.example',
    next: null,
    naming: { publicId: (id) => `n${id}`, imageUrl: (url) => url },
  });
  return JSON.stringify([
    widget,
    [
      reviewFilters(source, [], NO_VISITOR_FILTERS),
      source.sort,
      source.limit,
      translationTarget(source.translate_to),
    ],
    embedSnippets({
      publicUrl: 'https://r.example',
      pagesUrl: 'https://r.example',
      key: KEY,
      settings,
      reserved: '',
      subject: null,
    }),
  ]);
}

function patchOf(path: string[], value: unknown): object {
  return mergeSettings(START, settingAt(path, value));
}

describe('the settings of a widget', () => {
  it.each(WIDGET_TYPES)('all change what a %s sends, but for those that it has no use for', (type) => {
    const { settings } = changeSettings(type, {}, START);
    const all = settingsOf(type, settings).filter(({ path }) => BLOCKS.includes(path[0] as string));
    const before = sent(type, START);
    const idle = all
      .filter((setting) =>
        otherValues(setting).every((other) => sent(type, patchOf(setting.path, other)) === before),
      )
      .map(({ path }) => path.join('.'));
    const unexpected = idle.filter((path) => !ELSEWHERE.includes(path) && !WITHOUT_USE[type]?.test(path));
    expect(unexpected).toEqual([]);
    expect(all.length).toBeGreaterThan(75);
  });
});
