import { escapeHtml } from '@plaudit/runtime';

/** Markup that is safe as it stands. */
export class Html {
  constructor(readonly markup: string) {}
}

type Piece = Html | string | number | readonly Piece[];

/** A template of markup; whatever is put in is escaped unless it is markup itself. */
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
