import { elementsAt, type JsonObject, type Path, type Source, valueAt, valueOf } from './json-paths';
import type { ReviewDraft } from './review-draft';

/** Files of a review that are looked at. A review keeps fewer of them. */
const MAX_FILES = 50;

type MediaType = 'image' | 'video' | 'audio';

/** The files at a path: a list or a single one. */
interface FileFields {
  at: Path;
  /** The URL in each element. Default: the element itself. */
  url?: Source<JsonObject, undefined>;
  /** Default: an image. */
  type?: MediaType | ((file: JsonObject) => MediaType);
}

/**
 * Where a platform has what a {@link ReviewDraft} consists of. `Row` describes the fields that functions read. A row may have
 * another form: then a path leads to nothing, and a function that fails rejects the row.
 */
export interface ReviewFields<Row, At> extends Partial<
  Record<'author' | 'authorImage' | 'authorUrl' | 'title' | 'text' | 'url' | 'language', Source<Row, At>>
> {
  id: Source<Row, At>;
  rating?: Source<Row, At>;
  scale?(row: Row, at: At): number | undefined;
  date: Source<Row, At>;
  /** A path to URLs, or files with a URL each. */
  media?: Path | readonly FileFields[] | ((row: Row, at: At) => ReviewDraft['media']);
  /** `hidden` leads to true for a reply that is not shown, because the owner has deleted it for example. */
  reply?: { text: Path; date?: Path; hidden?: Path } | ((row: Row, at: At) => ReviewDraft['reply']);
  /** Paths of which one must lead to `true`. */
  verified?: Path | ((row: Row, at: At) => boolean);
  removed?: Path | ((row: Row, at: At) => boolean);
  /** Details by name, or a function that returns them. */
  additional?: Readonly<Record<string, Source<Row, At>>> | ((row: Row, at: At) => ReviewDraft['additional']);
  /** True for a row that is no review. */
  skip?(row: Row, at: At): boolean;
}

/** Returns the draft of a row, or null if the row is no review. */
export function draftOfFields<Row extends object, At>(
  fields: ReviewFields<Row, At>,
  row: Row,
  at: At,
): ReviewDraft | null {
  if (fields.skip?.(row, at)) return null;
  const read = (source: Source<Row, At> | undefined): unknown => valueOf(source, row, at);
  const scale = fields.scale?.(row, at);
  return {
    id: read(fields.id),
    author: read(fields.author),
    authorImage: read(fields.authorImage),
    authorUrl: read(fields.authorUrl),
    title: read(fields.title),
    text: read(fields.text),
    url: read(fields.url),
    rating: read(fields.rating),
    ...(scale === undefined ? {} : { scale }),
    date: read(fields.date),
    media: mediaOf(fields.media, row, at),
    reply: replyOf(fields.reply, row, at),
    language: read(fields.language),
    verified: flagOf(fields.verified, row, at),
    removed: flagOf(fields.removed, row, at),
    additional: detailsOf(fields.additional, row, at),
  };
}

function mediaOf<Row extends object, At>(
  media: ReviewFields<Row, At>['media'] = [],
  row: Row,
  at: At,
): NonNullable<ReviewDraft['media']> {
  if (typeof media === 'function') return media(row, at) ?? [];
  const files = isPath(media) ? [{ at: media }] : media;
  return files.flatMap((fields) =>
    elementsAt(row, fields.at, MAX_FILES).map((element) => fileOf(fields, element)),
  );
}

function fileOf(
  { url = '', type = 'image' }: FileFields,
  element: unknown,
): { type: MediaType; url: unknown } {
  // A path is read in any value. A function expects an object.
  const file = (typeof element === 'object' && element !== null ? element : {}) as JsonObject;
  return {
    type: typeof type === 'function' ? type(file) : type,
    url: typeof url === 'function' ? url(file, undefined) : valueAt(element, url),
  };
}

function detailsOf<Row extends object, At>(
  additional: ReviewFields<Row, At>['additional'] = {},
  row: Row,
  at: At,
): NonNullable<ReviewDraft['additional']> {
  if (typeof additional === 'function') return additional(row, at) ?? {};
  const details = Object.entries(additional);
  return Object.fromEntries(details.map(([name, source]) => [name, valueOf(source, row, at)]));
}

function replyOf<Row extends object, At>(
  reply: ReviewFields<Row, At>['reply'],
  row: Row,
  at: At,
): NonNullable<ReviewDraft['reply']> | null {
  if (typeof reply === 'function') return reply(row, at) ?? null;
  if (!reply || valueAt(row, reply.hidden ?? []) === true) return null;
  return { text: valueAt(row, reply.text), date: reply.date && valueAt(row, reply.date) };
}

function flagOf<Row extends object, At>(
  flag: Path | ((row: Row, at: At) => boolean) = [],
  row: Row,
  at: At,
): boolean {
  if (typeof flag === 'function') return flag(row, at);
  return (typeof flag === 'string' ? [flag] : flag).some((path) => valueAt(row, path) === true);
}

function isPath(media: Path | readonly FileFields[]): media is Path {
  return typeof media === 'string' || media.every((one) => typeof one === 'string');
}
