import { plainColumnName } from './column-words';

const SUBJECT = '(?:is|was)?(?:review|comment|rating|bewertung|avis|opinion|recensione)?s?';
/** Columns with the state of a review in words. */
const STATE = new RegExp(
  `^${SUBJECT}(?:moderation|approval|publish|publishing|publication|published|display|visibility)?(?:status|state|visibility|curated|curation|moderation|approval|statut|etat|estado|stato|sichtbarkeit|visibilite|visibilidad|visibilita)(?:name|label|text)?$`,
);
/** Columns that say yes if visitors see the review. */
const SHOWN = new RegExp(
  `^${SUBJECT}(?:publish|published|approve|approved|visible|public|display|displayed|show|shown|enabled|active|live|validate|validated|online|veroffentlicht|freigegeben|sichtbar|aktiv|publie|approuve|valide|publicado|aprobado|publicada|aprobada|pubblicato|pubblicata|approvato|visibile|aprovado|visivel|gepubliceerd|goedgekeurd|zichtbaar)$`,
);
/** Columns that say yes, or when, if visitors do not see it. */
const UNSHOWN = new RegExp(
  `^${SUBJECT}(?:hidden|deleted|delete|removed|spam|trashed|trash|rejected|unpublished|archived|disabled|blocked|quarantined?|withheld|versteckt|ausgeblendet|geloscht|abgelehnt|gesperrt|masque|supprime|rejete|oculto|eliminado|borrado|nascosto|eliminato|rifiutato|escondido|excluido|verborgen|verwijderd)(?:at|on|date)?$`,
);

const NO = /^(?:no|false|n|f|0|off|nein|non|nee|n[ãa]o|falso|faux|falsch)$/i;
const YES = /^(?:yes|true|y|t|1|x|on|✓|✔|ja|oui|s[ií]|sim|vrai|wahr|vero|verdadero)$/i;
/** A date, but not the one that databases write for none. */
const SOME_DATE = /(?:^|\D)(?:19[89]\d|20\d\d)(?:\D|$)|^\d{10}(?:\d{3})?$|\d[./-]\d{1,2}[./-]\d/;
const NO_DATE = /^0000-00-00/;
/** States in which visitors do not see a review: it was taken down, or it waits. In small letters, with spaces between words. */
const UNSHOWN_STATE =
  /^(?:(?:marked as )?spam|junk|(?:post )?trash(?:ed)?|bin(?:ned)?|reject(?:ed)?|declined|denied|disapproved?|refused|hidden|hide|deleted?|removed?|(?:un ?|not |non )(?:published|approved|listed|visible|public)|unpublish|inactive|disabled|archived?|blocked|banned|suspended|withheld|quarantined?|private|offline|draft|pending.*|(?:on )?hold|(?:in |under |awaiting |waiting for |needs )(?:review|moderation|approval)|unmoderated|not yet|queued|abgelehnt|ausgeblendet|versteckt|geloscht|gesperrt|(?:nicht|un)(?: ?(?:veroffentlicht|freigegeben|sichtbar))|inaktiv|deaktiviert|archiviert|ausstehend|entwurf|in prufung|rejetee?|refusee?|masquee?|supprimee?|non publiee?|en attente|brouillon|inactif|rechazad[oa]|ocult[oa]|eliminad[oa]|borrad[oa]|no publicad[oa]|pendiente|borrador|inactiv[oa]|rifiutat[oa]|nascost[oa]|eliminat[oa]|non pubblicat[oa]|in attesa|bozza|inattiv[oa]|rejeitad[oa]|excluid[oa]|nao publicad[oa]|pendente|rascunho|inativ[oa]|afgewezen|verborgen|verwijderd|niet gepubliceerd|in behandeling|concept|inactief)$/;

/** Whether a value of a column says that visitors do not see the review. */
type Unshown = (value: string) => boolean;

/** The rows of a file that its platform does not show to visitors. */
export interface HiddenRows {
  /** Their positions. */
  hidden: ReadonlySet<number>;
  /** The positions of the columns that say so. */
  columns: number[];
}

/** Finds the rows that a column marks as deleted, hidden, spam or waiting. A column of `taken` holds a field and marks nothing. */
export function hiddenRowsOf(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  taken: ReadonlySet<number>,
): HiddenRows {
  const hidden = new Set<number>();
  const columns = header.flatMap((name, column) => {
    if (taken.has(column)) return [];
    const valuesOf = (): string[] => rows.map((cells) => (cells[column] ?? '').trim());
    const isUnshown = unshownBy(name, valuesOf);
    const marks = isUnshown ? valuesOf().flatMap((value, row) => (isUnshown(value) ? [row] : [])) : [];
    for (const row of marks) hidden.add(row);
    return marks.length > 0 ? [column] : [];
  });
  return { hidden, columns };
}

function unshownBy(name: string, values: () => readonly string[]): Unshown | null {
  const plain = plainColumnName(name);
  if (UNSHOWN.test(plain)) {
    return (value) =>
      YES.test(value) || (SOME_DATE.test(value) && !NO_DATE.test(value)) || isUnshownState(value);
  }
  if (SHOWN.test(plain) || plain === 'commentapproved')
    return (value) => NO.test(value) || isUnshownState(value);
  if (!STATE.test(plain)) return null;
  // Of numbers, only 1 and 0 have one meaning.
  const isBinary = values().includes('1') && values().every((value) => /^[01]?$/.test(value.trim()));
  return (value) => isUnshownState(value) || (isBinary && value === '0');
}

function isUnshownState(value: string): boolean {
  const plain = value.slice(0, 60).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return UNSHOWN_STATE.test(plain.replace(/[\s_-]+/g, ' ').trim());
}
