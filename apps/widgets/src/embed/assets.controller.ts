import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiError } from '@plaudit/contracts';
import { Scoped } from '@plaudit/runtime';
import { setBodyHeaders, setPublicHeaders } from './embed-headers';
import { EmbedAssets } from './embed-assets';
import { matchesEtag } from './etag';
import type { HttpReply, HttpRequest } from './http-exchange';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const SHORT = 'public, max-age=3600, stale-while-revalidate=86400';

/** The element's code, under its plain name and under one that names its content, for sites that pin a hash. */
@ApiTags('Embed')
@Controller('embed/v1')
export class AssetsController {
  constructor(private readonly assets: EmbedAssets) {}

  @Get(':file')
  @Scoped('public')
  @ApiOperation({
    operationId: 'getEmbedScript',
    summary: 'rv.js (module), w.js (classic), or one of them by hash',
  })
  async script(
    @Param('file') file: string,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) reply: HttpReply,
  ): Promise<Buffer | undefined> {
    setPublicHeaders(reply);
    const asset = this.assets.find(file);
    if (!asset) throw new ApiError('not_found', `There is no GET /embed/v1/${file.slice(0, 40)}.`);
    reply
      .header('ETag', asset.etag)
      .header('Cache-Control', asset.pinned ? IMMUTABLE : SHORT)
      .header('Vary', 'Accept-Encoding');
    if (matchesEtag(request.headers['if-none-match'], asset.etag)) {
      reply.code(304);
      return undefined;
    }
    const encoding = asset.body.encodingFor(request.headers['accept-encoding']?.toString());
    setBodyHeaders(reply, 'text/javascript; charset=utf-8', encoding);
    return asset.body.in(encoding);
  }
}
