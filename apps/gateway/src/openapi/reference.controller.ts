import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ApiError } from '@plaudit/contracts';
import { Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Html, html } from '../html';
import { docsPage } from '../reference/docs-page';
import { errorsPage } from '../reference/errors-page';
import { ReferenceAssetsCache } from './reference-assets.cache';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // Swagger UI shows its icons as data URLs.
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

const PAGE_HEADERS = {
  ...HEADERS,
  'Cache-Control': 'no-cache',
  'Content-Type': 'text/html; charset=utf-8',
};

/** The documentation of the API for people: the reference, which shows the OpenAPI document, and the error codes. */
@ApiExcludeController()
@Controller('docs')
export class ReferenceController {
  constructor(private readonly assets: ReferenceAssetsCache) {}

  @Get()
  @Scoped('public')
  async page(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const bundle = await this.assets.urlOf('swagger-ui-bundle.js');
    const start = await this.assets.urlOf('start.js');
    void reply.headers(PAGE_HEADERS);
    return docsPage({
      path: '/docs',
      head: html`${await this.styles('swagger-ui.css', 'docs.css')}
        <script src="${bundle}" defer></script>
        <script src="${start}" defer></script>`,
      body: html`<main id="reference"></main>
        <noscript><p>This page needs JavaScript.</p></noscript>`,
    });
  }

  @Get('errors')
  @Scoped('public')
  async errors(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    void reply.headers(PAGE_HEADERS);
    return docsPage({ path: '/docs/errors', head: await this.styles('docs.css'), body: errorsPage() });
  }

  @Get('assets/:name')
  @Scoped('public')
  async asset(
    @Param('name') name: string,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const asset = await this.assets.find(name);
    if (!asset) throw new ApiError('not_found', `There is no GET /docs/assets/${name.slice(0, 40)}.`);
    const compressed = /\bgzip\b/.test(headers['accept-encoding'] ?? '');
    void reply.headers({
      ...HEADERS,
      'Content-Type': `${asset.type}; charset=utf-8`,
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      ...(compressed ? { 'Content-Encoding': 'gzip' } : {}),
    });
    return compressed ? asset.gzipped : asset.body;
  }

  private async styles(...names: string[]): Promise<Html> {
    const icon = await this.assets.urlOf('favicon.png');
    const sheets = await Promise.all(names.map((name) => this.assets.urlOf(name)));
    return html`<link rel="icon" type="image/png" href="${icon}" />
      ${sheets.map((sheet) => html`<link rel="stylesheet" href="${sheet}" />`)}`;
  }
}
