import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { ownValue } from '@plaudit/contracts';
import { API } from '../proxy/route-table';
import { DOCS_STYLE } from '../reference/docs-style';

export interface Asset {
  type: string;
  body: Buffer;
  gzipped: Buffer;
  /** Hash of the content. It is part of the URL, so that browsers may cache the file without a limit. */
  hash: string;
}

/** Starts Swagger UI. It loads nothing from other hosts: no validator badge, no fonts, no settings from the URL. */
const START = `window.addEventListener('load', () => {
  SwaggerUIBundle({
    url: '${API}/openapi.json',
    dom_id: '#reference',
    deepLinking: true,
    docExpansion: 'none',
    filter: true,
    validatorUrl: null,
    // With the browser's own credentials, a 401 would open its login window.
    requestInterceptor: (request) => Object.assign(request, { credentials: 'omit' }),
    // The link Operations leads past the introduction.
    onComplete: () => {
      document.querySelector('.scheme-container').id = 'operations';
    },
  });
});
`;

const LOADERS: Readonly<Record<string, { type: string; load: () => Promise<Buffer> }>> = {
  'swagger-ui.css': { type: 'text/css', load: () => packaged('swagger-ui.css') },
  'swagger-ui-bundle.js': { type: 'text/javascript', load: () => packaged('swagger-ui-bundle.js') },
  'docs.css': { type: 'text/css', load: () => Promise.resolve(Buffer.from(DOCS_STYLE)) },
  'start.js': { type: 'text/javascript', load: () => Promise.resolve(Buffer.from(START)) },
  'favicon.png': { type: 'image/png', load: () => packaged('favicon-32x32.png') },
};

/** The files of the reference page. Each is read and compressed once, at the first request. */
@Injectable()
export class ReferenceAssetsCache {
  private readonly assets = new Map<string, Promise<Asset>>();

  /** Returns null if the page has no file of that name. */
  find(name: string): Promise<Asset> | null {
    const known = this.assets.get(name);
    const loader = ownValue(LOADERS, name);
    if (known || !loader) return known ?? null;
    const asset = loader.load().then((body) => assetOf(loader.type, body));
    this.assets.set(name, asset);
    asset.catch(() => this.assets.delete(name));
    return asset;
  }

  async urlOf(name: string): Promise<string> {
    return `/docs/assets/${name}?v=${(await this.find(name))?.hash}`;
  }
}

function packaged(file: string): Promise<Buffer> {
  return readFile(require.resolve(`swagger-ui-dist/${file}`));
}

async function assetOf(type: string, body: Buffer): Promise<Asset> {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 16);
  return { type, body, gzipped: await promisify(gzip)(body), hash };
}
