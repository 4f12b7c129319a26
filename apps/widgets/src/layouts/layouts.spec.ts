import { stringsOf } from '../i18n/locale';
import type { PublicSummary } from '../public-json/public-widget';
import { changeSettings } from '../settings/change-settings';
import { WIDGET_TYPES, type WidgetType } from '../settings/widget-types';
import { drawerOf, layoutOf } from './layouts';
import type { LayoutInput } from './layout';
import type { TreeNode } from './tree';

const platform = {
  platform: 'google',
  label: 'Google',
  mark: 'G',
  rating: 4.5,
  count: 20,
  short_label: '20 reviews',
};
const summary: PublicSummary = {
  rating: 4.5,
  count: 20,
  basis: 'official',
  label: 'Based on 20 reviews',
  short_label: '20 reviews',
  distribution: [10, 6, 2, 2, 0],
  platforms: [platform],
  matching: 8,
};

function input(type: WidgetType, patch: object = {}, changes: Partial<LayoutInput> = {}): LayoutInput {
  return {
    type,
    settings: changeSettings(type, {}, patch).settings,
    language: 'en',
    strings: stringsOf('en', {}),
    summary,
    sort: 'newest',
    icons: {},
    disclosure: { text: 'All 20 collected reviews are included.', link: null },
    branding: null,
    aiSummary: null,
    pageUrl: 'https://r.example/w/w_1',
    sourceUrl: 'https://google.example/acme',
    ...changes,
  };
}

/** Returns the tags with their class names in document order. */
function tags(nodes: readonly TreeNode[]): string[] {
  return nodes.flatMap((node) =>
    typeof node === 'string' ? [] : [node[0], ...tags(node.slice(2) as TreeNode[])],
  );
}

function texts(nodes: readonly TreeNode[]): string[] {
  return nodes.flatMap((node) => (typeof node === 'string' ? [node] : texts(node.slice(2) as TreeNode[])));
}

function attributes(nodes: readonly TreeNode[], tag: string): object[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    const own = node[0] === tag ? [node[1]] : [];
    return [...own, ...attributes(node.slice(2) as TreeNode[], tag)];
  });
}

describe('layoutOf', () => {
  it.each([
    ['carousel', 'ul.list.scroller'],
    ['spotlight', 'ul.list.scroller'],
    ['grid', 'ul.list'],
    ['masonry', 'ul.list'],
    ['list', 'form.tools'],
    ['marquee', 'div.strip.hold'],
    ['badge', 'a.box.card.badge'],
    ['floating', 'button.pill.open'],
    ['summary', 'ul.sources'],
    ['avatars', 'ul.faces'],
    ['media', 'ul.gallery'],
  ] as [WidgetType, string][])('draws what is special about a %s: %s', (type, tag) => {
    expect(tags(layoutOf(input(type)))).toContain(tag);
  });

  it.each(WIDGET_TYPES)('draws no links but http and https ones in a %s', (type) => {
    const hostile = 'javascript:alert(1)';
    const changes = {
      pageUrl: hostile,
      sourceUrl: hostile,
      disclosure: { text: '', link: { label: 'x', url: hostile } },
    };
    expect(tags(layoutOf(input(type, {}, changes))).filter((tag) => tag.startsWith('a'))).toEqual([]);
  });

  it.each(WIDGET_TYPES)('tells in a %s that there are no reviews yet', (type) => {
    const none = { ...summary, rating: null, count: 0, matching: 0, distribution: null, platforms: [] };
    const tree = layoutOf(input(type, { behavior: { autoplay: true } }, { summary: none }));
    const opens = type === 'floating' || type === 'popup';
    expect(texts(tree).includes('There are no reviews yet.')).toBe(!opens);
    expect(texts(tree)).not.toContain('null');
    expect(attributes(tree, 'button.icon.pause')).toEqual([]);
  });

  it('makes the bars of a list the buttons that filter, with the share of all reviews', () => {
    const rows = attributes(layoutOf(input('list')), 'button.row');
    expect(rows.map((row) => (row as { value: number }).value)).toEqual([5, 4, 3, 2, 1]);
    const bars = attributes(layoutOf(input('list')), 'span.bar');
    expect(bars).toEqual(['50%', '30%', '10%', '10%', '0%'].map((part) => ({ '--part': part })));
  });

  it('draws no bars if they are not known for the reviews that are counted', () => {
    const unknown = input('summary', {}, { summary: { ...summary, distribution: null } });
    expect(tags(layoutOf(unknown))).not.toContain('ul.distribution');
    expect(texts(layoutOf(unknown))).toContain('Based on 20 reviews');
  });

  it('lets screen readers read the number of a badge that has no stars', () => {
    const number = (patch: object): object[] => attributes(layoutOf(input('badge', patch)), 'strong.number');
    expect(number({})).toEqual([{ 'aria-hidden': 'true' }]);
    expect(number({ layout: { show_stars: false } })).toEqual([{}]);
  });

  it.each([
    ['hosted_page', 'https://r.example/w/w_1'],
    ['source', 'https://google.example/acme'],
    ['url', 'https://shop.example/'],
  ])('links a badge to its %s', (link, href) => {
    const tree = layoutOf(input('badge', { layout: { link, link_url: 'https://shop.example/' } }));
    expect(attributes(tree, 'a.box.card.badge')).toEqual([expect.objectContaining({ href })]);
  });

  it('says that a text was written by AI, and from how many reviews', () => {
    const aiSummary = { text: 'Guests like the bread.', note: 'Written by AI from 20 reviews' };
    expect(texts(layoutOf(input('summary', {}, { aiSummary })))).toEqual(
      expect.arrayContaining(['Guests like the bread.', 'Written by AI from 20 reviews']),
    );
  });
});

describe('drawerOf', () => {
  it.each([
    ['floating', {}, true],
    ['floating', { layout: { open: 'hosted_page' } }, false],
    ['badge', { layout: { link: 'dialog' } }, true],
    ['badge', {}, false],
    ['list', {}, false],
  ] as [WidgetType, object, boolean][])('draws the reviews of a %s with %j: %s', (type, patch, opens) => {
    expect(drawerOf(input(type, patch)) !== null).toBe(opens);
  });
});
