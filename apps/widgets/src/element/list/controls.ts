import { MIN_SEARCH_LENGTH, type PublicWidget } from '../../public-json/public-widget';
import { h } from '../dom/dom';
import type { View } from '../view';

/** The filters and the order that the visitor chose. An empty value uses the widget's settings. */
interface Choices {
  rating: string;
  platform: string;
  sort: string;
  q: string;
}

type Option = [value: string, label: string];

const TYPING_PAUSE_MS = 350;

export class Controls {
  readonly choices: Choices = { rating: '', platform: '', sort: '', q: '' };
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

  /** Returns the choices as query parameters. */
  queryParameters(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.choices).filter(([, value]) => value !== ''));
  }

  #choose(changes: Partial<Choices>): void {
    Object.assign(this.choices, changes);
    if (this.#ratingMenu) this.#ratingMenu.value = this.choices.rating;
    this.#rows.forEach((row, index) =>
      row.setAttribute('aria-pressed', String(this.choices.rating === `${5 - index}`)),
    );
    this.changed();
  }

  #drawDistribution(): HTMLElement {
    const { summary, settings, lang, strings } = this.view.data;
    const largest = Math.max(1, ...summary.distribution);
    const lines = summary.distribution.map((count, index) => {
      const star = (5 - index) as 1 | 2 | 3 | 4 | 5;
      const bar = h('span', { class: 'bar' });
      bar.style.setProperty('--part', `${(count / largest) * 100}%`);
      const content = [
        h('span', { class: 'label' }, strings[`stars_${star}`]),
        h('span', { class: 'track' }, bar),
        h('span', { class: 'n' }, count.toLocaleString(lang)),
      ];
      if (!settings.layout.show_rating_filter) return h('li', {}, h('div', { class: 'row' }, ...content));
      const onclick = (): void =>
        this.#choose({ rating: this.choices.rating === `${star}` ? '' : `${star}` });
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

  #menu(label: string, choice: keyof Choices, options: Option[]): [HTMLElement, HTMLSelectElement] {
    const entries = options.map(([value, text]) => h('option', { value }, text));
    const menu = h('select', { onchange: () => this.#choose({ [choice]: menu.value }) }, ...entries);
    return [h('label', {}, h('span', {}, label), menu), menu];
  }

  #search(): HTMLElement {
    let pause = 0;
    const field = h('input', { type: 'search', maxlength: 200, autocomplete: 'off' });
    const search = (): void => {
      clearTimeout(pause);
      const typed = field.value.trim();
      const q = [...typed].length < MIN_SEARCH_LENGTH ? '' : typed;
      if (q !== this.choices.q) this.#choose({ q });
    };
    field.addEventListener('change', search);
    field.addEventListener('input', () => {
      clearTimeout(pause);
      pause = window.setTimeout(search, TYPING_PAUSE_MS);
    });
    return h('label', {}, h('span', {}, this.view.data.strings.search), field);
  }
}

/** Puts the configured order first. It has an empty value, because it needs no query parameter. */
function sortOptions({ sort, strings }: PublicWidget): Option[] {
  const all = ['newest', 'oldest', 'highest', 'lowest'] as const;
  const others = all.filter((name) => name !== sort).map((name): Option => [name, strings[`sort_${name}`]]);
  return [['', strings[`sort_${sort}`]], ...others];
}
