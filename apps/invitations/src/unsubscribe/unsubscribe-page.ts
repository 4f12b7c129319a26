import { escapeHtml } from '@plaudit/runtime';
import { type Page, type PageBrand, pageOf, TICK } from '../landing/shell/page';
import { type Texts, textsOf } from '../landing/shell/texts';
import { ACTION_FIELD } from './unsubscribe-form';

/** What a link for unsubscribing shows. */
export type UnsubscribeState =
  | 'question'
  /** Unsubscribed so recently that it can be undone. */
  | 'done'
  | 'done_for_good'
  | 'undone'
  | 'too_late';

export interface UnsubscribeInput {
  brand: PageBrand;
  state: UnsubscribeState;
  /** As {@link maskedRecipient} returns it. */
  recipient: string;
  /** The path to which the forms are sent. */
  action: string;
}

export function unsubscribePage(input: UnsubscribeInput): Page {
  const { brand } = input;
  const texts = textsOf(brand.language);
  const { heading, body } = contentOf(input, texts);
  return pageOf({ brand, title: heading, body });
}

/** Returns the response to a mail program, which shows it to nobody. */
export function oneClickText(brand: PageBrand): string {
  return `${textsOf(brand.language)('done_heading')}.\n`;
}

function contentOf(
  { brand, state, recipient, action }: UnsubscribeInput,
  texts: Texts,
): { heading: string; body: string[] } {
  const values = { business: brand.businessName, recipient };
  const lead = (key: 'unsubscribe' | 'done' | 'undone' | 'undo_late'): string =>
    `<p class="lead">${escapeHtml(texts(key, values))}</p>`;
  const titled = (heading: string, ...body: string[]) => ({
    heading,
    body: [`<h1>${escapeHtml(heading)}</h1>`, ...body],
  });
  if (state === 'question') {
    const button = formOf(action, 'confirm', texts('unsubscribe_button'));
    return titled(texts('unsubscribe_heading'), lead('unsubscribe'), button);
  }
  if (state === 'undone') {
    const { heading, body } = titled(texts('undone_heading'), lead('undone'));
    return { heading, body: [TICK, ...body] };
  }
  const more = {
    done: [
      `<section><p class="lead">${escapeHtml(texts('undo_hint'))}</p>`,
      `${formOf(action, 'undo', texts('undo_button'), 'plain')}</section>`,
    ],
    done_for_good: [],
    too_late: [lead('undo_late')],
  }[state];
  const { heading, body } = titled(texts('done_heading'), lead('done'), ...more);
  return { heading, body: [TICK, ...body] };
}

function formOf(action: string, value: 'confirm' | 'undo', button: string, look = ''): string {
  const css = look === '' ? '' : ` class="${look}"`;
  return `<form method="post" action="${escapeHtml(action)}"><button type="submit" name="${ACTION_FIELD}" value="${value}"${css}>${escapeHtml(button)}</button></form>`;
}
