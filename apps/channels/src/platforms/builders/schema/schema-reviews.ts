import { type DateOrder, mediaSource, truncate, webUrl } from '@plaudit/runtime/content';
import { dateOrderOf, parseDate } from '../../../normalise/dates';
import { postedDate } from '../../../normalise/posted-date';
import { authorOf, nodesOf, ratingOf, textOf } from '../../../normalise/schema-org/schema-org';
import { isNode, type SchemaNode } from '../../../normalise/schema-org/schema-node';
import { collectedLine, collectedText, foldText, withTitle } from '../../../normalise/text';
import { pageIdentity } from '../../../normalise/urls';
import { type NormalizedPage, type NormalizedReview, normalizeRows } from '../../platform';
import { withPageIds } from '../review-draft';

const MAX_MEDIA = 10;

/** A review node with the URL of its page, which relative URLs refer to. */
export interface SchemaRow {
  node: SchemaNode;
  page: string;
}

/** Returns the reviews of a page with unique ids. */
export function normalizeSchemaRows(rows: readonly SchemaRow[], now: Date): NormalizedPage {
  // Rows without text and rating are templates and teasers of other pages. They do not mean that the layout changed.
  const order = dateOrderOf(rows.map(({ node }) => datedOf(node)));
  const { reviews } = normalizeRows(rows, (row) => reviewOf(row, now, order ?? undefined));
  return { reviews: identify(reviews), rejected: [] };
}

function languageOf(node: SchemaNode): string | null {
  const match = /^([a-z]{2,3})(?:[-_][a-z]{2,4})?$/i.exec(textOf(node, 'inLanguage'));
  return match?.[1]?.toLowerCase() ?? null;
}

function bodyOf(node: SchemaNode, author: string): string {
  const notes = [...nodesOf(node, 'positiveNotes'), ...nodesOf(node, 'negativeNotes')];
  const listed = notes
    .flatMap((list) => [list, ...nodesOf(list, 'itemListElement')])
    .map((item) => textOf(item, 'name'));
  const loose = [...(node.values['positiveNotes'] ?? []), ...(node.values['negativeNotes'] ?? [])];
  const lines = [...listed, ...loose.filter((note) => !isNode(note)).map(String)].filter(
    (line) => line !== '',
  );
  const body = collectedText(textOf(node, 'reviewBody', 'description', 'text') || lines.join('\n'), 2);
  const title = collectedLine(textOf(node, 'name', 'headline'), 500, 2);
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

function replyOf(node: SchemaNode, now: Date, order: DateOrder | undefined): NormalizedReview['reply'] {
  const [reply] = nodesOf(node, 'comment', 'reply', 'suggestedAnswer');
  const text = reply ? collectedText(textOf(reply, 'text', 'description', 'reviewBody'), 2) : '';
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

function datedOf(node: SchemaNode): string {
  return textOf(node, 'datePublished', 'dateCreated', 'uploadDate', 'dateModified');
}

function reviewOf({ node, page }: SchemaRow, now: Date, order: DateOrder | undefined): NormalizedReview {
  const author = collectedLine(authorOf(node), 191, 2);
  const text = bodyOf(node, author);
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
    ...postedDate(datedOf(node), now, order),
    media: mediaOf(node, page),
    reply: replyOf(node, now, order),
    verified: false,
    additional: null,
    removed: false,
  };
}

function hasExactDay(review: NormalizedReview): boolean {
  return review.postedPrecision === 'second' || review.postedPrecision === 'day';
}

/** Returns each review once, with a unique id. A page may contain a review twice, in JSON-LD and in its markup. */
function identify(reviews: readonly NormalizedReview[]): NormalizedReview[] {
  const words = (review: NormalizedReview): string =>
    JSON.stringify([
      foldText(review.fromName),
      hasExactDay(review) ? review.postedOn.toISOString().slice(0, 10) : '',
      foldText(review.text).slice(0, 200),
    ]);
  const seen = new Map<string, NormalizedReview>();
  const distinct = reviews.filter((review) => {
    const first = seen.get(words(review));
    const twin = first !== undefined && review.text !== '';
    if (!twin) seen.set(words(review), review);
    return !twin;
  });
  return withPageIds(distinct);
}
