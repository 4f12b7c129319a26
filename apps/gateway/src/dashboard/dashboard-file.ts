import { createHash } from 'node:crypto';
import { ownValue } from '@plaudit/contracts';
import { EncodedBody } from '@plaudit/runtime';

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
};
/** Compressing them again gains nothing. */
const COMPRESSED = new Set(['png', 'webp', 'woff2']);

/** The bundler puts a hash of the content into these names, so a name never gets other content. */
const HASHED = /^assets\/.+-[\w-]{8,}\.\w+$/;
const FOREVER = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

/** A file of the built dashboard. */
export interface DashboardFile {
  body: EncodedBody;
  /** With its quotes. */
  etag: string;
  isCompressible: boolean;
  headers: Readonly<Record<string, string>>;
}

/** Returns the file with its headers. `name` is its path in the folder of the dashboard. */
export function dashboardFile(name: string, content: Buffer): DashboardFile {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  return {
    body: new EncodedBody(content),
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    isCompressible: !COMPRESSED.has(ending),
    headers: {
      'Content-Type': ownValue(TYPES, ending) ?? 'application/octet-stream',
      'Cache-Control': HASHED.test(name) ? FOREVER : REVALIDATE,
      'Cross-Origin-Resource-Policy': 'same-origin',
      Vary: 'Accept-Encoding',
    },
  };
}
