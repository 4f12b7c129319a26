import { escapeHtml } from '@plaudit/runtime';

/** Markup that is already escaped. */
export class Html {
  constructor(readonly markup: string) {}
}

type Piece = Html | string | number | readonly Piece[];

/** A template tag that returns markup. It escapes all inserted values except those that are markup already. */
export function html(fixed: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(
    fixed.map((part, index) => part + (index < pieces.length ? markupOf(pieces[index]!) : '')).join(''),
  );
}

function markupOf(piece: Piece): string {
  if (piece instanceof Html) return piece.markup;
  if (typeof piece === 'object') return piece.map(markupOf).join('');
  return escapeHtml(String(piece));
}
