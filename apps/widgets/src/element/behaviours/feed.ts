import type { PublicReview, PublicReviewPage } from '../../public-json/public-widget';
import { MIN_SEARCH_LENGTH } from '../../public-json/public-widget';
import { fill, find, h, keepEvent } from '../dom/dom';
import { watchClamping } from '../card/review-text';
import type { View } from '../view';

/** A load that takes longer shows placeholders. */
const PATIENCE_MS = 200;
const TYPING_PAUSE_MS = 350;

type Draw = (review: PublicReview) => HTMLElement[];

/**
 * Draws pages of reviews into a list: the first one, further ones by the button, and filtered ones by the form. `place` contains
 * the list and what belongs to it.
 */
export function feed(view: View, place: HTMLElement, list: HTMLElement, draw: Draw): void {
  const pages = new Feed(view, place, list, draw);
  watchClamping(view, list);
  // A badge comes without reviews.
  if (view.reviews.length > 0 || view.data.summary.matching === 0 || place === view.root) pages.start();
  else void pages.reload();
}

class Feed {
  readonly #form: HTMLFormElement | null;
  readonly #button: HTMLButtonElement | null;
  readonly #failure: HTMLElement | null;
  readonly #rows: HTMLButtonElement[];
  /** Reviews that came with the widget, beyond the number in the `limit` attribute. They are drawn on demand. */
  #pending: PublicReview[] = [];
  #next: string | null;
  #shown = 0;
  /** Counts the requests, so that a slow response to an older one is not drawn. */
  #requests = 0;

  constructor(
    private readonly view: View,
    private readonly place: HTMLElement,
    private readonly list: HTMLElement,
    private readonly draw: Draw,
  ) {
    this.#next = view.data.next;
    this.#form = find(place, '.tools');
    this.#button = find(place, '.load');
    this.#failure = find(place, '.failure');
    this.#rows = [...place.querySelectorAll<HTMLButtonElement>('button.row')];
    this.#button?.addEventListener('click', () => void this.#loadMore());
    if (this.#form) this.#listen(this.#form);
  }

  /** Draws the first page. */
  start(): void {
    const { data, reviews } = this.view;
    this.#pending = data.reviews.slice(reviews.length);
    this.#append(reviews);
    this.#update(data.summary.matching);
  }

  async reload(): Promise<void> {
    const page = await this.#request(this.#choices(), true);
    if (!page) return;
    this.#pending = [];
    this.list.replaceChildren();
    this.#shown = 0;
    this.#appendPage(page);
  }

  #listen(form: HTMLFormElement): void {
    let pause = 0;
    let asked = '';
    const changed = (): void => {
      const { rating = '' } = this.#choices();
      for (const row of this.#rows) row.setAttribute('aria-pressed', String(row.value === rating));
      const now = JSON.stringify(this.#choices());
      if (now === (asked || '{}')) return;
      asked = now;
      void this.reload();
    };
    const choose = (rating: string): void => {
      (form.elements.namedItem('rating') as HTMLSelectElement).value = rating;
      changed();
    };
    for (const row of this.#rows) {
      row.addEventListener('click', () => choose(this.#choices()['rating'] === row.value ? '' : row.value));
    }
    find(this.place, '.reset')?.addEventListener('click', () => {
      form.reset();
      changed();
    });
    form.addEventListener('submit', (event) => event.preventDefault());
    // The page would take a letter in a field for a shortcut.
    form.addEventListener('keydown', (event) => /^(Tab|Escape)$/.test(event.key) || keepEvent(event));
    form.addEventListener('change', changed);
    form.addEventListener('input', () => {
      clearTimeout(pause);
      pause = window.setTimeout(changed, TYPING_PAUSE_MS);
    });
  }

  /** Returns the visitor's choices as query parameters. */
  #choices(): Record<string, string> {
    const fields = this.#form ? [...new FormData(this.#form)] : [];
    const texts = fields.map(([name, value]) => [name, (value as string).trim()] as const);
    return Object.fromEntries(
      texts.filter(([name, value]) => value.length >= (name === 'q' ? MIN_SEARCH_LENGTH : 1)),
    );
  }

  #append(reviews: readonly PublicReview[]): HTMLElement | undefined {
    const items = reviews.flatMap(this.draw);
    this.list.append(...items);
    this.#shown += reviews.length;
    return items[0];
  }

  #update(count: number): void {
    const { place, view, list } = this;
    const { strings, lang, summary } = view.data;
    const values = { shown: this.#shown.toLocaleString(lang), count: count.toLocaleString(lang) };
    const isEmpty = this.#shown === 0 && count === 0;
    const status = find(place, '.status');
    const noMatch = summary.matching > 0 ? strings.no_match : '';
    if (status) status.textContent = this.#shown > 0 ? fill(strings.shown, values) : noMatch;
    const [empty, none] = place.querySelectorAll<HTMLElement>('.empty');
    const filtered = summary.matching > 0 ? none : empty;
    list.hidden = isEmpty;
    if (filtered) filtered.hidden = !isEmpty;
    if (this.#button) this.#button.hidden = this.#pending.length === 0 && this.#next === null;
  }

  async #loadMore(): Promise<void> {
    if (this.#pending.length > 0) {
      focusOn(this.#append(this.#pending.splice(0, this.view.limit ?? this.#pending.length)));
      return this.#update(this.view.data.summary.matching);
    }
    if (this.#next === null) return;
    const page = await this.#request({ ...this.#choices(), cursor: this.#next }, false);
    if (page) focusOn(this.#appendPage(page));
  }

  #appendPage({ reviews, count, next }: PublicReviewPage): HTMLElement | undefined {
    this.#next = next;
    const first = this.#append(reviews);
    this.#update(count);
    this.view.settle();
    return first;
  }

  async #request(query: Record<string, string>, replaces: boolean): Promise<PublicReviewPage | null> {
    const request = ++this.#requests;
    const { strings } = this.view.data;
    const { limit } = this.view;
    const bones = [0, 1, 2].map(bone);
    const patience = setTimeout(() => {
      if (replaces) this.list.replaceChildren();
      this.list.append(...bones);
    }, PATIENCE_MS);
    this.#setBusy(true, strings.loading);
    const page = await this.view.page(limit ? { ...query, limit: `${limit}` } : query).catch(() => null);
    clearTimeout(patience);
    // Prototype.js replaces remove() by one that fails without a parent.
    for (const one of bones) if (one.parentNode) one.remove();
    if (request !== this.#requests) return null;
    this.#setBusy(false, page ? '' : strings.load_failed);
    return page;
  }

  #setBusy(busy: boolean, text: string): void {
    this.list.setAttribute('aria-busy', String(busy));
    // A disabled button would lose the keyboard focus.
    this.#button?.setAttribute('aria-disabled', String(busy));
    if (this.#failure) this.#failure.textContent = text;
  }
}

/** Draws the placeholder of a review. */
function bone(): HTMLElement {
  return h('li', { 'aria-hidden': 'true' }, h('div.card', {}, h('i.bone'), h('i.bone'), h('i.bone')));
}

/** Moves the keyboard focus to the first new review. */
function focusOn(item: HTMLElement | undefined): void {
  if (!item) return;
  item.tabIndex = -1;
  item.classList.add('new');
  item.focus();
}
