import { escapeHtml } from '@plaudit/runtime';
import { BROKEN, type Page, pageOf } from './page';
import { DEFAULT_COLOR } from './page-style';
import { preferredLanguage, textsOf } from './texts';

/** Returns the page for a link that does not exist, in a language that the browser prefers. */
export function missingPage(acceptLanguage: string | undefined): Page {
  return plainPage(acceptLanguage, 'missing');
}

/** Returns the page for a fault on our side. */
export function errorPage(acceptLanguage: string | undefined): Page {
  return plainPage(acceptLanguage, 'error');
}

function plainPage(acceptLanguage: string | undefined, what: 'missing' | 'error'): Page {
  const language = preferredLanguage(acceptLanguage);
  const texts = textsOf(language);
  const heading = texts(`${what}_heading`);
  return pageOf({
    brand: { language, color: DEFAULT_COLOR, logoUrl: null, businessName: '' },
    title: what === 'missing' ? texts('missing_title') : heading,
    body: [BROKEN, `<h1>${escapeHtml(heading)}</h1>`, `<p class="lead">${escapeHtml(texts(what))}</p>`],
  });
}
