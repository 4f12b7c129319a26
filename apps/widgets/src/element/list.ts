import type { PublicReview, PublicReviewPage } from '../embed/public-widget';
import { card } from './card';
import { Controls } from './controls';
import { disclosure } from './disclosure';
import { fill, h, present } from './dom';
import { header } from './header';
import { watchClamping } from './review-text';
import type { View } from './view';

/** The full feed: rating, distribution, tools, reviews, and more of them on demand. */
export function renderList(view: View): () => void {
  return new ListRenderer(view).start();
}

class ListRenderer {
  readonly #controls: Controls;
  readonly #list: HTMLElement;
  readonly #status = h('p', { class: 'muted', role: 'status' });
  readonly #moreButton: HTMLButtonElement;
  /** Reviews that came with the first answer but go beyond what the page asked to begin with. */
  #held: PublicReview[] = [];
  #next: string | null;
  #shown = 0;
  /** Numbers the questions, so that a slow answer to an older one is not drawn. */
  #asked = 0;

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
    this.#held = data.reviews.slice(first.length);
    this.#append(first);
    this.#tell(data.summary.matching);
    return watchClamping(this.#list);
  }

  #append(reviews: readonly PublicReview[]): HTMLElement | undefined {
    const items = reviews.map((review) => h('li', {}, card(this.view, review)));
    this.#list.append(...items);
    this.#shown += items.length;
    return items[0];
  }

  #tell(count: number): void {
    const { data } = this.view;
    const { strings, lang } = data;
    const values = { shown: this.#shown.toLocaleString(lang), count: count.toLocaleString(lang) };
    const nothing = data.summary.matching === 0 ? strings.empty : strings.no_match;
    const sentence = this.#shown > 0 ? fill(strings.shown, values) : nothing;
    // A widget of the summary alone lists nothing although reviews match.
    this.#status.textContent = this.#shown === 0 && count > 0 ? '' : sentence;
    const more = this.#held.length > 0 || this.#next !== null;
    this.#moreButton.hidden = !(more && data.settings.behavior.load_more);
  }

  async #reload(): Promise<void> {
    const answer = await this.#ask({});
    if (!answer) return;
    this.#held = [];
    this.#list.replaceChildren();
    this.#shown = 0;
    this.#take(answer);
  }

  async #loadMore(): Promise<void> {
    if (this.#held.length > 0) {
      focusOn(this.#append(this.#held.splice(0, this.view.limit ?? this.#held.length)));
      return this.#tell(this.view.data.summary.matching);
    }
    const answer = this.#next === null ? null : await this.#ask({ cursor: this.#next });
    if (answer) focusOn(this.#take(answer));
  }

  #take(answer: PublicReviewPage): HTMLElement | undefined {
    this.#next = answer.next;
    const first = this.#append(answer.reviews);
    this.#tell(answer.count);
    return first;
  }

  async #ask(position: Record<string, string>): Promise<PublicReviewPage | null> {
    const question = ++this.#asked;
    const { data, limit } = this.view;
    const size: Record<string, string> = limit === null ? {} : { limit: String(limit) };
    this.#wait(true);
    this.#status.textContent = data.strings.loading;
    const answer = await this.view
      .page({ ...this.#controls.query(), ...size, ...position })
      .catch(() => null);
    if (question !== this.#asked) return null;
    this.#wait(false);
    if (!answer) this.#status.textContent = data.strings.load_failed;
    return answer;
  }

  #wait(waiting: boolean): void {
    this.#list.setAttribute('aria-busy', String(waiting));
    // Disabling would throw the keyboard focus away.
    this.#moreButton.setAttribute('aria-disabled', String(waiting));
  }
}

/** Keyboard users go on reading where the new reviews begin. */
function focusOn(item: HTMLElement | undefined): void {
  if (!item) return;
  item.tabIndex = -1;
  item.focus();
}
