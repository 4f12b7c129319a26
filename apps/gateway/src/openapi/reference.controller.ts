import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ApiError } from '@plaudit/contracts';
import { Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API } from '../proxy/route-table';
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

/** The API reference page, which shows the OpenAPI document. */
@ApiExcludeController()
@Controller('docs')
export class ReferenceController {
  constructor(private readonly assets: ReferenceAssetsCache) {}

  @Get()
  @Scoped('public')
  async page(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const [icon, style, bundle, start] = await Promise.all(
      ['favicon.png', 'swagger-ui.css', 'swagger-ui-bundle.js', 'start.js'].map((name) =>
        this.assets.urlOf(name),
      ),
    );
    void reply.headers({
      ...HEADERS,
      'Cache-Control': 'no-cache',
      'Content-Type': 'text/html; charset=utf-8',
    });
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plaudit API reference</title>
<link rel="icon" type="image/png" href="${icon}">
<link rel="stylesheet" href="${style}">
<script src="${bundle}" defer></script>
<script src="${start}" defer></script>
</head>
<body>
<main id="reference"></main>
<noscript>This page needs JavaScript. The OpenAPI document: <a href="${API}/openapi.json">openapi.json</a></noscript>
</body>
</html>
`;
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
}
