import { HeaderFields } from './header-fields';

/** The start of an HTTP/1.1 request. */
export interface RequestHead {
  method: string;
  /** The target as it was sent: path and query. */
  url: string;
  headers: HeaderFields;
  /** Bytes of the head, including the empty line. */
  size: number;
  /** Bytes of the body, which follow the head. */
  bodySize: number;
}

/** Node refuses longer heads. */
const MAX_HEAD_BYTES = 16_384;
const REQUEST_LINE = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\/[\x21-\x7e]*) HTTP\/1\.1$/;
const LENGTH = /^\d{1,10}$/;
/** With one of these, the request may end in another way than by its length. */
const UNUSUAL = ['transfer-encoding', 'upgrade', 'expect'];

/**
 * Reads the head of a request at the start of `bytes`. Returns null unless it is complete and so plain that every reader agrees where
 * the request ends: no field is given twice, no transfer coding, no expectation, no upgrade, and the connection stays open.
 */
export function readRequestHead(bytes: Buffer): RequestHead | null {
  const text = bytes.toString('latin1', 0, MAX_HEAD_BYTES);
  const lineEnd = text.indexOf('\r\n');
  const [, method, url] = REQUEST_LINE.exec(text.slice(0, lineEnd)) ?? [];
  if (method === undefined || url === undefined) return null;
  const headers = HeaderFields.read(bytes, text, lineEnd + 2);
  if (!headers) return null;
  const bodySize = bodySizeOf(headers);
  return bodySize === null ? null : { method, url, headers, size: headers.end, bodySize };
}

/** Returns null if another reader might see another end of the request, or if the connection ends with it. */
function bodySizeOf(headers: HeaderFields): number | null {
  if (UNUSUAL.some((name) => headers.get(name) !== undefined)) return null;
  const connection = headers.get('connection')?.toLowerCase() ?? 'keep-alive';
  const length = headers.get('content-length') ?? '0';
  return connection === 'keep-alive' && LENGTH.test(length) ? Number(length) : null;
}
