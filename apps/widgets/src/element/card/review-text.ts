import type { PublicReview } from '../../public-json/public-widget';
import { h } from '../dom/dom';
import { link } from '../dom/link';
import type { View } from '../view';
import { openDialog } from './dialog';

/**
 * Draws the text, clamped to the number of lines in the settings, and a control that shows the rest. A `whole` text is not
 * clamped.
 */
export function reviewText(view: View, review: PublicReview, whole: boolean): HTMLElement | null {
  const { text, language, rating, cut } = review;
  if (!text) return rating === null ? null : h('p.muted', {}, view.data.strings.no_text);
  const words = h(
    whole ? 'p.words' : `p.words.clamp${cut ? '.cut' : ''}`,
    { dir: 'auto', lang: language },
    text,
  );
  const more = whole ? null : readMore(view, review, words);
  if (more) more.hidden = !cut;
  return h('div.text', {}, words, more);
}

function readMore(view: View, review: PublicReview, words: HTMLElement): HTMLElement | null {
  const { settings, strings, page_url } = view.data;
  const way = settings.card.read_more;
  if (way === 'none') return null;
  if (way === 'link') return link(view, review.url ?? page_url, 'more', {}, strings.read_more);
  const onclick = async (): Promise<void> => {
    await loadWhole(view, review);
    if (way === 'dialog') {
      return void openDialog(
        view,
        review.author.name ?? strings.anonymous,
        'sheet',
        null,
        view.wholeCard(review),
      );
    }
    const clamped = words.classList.toggle('clamp');
    words.textContent = review.text;
    button.setAttribute('aria-expanded', String(!clamped));
    button.textContent = clamped ? strings.read_more : strings.read_less;
  };
  const expanded = way === 'expand' && 'false';
  const button = h(
    'button.more',
    { type: 'button', 'aria-expanded': expanded, onclick: () => void onclick() },
    strings.read_more,
  );
  return button;
}

/** Fetches the whole text. The widget's data contains long texts cut. */
async function loadWhole(view: View, review: PublicReview): Promise<void> {
  if (!review.cut) return;
  try {
    const { reviews } = await view.page({ limit: String(view.data.reviews.length || 1) });
    const whole = reviews.find(({ id }) => id === review.id);
    if (whole) Object.assign(review, { text: whole.text, cut: false });
  } catch {
    // The cut text stays, and the next click tries again.
  }
}

/** Shows "read more" on each text that is clamped, and checks again when the size of the list changes. */
export function watchClamping(view: View, list: HTMLElement): void {
  view.onResize(list, () => {
    const clamped = [...list.querySelectorAll<HTMLElement>('.clamp')];
    // Reading all heights before changing anything needs one layout for the whole list.
    const cut = clamped.map((words) => words.matches('.cut') || words.scrollHeight > words.clientHeight + 1);
    clamped.forEach((words, index) => {
      const more = words.nextElementSibling as HTMLElement | null;
      if (more) more.hidden = !cut[index];
    });
  });
}
