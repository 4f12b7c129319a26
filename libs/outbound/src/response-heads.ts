import { malformed, quoted } from './outbound-error';

/** A response head in the form that undici's parser accepts. */
export interface MendedHead {
  status: number;
  /** The head, with the empty line at its end. */
  text: string;
  isChunked: boolean;
}

const STATUS_LINE = /^http\/(0\.9|1\.\d|2(?:\.0)?)[ \t]+([1-9]\d\d)(?:[ \t]|$)/i;
/** Spaces before the colon belong to neither side. */
const HEADER = /^([!#$%&'*+\-.^_`|~\w]+)[ \t]*:(.*)$/;
/** Numbers with more digits are not exact. */
const LENGTH = /^\d{1,15}$/;
const FOLD = /\r?\n[ \t]+/g;
const LINE_END = /\r?\n/;
/** Bytes above 0x7f may be UTF-8. */
const CONTROL = /[^\t\u0020-\u007e\u0080-\u00ff]/g;
const OLD_VERSIONS = ['0.9', '1.0'];
const SWITCHING_PROTOCOLS = 101;
const NO_CONTENT = 204;
const NOT_MODIFIED = 304;
/** Stands for every interim response. undici refuses 100 as unexpected, and nobody reads the headers of the others. */
const INTERIM = 'HTTP/1.1 102\r\n\r\n';

/**
 * Reads a response head as browsers do, where that is safe, and writes it in the strict form. Equal lengths become one, and folded
 * lines, single LFs, control characters and lines that are not headers do no harm. Throws `response_malformed` if there is no status
 * line, or if the headers contradict each other about the end of the body.
 */
export function mendedHead(head: string): MendedHead {
  const [statusLine = '', ...lines] = head.replace(FOLD, ' ').split(LINE_END);
  const [, version = '', code = ''] = STATUS_LINE.exec(statusLine) ?? [];
  if (code === '') throw malformed(`The response is not HTTP/1.1: its first line is ${quoted(statusLine)}.`);
  const status = Number(code);
  if (status === SWITCHING_PROTOCOLS)
    throw malformed(`The server switched to another protocol unasked: ${quoted(statusLine)}.`);
  if (status < 200) return { status, text: INTERIM, isChunked: false };
  const { others, lengths, codings } = sorted(lines);
  const { framing, isChunked } = framingOf(status, lengthOf(lengths), hasChunks(codings));
  const minor = OLD_VERSIONS.includes(version) ? 0 : 1;
  return { status, text: [`HTTP/1.${minor} ${code}`, ...others, ...framing, '', ''].join('\r\n'), isChunked };
}

/** Separates the headers that say where the body ends. Lines that are not headers are left out. */
function sorted(lines: readonly string[]): Record<'others' | 'lengths' | 'codings', string[]> {
  const found = { others: [] as string[], lengths: [] as string[], codings: [] as string[] };
  for (const line of lines) {
    const [, name = '', value = ''] = HEADER.exec(line.replace(CONTROL, ' ')) ?? [];
    const lower = name.toLowerCase();
    if (lower === 'content-length') found.lengths.push(...listed(value));
    else if (lower === 'transfer-encoding') found.codings.push(...listed(value.toLowerCase()));
    else if (name) found.others.push(`${name}:${value}`);
  }
  return found;
}

function listed(value: string): string[] {
  return value.split(',').map((part) => part.trim());
}

function lengthOf(lengths: readonly string[]): string | null {
  const [first, second] = new Set(lengths);
  if (first === undefined) return null;
  if (second !== undefined) {
    const both = `${quoted(first)} and ${quoted(second)}`;
    throw malformed(`The server answered with two different Content-Length headers: ${both}.`);
  }
  if (LENGTH.test(first)) return first;
  throw malformed(`The server answered with a Content-Length that is not a number: ${quoted(first)}.`);
}

/** `identity` means no encoding. `chunked` may be named twice, by a framework and by the server below it. */
function hasChunks(codings: readonly string[]): boolean {
  const used = new Set(codings.filter((coding) => coding !== 'identity'));
  const isChunked = used.delete('chunked');
  const [unknown] = used;
  if (unknown === undefined) return isChunked;
  throw malformed(`The server answered with a Transfer-Encoding that was not requested: ${quoted(unknown)}.`);
}

/** Returns the headers that say where the body ends. */
function framingOf(
  status: number,
  length: string | null,
  isChunked: boolean,
): Pick<MendedHead, 'isChunked'> & { framing: string[] } {
  // A sign of response smuggling (RFC 9112, section 6.3).
  if (isChunked && length !== null)
    throw malformed(
      'The server answered with both Content-Length and Transfer-Encoding, which leaves open where the body ends.',
    );
  if (status === NO_CONTENT || status === NOT_MODIFIED) {
    // There is no body, and the length of a 304 is that of another response. A body that is sent all the same ends the connection.
    const announced = isChunked || (status === NO_CONTENT && Number(length) > 0);
    return { framing: announced ? ['Connection: close'] : [], isChunked: false };
  }
  if (isChunked) return { framing: ['Transfer-Encoding: chunked'], isChunked };
  return { framing: length === null ? [] : [`Content-Length: ${length}`], isChunked };
}
