import { createHash, createHmac } from 'node:crypto';

interface Signable {
  method: string;
  url: string;
  /** Names in lower case. All of them are signed. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

interface Signer {
  region: string;
  service: string;
  accessKeyId: string;
  secretAccessKey: string;
  at: Date;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

/** Returns the headers of a request to AWS with `x-amz-date` and the `authorization` of Signature Version 4. */
export function signedHeaders(request: Signable, signer: Signer): Record<string, string> {
  const stamp = `${signer.at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  const day = stamp.slice(0, 8);
  const url = new URL(request.url);
  const sent = { ...request.headers, 'x-amz-date': stamp };
  const signed = new Map(Object.entries({ ...sent, host: url.host }));
  const names = [...signed.keys()].sort();
  const canonical = [
    request.method,
    url.pathname,
    canonicalQuery(url.searchParams),
    ...names.map((name) => `${name}:${signed.get(name)?.trim().replace(/\s+/g, ' ')}`),
    '',
    names.join(';'),
    sha256(request.body),
  ].join('\n');
  const scope = [day, signer.region, signer.service, 'aws4_request'].join('/');
  const key = [signer.region, signer.service, 'aws4_request'].reduce(
    (parent: Buffer, part) => hmac(parent, part),
    hmac(`AWS4${signer.secretAccessKey}`, day),
  );
  const signature = hmac(key, [ALGORITHM, stamp, scope, sha256(canonical)].join('\n')).toString('hex');
  const credential = `${signer.accessKeyId}/${scope}`;
  return {
    ...sent,
    authorization: `${ALGORITHM} Credential=${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}

function canonicalQuery(query: URLSearchParams): string {
  const pairs = [...query].map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return pairs.sort().join('&');
}

/** RFC 3986: everything but letters, digits and `-_.~` is encoded. */
function encode(text: string): string {
  const coded = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[!'()*]/g, coded);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
