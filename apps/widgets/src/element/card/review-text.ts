import type { PublicReview } from '../../public-json/public-widget';
import { h } from '../dom/dom';
import { openDialog } from './lightbox';
import { link } from '../dom/link';
import type { View } from '../view';

/** Draws the text, clamped to the number of lines in the settings, and a control that shows the rest. */
export function reviewText(view: View, review: PublicReview): HTMLElement | null {
  if (!review.text) return null;
  const words = h('p', { class: 'words clamp', dir: 'auto', lang: review.language }, review.text);
  const more = readMoreControl(view, review, words);
  if (more) more.hidden = !review.cut;
  return h('div', { class: 'text' }, words, more);
}

function readMoreControl(view: View, review: PublicReview, words: HTMLElement): HTMLElement | null {
  const { settings, strings, page_url } = view.data;
  switch (settings.card.read_more) {
    case 'none':
      return null;
    case 'link':
      return link(view, review.url ?? page_url, strings.read_more, 'more');
    case 'dialog':
      return moreButton(strings.read_more, async () => {
        const text = await wholeText(view, review);
        const whole = h('p', { class: 'words', dir: 'auto', lang: review.language }, text);
        openDialog(view, review.author.name ?? strings.anonymous, whole);
      });
    case 'expand':
      return expander(view, review, words);
  }
}

function expander(view: View, review: PublicReview, words: HTMLElement): HTMLButtonElement {
  const { strings } = view.data;
  const button = moreButton(strings.read_more, async () => {
    const opening = words.classList.contains('clamp');
    if (opening) words.textContent = await wholeText(view, review);
    words.classList.toggle('clamp', !opening);
    button.setAttribute('aria-expanded', String(opening));
    button.textContent = opening ? strings.read_less : strings.read_more;
  });
  button.setAttribute('aria-expanded', 'false');
  return button;
}

function moreButton(label: string, open: () => Promise<void>): HTMLButtonElement {
  return h('button', { type: 'button', class: 'more', onclick: () => void open() }, label);
}

/** Returns the whole text. The widget's data contains long texts cut, so the whole one is fetched on demand. */
async function wholeText(view: View, review: PublicReview): Promise<string> {
  if (!review.cut) return review.text;
  try {
    const page = await view.page({ limit: String(view.data.reviews.length || 1) });
    const whole = page.reviews.find(({ id }) => id === review.id);
    if (whole) Object.assign(review, { text: whole.text, cut: false });
  } catch {
    // The cut text stays, and the next click tries again.
  }
  return review.text;
}

/**
 * Shows "read more" on each text that is clamped, and checks again when the width changes. Returns a function that stops
 * observing.
 */
export function watchClamping(list: HTMLElement): () => void {
  const update = (): void => {
    const clamped = [...list.querySelectorAll<HTMLElement>('.clamp')];
    // Reading all heights before changing anything needs one layout for the whole list.
    const cut = clamped.map((words) => words.scrollHeight > words.clientHeight + 1);
    clamped.forEach((words, index) => {
      const more = words.nextElementSibling as HTMLElement | null;
      if (more && cut[index]) more.hidden = false;
    });
  };
  const observer = new ResizeObserver(update);
  observer.observe(list);
  return () => observer.disconnect();
}
