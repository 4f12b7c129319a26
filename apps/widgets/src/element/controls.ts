import type { PublicWidget } from '../embed/public-widget';
import { h } from './dom';
import type { View } from './view';

/** What the visitor narrowed or ordered the list by; empty values mean "as it comes". */
interface Wishes {
  rating: string;
  platform: string;
  sort: string;
  q: string;
}

type Option = [value: string, label: string];

const TYPING_PAUSE_MS = 350;

export class Controls {
  readonly wishes: Wishes = { rating: '', platform: '', sort: '', q: '' };
  readonly distribution: HTMLElement | null;
  readonly tools: HTMLElement | null;
  readonly #rows: HTMLElement[] = [];
  #ratingMenu: HTMLSelectElement | null = null;

  constructor(
    private readonly view: View,
    private readonly changed: () => void,
  ) {
    const { layout } = view.data.settings;
    this.distribution = layout.show_distribution ? this.#drawDistribution() : null;
    this.tools = this.#drawTools();
  }

  /** The query that these wishes amount to. */
  query(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.wishes).filter(([, value]) => value !== ''));
  }

  #wish(changes: Partial<Wishes>): void {
    Object.assign(this.wishes, changes);
    if (this.#ratingMenu) this.#ratingMenu.value = this.wishes.rating;
    this.#rows.forEach((row, index) =>
      row.setAttribute('aria-pressed', String(this.wishes.rating === `${5 - index}`)),
    );
    this.changed();
  }

  #drawDistribution(): HTMLElement {
    const { summary, settings, lang, strings } = this.view.data;
    const most = Math.max(1, ...summary.distribution);
    const lines = summary.distribution.map((count, index) => {
      const star = (5 - index) as 1 | 2 | 3 | 4 | 5;
      const bar = h('span', { class: 'bar' });
      bar.style.setProperty('--part', `${(count / most) * 100}%`);
      const content = [
        h('span', { class: 'label' }, strings[`stars_${star}`]),
        h('span', { class: 'track' }, bar),
        h('span', { class: 'n' }, count.toLocaleString(lang)),
      ];
      if (!settings.layout.show_rating_filter) return h('li', {}, h('div', { class: 'row' }, ...content));
      const onclick = (): void => this.#wish({ rating: this.wishes.rating === `${star}` ? '' : `${star}` });
      const row = h('button', { type: 'button', class: 'row', 'aria-pressed': 'false', onclick }, ...content);
      this.#rows.push(row);
      return h('li', {}, row);
    });
    return h('ul', { class: 'distribution' }, ...lines);
  }

  #drawTools(): HTMLElement | null {
    const { layout } = this.view.data.settings;
    const { strings, summary } = this.view.data;
    const parts: HTMLElement[] = [];
    if (layout.show_search) parts.push(this.#search());
    if (layout.show_rating_filter) {
      const options = [5, 4, 3, 2, 1].map((star): Option => [`${star}`, strings[`stars_${star as 1}`]]);
      const [label, menu] = this.#menu(strings.filter_rating, 'rating', [
        ['', strings.all_ratings],
        ...options,
      ]);
      this.#ratingMenu = menu;
      parts.push(label);
    }
    if (layout.show_platform_filter && summary.platforms.length > 1) {
      const options = summary.platforms.map(({ platform, label }): Option => [platform, label]);
      parts.push(
        this.#menu(strings.filter_platform, 'platform', [['', strings.all_platforms], ...options])[0],
      );
    }
    if (layout.show_sort) parts.push(this.#menu(strings.sort_by, 'sort', sortOptions(this.view.data))[0]);
    return parts.length > 0
      ? h('form', { class: 'tools', role: 'search', onsubmit: (event) => event.preventDefault() }, ...parts)
      : null;
  }

  #menu(label: string, wish: keyof Wishes, options: Option[]): [HTMLElement, HTMLSelectElement] {
    const entries = options.map(([value, text]) => h('option', { value }, text));
    const menu = h('select', { onchange: () => this.#wish({ [wish]: menu.value }) }, ...entries);
    return [h('label', {}, h('span', {}, label), menu), menu];
  }

  #search(): HTMLElement {
    let pause = 0;
    const field = h('input', { type: 'search', maxlength: 200, autocomplete: 'off' });
    const ask = (): void => {
      clearTimeout(pause);
      if (field.value.trim() !== this.wishes.q) this.#wish({ q: field.value.trim() });
    };
    field.addEventListener('change', ask);
    field.addEventListener('input', () => {
      clearTimeout(pause);
      pause = window.setTimeout(ask, TYPING_PAUSE_MS);
    });
    return h('label', {}, h('span', {}, this.view.data.strings.search), field);
  }
}

/** The order the owner chose comes first and needs no parameter, which is also how featured orders are asked for. */
function sortOptions({ sort, strings }: PublicWidget): Option[] {
  const all = ['newest', 'oldest', 'highest', 'lowest'] as const;
  const others = all.filter((name) => name !== sort).map((name): Option => [name, strings[`sort_${name}`]]);
  return [['', strings[`sort_${sort}`]], ...others];
}
