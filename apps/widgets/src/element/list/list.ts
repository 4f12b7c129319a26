import type { PublicReview, PublicReviewPage } from '../../public-json/public-widget';
import { card } from '../card/card';
import { Controls } from './controls';
import { disclosure } from './disclosure';
import { fill, h, present } from '../dom/dom';
import { header } from './header';
import { watchClamping } from '../card/review-text';
import type { View } from '../view';

/** Draws the list layout: rating, distribution, filters, reviews, and a button that loads more. */
export function renderList(view: View): () => void {
  return new ListRenderer(view).start();
}

class ListRenderer {
  readonly #controls: Controls;
  readonly #list: HTMLElement;
  readonly #status = h('p', { class: 'muted', role: 'status' });
  readonly #moreButton: HTMLButtonElement;
  /** Reviews that came with the widget, beyond the number in the `limit` attribute. They are drawn on demand. */
  #pending: PublicReview[] = [];
  #next: string | null;
  #shown = 0;
  /** Counts the requests, so that a slow response to an older one is not drawn. */
  #requests = 0;

  constructor(private readonly view: View) {
    const { data } = view;
    this.#next = data.next;
    this.#controls = new Controls(view, () => void this.#reload());
    this.#list = h('ul', { class: `list ${data.settings.layout.divider ?? 'card'}` });
    const onclick = (): void => void this.#loadMore();
    this.#moreButton = h('button', { type: 'button', class: 'button', onclick }, data.strings.load_more);
  }

  start(): () => void {
    const { data, root, limit } = this.view;
    const { tools, distribution } = this.#controls;
    const parts = [header(this.view), distribution, tools, this.#status, this.#list, this.#moreButton];
    root.append(...present([...parts, disclosure(this.view)]));
    const first = data.reviews.slice(0, limit ?? undefined);
    this.#pending = data.reviews.slice(first.length);
    this.#append(first);
    this.#showStatus(data.summary.matching);
    return watchClamping(this.#list);
  }

  #append(reviews: readonly PublicReview[]): HTMLElement | undefined {
    const items = reviews.map((review) => h('li', {}, card(this.view, review)));
    this.#list.append(...items);
    this.#shown += items.length;
    return items[0];
  }

  #showStatus(count: number): void {
    const { data } = this.view;
    const { strings, lang } = data;
    const values = { shown: this.#shown.toLocaleString(lang), count: count.toLocaleString(lang) };
    const nothing = data.summary.matching === 0 ? strings.empty : strings.no_match;
    const sentence = this.#shown > 0 ? fill(strings.shown, values) : nothing;
    // A widget with `source.limit` 0 shows only the summary, so it needs no status although reviews match.
    this.#status.textContent = this.#shown === 0 && count > 0 ? '' : sentence;
    const more = this.#pending.length > 0 || this.#next !== null;
    this.#moreButton.hidden = !(more && data.settings.behavior.load_more);
  }

  async #reload(): Promise<void> {
    const page = await this.#request({});
    if (!page) return;
    this.#pending = [];
    this.#list.replaceChildren();
    this.#shown = 0;
    this.#appendPage(page);
  }

  async #loadMore(): Promise<void> {
    if (this.#pending.length > 0) {
      focusOn(this.#append(this.#pending.splice(0, this.view.limit ?? this.#pending.length)));
      return this.#showStatus(this.view.data.summary.matching);
    }
    const page = this.#next === null ? null : await this.#request({ cursor: this.#next });
    if (page) focusOn(this.#appendPage(page));
  }

  #appendPage({ reviews, count, next }: PublicReviewPage): HTMLElement | undefined {
    this.#next = next;
    const first = this.#append(reviews);
    this.#showStatus(count);
    return first;
  }

  async #request(position: Record<string, string>): Promise<PublicReviewPage | null> {
    const request = ++this.#requests;
    const { data, limit } = this.view;
    const size: Record<string, string> = limit === null ? {} : { limit: String(limit) };
    this.#setBusy(true);
    this.#status.textContent = data.strings.loading;
    const page = await this.view
      .page({ ...this.#controls.queryParameters(), ...size, ...position })
      .catch(() => null);
    if (request !== this.#requests) return null;
    this.#setBusy(false);
    if (!page) this.#status.textContent = data.strings.load_failed;
    return page;
  }

  #setBusy(busy: boolean): void {
    this.#list.setAttribute('aria-busy', String(busy));
    // A disabled button would lose the keyboard focus.
    this.#moreButton.setAttribute('aria-disabled', String(busy));
  }
}

/** Moves the keyboard focus to the first new review. */
function focusOn(item: HTMLElement | undefined): void {
  if (!item) return;
  item.tabIndex = -1;
  item.focus();
}
