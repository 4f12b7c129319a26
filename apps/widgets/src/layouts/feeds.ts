import type { LayoutInput } from './layout';
import { overview, stars } from './rating';
import { disclosure, header, reviewList } from './parts';
import { el, nodes, type TreeNode } from './tree';

/** Cards in columns: `ul.list`. The masonry packs them. */
export function grid(input: LayoutInput): TreeNode[] {
  return nodes([header(input), ...reviewList(input, 'ul.list'), disclosure(input)]);
}

/** Tiles of photos and videos: `ul.gallery`. */
export function media(input: LayoutInput): TreeNode[] {
  const shape = input.settings.layout.shape === 'natural' ? '.natural' : '';
  return nodes([header(input), ...reviewList(input, `ul.gallery${shape}`), disclosure(input)]);
}

/**
 * A feed with its overview and filters. The names of the fields in `form.tools` are those of the query parameters. A row of the
 * overview is a button whose value is the rating that it filters by.
 */
export function list(input: LayoutInput): TreeNode[] {
  const { settings, strings } = input;
  const { divider, show_rating_filter: filters } = settings.layout;
  const rows = overview(input, (star, content) =>
    filters
      ? ['li', {}, ['button.row', { type: 'button', value: star, 'aria-pressed': 'false' }, ...content]]
      : ['li.row', {}, ...content],
  );
  const [items, empty, foot] = reviewList(input, divider === 'card' ? 'ul.list' : `ul.list.${divider}`);
  const reset: TreeNode = ['button.button.reset', { type: 'button' }, strings('all_ratings')];
  const noMatch = el(
    'div.empty.none',
    { hidden: '' },
    ['div', { 'aria-hidden': 'true' }, stars(0, input)],
    reset,
  );
  return nodes([
    header(input, { rating: false, platforms: true }),
    rows,
    tools(input),
    items,
    empty,
    noMatch,
    foot,
    disclosure(input),
  ]);
}

type Option = [value: string, label: string];

function tools(input: LayoutInput): TreeNode {
  const { settings, strings, summary } = input;
  const { layout } = settings;
  const ratings = [5, 4, 3, 2, 1].map((count): Option => [`${count}`, strings('n_stars', { count })]);
  const platforms = summary.platforms.map(({ platform, label }): Option => [platform, label]);
  const search = { type: 'search', name: 'q', maxlength: 200, autocomplete: 'off' };
  const label = strings('search');
  return el(
    'form.tools',
    {},
    layout.show_search && [
      'label.field',
      {},
      ['input', { ...search, placeholder: label, 'aria-label': label }],
    ],
    ['p.muted.status', { role: 'status' }],
    layout.show_rating_filter &&
      menu('rating', strings('filter_rating'), [['', strings('all_ratings')], ...ratings]),
    layout.show_platform_filter &&
      platforms.length > 1 &&
      menu('platform', strings('filter_platform'), [['', strings('all_platforms')], ...platforms]),
    layout.show_sort && menu('sort', strings('sort_by'), orders(input)),
  );
}

function menu(name: string, label: string, options: Option[]): TreeNode {
  const entries = options.map(([value, text]): TreeNode => ['option', { value }, text]);
  return ['label.field', {}, ['span', {}, label], ['select', { name }, ...entries]];
}

/** Puts the configured order first. It has an empty value, because it needs no query parameter. */
function orders({ sort, strings }: LayoutInput): Option[] {
  const all = ['newest', 'oldest', 'highest', 'lowest'] as const;
  const others = all.filter((name) => name !== sort).map((name): Option => [name, strings(`sort_${name}`)]);
  return [['', strings(`sort_${sort}`)], ...others];
}
