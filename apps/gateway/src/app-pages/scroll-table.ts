import { type Html, html } from './html';

interface TableContent {
  /** Names the table for people who cannot see it. */
  label: string;
  columns: readonly string[];
  /** One `tr` each. */
  lines: readonly Html[];
}

/** Returns a table that scrolls sideways on a narrow screen, also with the keyboard. */
export function scrollTable({ label, columns, lines }: TableContent): Html {
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${columns.map((column) => html`<th>${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${lines}
      </tbody>
    </table>
  </div>`;
}
