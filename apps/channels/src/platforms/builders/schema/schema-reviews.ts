import { type DateOrder, type Decodings, mediaSource, truncate, webUrl } from '@plaudit/runtime/content';
import { dateOrderOf, parseDate } from '../../../normalise/dates';
import { firstPostedDate } from '../../../normalise/posted-date';
import { ratingOf } from '../../../normalise/schema-org/ratings';
import { isNode, nodesOf, type SchemaNode, textOf, textsOf } from '../../../normalise/schema-org/schema-node';
import { authorOf } from '../../../normalise/schema-org/schema-org';
import type { PageReview } from '../../../normalise/schema-org/review-row';
import { collectedLine, collectedText, foldText, withTitle } from '../../../normalise/text';
import { pageIdentity } from '../../../normalise/urls';
import type { NormalizedPage, NormalizedReview } from '../../platform';
import { withPageIds } from '../review-draft';
import { type ListedReview, mergeTwins, withoutCut } from './twins';

const MAX_MEDIA = 10;

/** A review node with the URL of its page, which relative URLs refer to. */
export interface SchemaRow {
  node: PageReview;
  page: string;
}

/** Returns the reviews of a page with unique ids. */
export function normalizeSchemaRows(rows: readonly SchemaRow[], now: Date): NormalizedPage {
  const dates = rows.flatMap(({ node }) => datesOf(node));
  const order = dateOrderOf(dates, now) ?? undefined;
  const listed: ListedReview[] = [];
  const rejected: string[] = [];
  for (const row of rows) {
    try {
      listed.push({ review: reviewOf(row, now, order), list: row.node.list });
    } catch (error) {
      // Rows without text and rating are templates and teasers of other pages, so they are not counted as unreadable.
      if (!(error instanceof RangeError)) rejected.push(String(error));
    }
  }
  return { reviews: withPageIds(mergeTwins(listed)), rejected };
}

function languageOf(node: SchemaNode): string | null {
  const match = /^([a-z]{2,3})(?:[-_][a-z]{2,4})?$/i.exec(textOf(node, 'inLanguage'));
  return match?.[1]?.toLowerCase() ?? null;
}

/** Returns the lines of the positive and negative notes. */
function notesOf(node: SchemaNode): string {
  const notes = [...nodesOf(node, 'positiveNotes'), ...nodesOf(node, 'negativeNotes')];
  const listed = notes
    .flatMap((list) => [list, ...nodesOf(list, 'itemListElement')])
    .map((item) => textOf(item, 'name'));
  const loose = [...(node.values['positiveNotes'] ?? []), ...(node.values['negativeNotes'] ?? [])];
  const lines = [...listed, ...loose.filter((note) => !isNode(note)).map(String)];
  return lines.filter((line) => line !== '').join('\n');
}

/**
 * Returns the text of JSON-LD without the backslashes of a template that has escaped it twice: `One.\\nIt\\'s fine`. A letter before
 * the escape of a line end may belong to a path, `C:\\new`.
 */
function unslashed(text: string): string {
  return text
    .replace(/\\(["'])/g, '$1')
    .replace(/(?<![\p{L}\d:\\])(?:(?:\\r)?\\n)+(?![a-z])/gu, (ends) => ends.replace(/(?:\\r)?\\n/g, '\n'));
}

/**
 * Returns the text of a review. Several texts are parts of it. A part that another one contains is the same text again, for
 * another size of the screen. One that the page has cut is the beginning of another one.
 */
function bodyOf(node: SchemaNode, author: string, decodings: Decodings): string {
  const parts = textsOf(node, 'reviewBody', 'description', 'text').map((part) =>
    collectedText(decodings === 0 ? part : unslashed(part), decodings),
  );
  const folded = parts.map(foldText);
  const distinct = parts.filter((_part, index) => {
    const words = folded[index] ?? '';
    const start = withoutCut(words);
    const isCutOf = (other: string, at: number): boolean =>
      at !== index && start !== words && start !== '' && other !== words && other.startsWith(start);
    const isIn = (other: string, at: number): boolean =>
      at !== index && other.includes(words) && (other !== words || at < index);
    return words !== '' && !folded.some(isIn) && !folded.some(isCutOf);
  });
  const body = collectedText(distinct.length > 0 ? distinct.join('\n') : notesOf(node), decodings);
  const title = collectedLine(textOf(node, 'name', 'headline'), 500, decodings);
  return withTitle(foldText(title) === foldText(author) ? '' : title, body);
}

function mediaOf(node: SchemaNode, page: string): NormalizedReview['media'] {
  const named = ['image', 'photo', 'video', 'associatedMedia', 'audio'] as const;
  const found = named.flatMap((name) =>
    (node.values[name] ?? []).map((value) => {
      const address = isNode(value) ? textOf(value, 'contentUrl', 'url', 'embedUrl') : String(value);
      const url = webUrl(address, page);
      const types = isNode(value) ? value.types : [];
      const isVideo = name === 'video' || types.includes('VideoObject');
      const isAudio = name === 'audio' || types.includes('AudioObject');
      return { type: isVideo ? ('video' as const) : isAudio ? ('audio' as const) : ('image' as const), url };
    }),
  );
  return found
    .flatMap(({ type, url }) => (url === null ? [] : [{ type, url, src: mediaSource(type, url) }]))
    .slice(0, MAX_MEDIA);
}

function replyOf(
  node: SchemaNode,
  now: Date,
  order: DateOrder | undefined,
  decodings: Decodings,
): NormalizedReview['reply'] {
  const [reply] = nodesOf(node, 'comment', 'reply', 'suggestedAnswer');
  const text = reply ? collectedText(textOf(reply, 'text', 'description', 'reviewBody'), decodings) : '';
  if (!reply || text === '') return null;
  return {
    text,
    postedOn: parseDate(textOf(reply, 'dateCreated', 'datePublished'), now, order)?.date ?? null,
  };
}

function authorImage(node: SchemaNode, page: string): string | null {
  const [author] = nodesOf(node, 'author', 'creator');
  if (!author) return null;
  return webUrl(textOf(author, 'image') || textOf(nodesOf(author, 'image')[0] ?? author, 'contentUrl'), page);
}

function authorUrl(node: SchemaNode, page: string): string | null {
  const [author] = nodesOf(node, 'author', 'creator');
  return author ? webUrl(textOf(author, 'url', 'sameAs'), page) : null;
}

/** Returns the id that the page gives the review: identifier, `@id` or URL. Returns an empty string if there is none. */
function nativeId(node: SchemaNode, page: string): string {
  const identifier = textOf(node, 'identifier');
  const [property] = nodesOf(node, 'identifier');
  const given = (property ? textOf(property, 'value') : '') || identifier || node.id || '';
  if (given !== '' && !given.startsWith('_:')) return given;
  const url = webUrl(textOf(node, 'url'), page);
  return url !== null && url !== page ? url : '';
}

/** Returns what the page sends as dates of a review, the most usual property first. */
function datesOf(node: SchemaNode): string[] {
  return ['datePublished', 'dateCreated', 'uploadDate', 'dateModified'].flatMap((name) =>
    textsOf(node, name),
  );
}

function reviewOf({ node, page }: SchemaRow, now: Date, order: DateOrder | undefined): NormalizedReview {
  // The authors of JSON-LD often escape text twice.
  const decodings = node.isShown ? 0 : 2;
  const author = collectedLine(authorOf(node), 191, decodings);
  const text = bodyOf(node, author, decodings);
  const rating = ratingOf(node);
  if (text === '' && rating === null) throw new RangeError('A review has neither text nor rating');
  const id = nativeId(node, page);
  const language = languageOf(node);
  return {
    externalId:
      id === '' ? '' : truncate(id.startsWith('#') ? `${pageIdentity(new URL(page))}${id}` : id, 500),
    idKind: id === '' ? 'derived' : 'native',
    text,
    language,
    fromName: author || 'Anonymous',
    fromImage: authorImage(node, page),
    fromUrl: authorUrl(node, page),
    postUrl: webUrl(textOf(node, 'url'), page),
    ratingValue: rating?.value ?? null,
    ratingScale: rating?.scale ?? 5,
    ...firstPostedDate(datesOf(node), now, order),
    media: mediaOf(node, page),
    reply: replyOf(node, now, order, decodings),
    verified: false,
    additional: null,
    removed: false,
  };
}
