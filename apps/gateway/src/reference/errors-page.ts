import { errorSections, ERRORS_INTRODUCTION } from '@plaudit/contracts';
import { type Html, html } from '../html';

/** Returns the content of /docs/errors: every code with what it means and what to do. */
export function errorsPage(): Html {
  const sections = errorSections();
  return html`<main class="text">
    <h1>Error codes</h1>
    <p>${withCode(ERRORS_INTRODUCTION)}</p>
    <nav aria-label="Statuses">
      ${sections.map(({ status }) => html`<a href="#${status}">${status}</a> `)}
    </nav>
    ${sections.map(
      ({ status, meaning, errors }) =>
        html`<section>
          <h2 id="${status}">${status}</h2>
          <p>${withCode(meaning)}</p>
          <dl>
            ${errors.map(
              (error) =>
                html`<dt id="${error.code}">
                    <a href="#${error.code}"><code>${error.code}</code></a>
                  </dt>
                  <dd>${withCode(error.meaning)} ${withCode(error.remedy)}</dd>`,
            )}
          </dl>
        </section>`,
    )}
  </main>`;
}

/** Marks the parts of a text between backticks as code. */
function withCode(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
