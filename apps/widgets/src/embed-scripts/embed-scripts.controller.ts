import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiError } from '@plaudit/contracts';
import { matchesEtag, Scoped } from '@plaudit/runtime';
import type { HttpReply, HttpRequest } from '../http/http-exchange';
import { setBodyHeaders, setPublicHeaders } from '../http/public-headers';
import { EmbedScriptsService } from './embed-scripts.service';

const PINNED_CACHE_CONTROL = 'public, max-age=31536000, immutable';
const CACHE_CONTROL = 'public, max-age=3600, stale-while-revalidate=86400';

/** Serves the scripts under a plain name, and under a name with the content hash for sites that pin a version. */
@ApiTags('Embed')
@Controller('embed/v1')
export class EmbedScriptsController {
  constructor(private readonly scripts: EmbedScriptsService) {}

  @Get(':file')
  @Scoped('public')
  @ApiOperation({
    operationId: 'getEmbedScript',
    summary:
      'Get rv.js (module), w.js (classic) or frame.js (heights of iframes), optionally with the content hash in the name',
  })
  async script(
    @Param('file') file: string,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) reply: HttpReply,
  ): Promise<Buffer | undefined> {
    setPublicHeaders(reply);
    const script = this.scripts.find(file);
    if (!script) throw new ApiError('not_found', `There is no GET /embed/v1/${file.slice(0, 40)}.`);
    reply
      .header('ETag', script.etag)
      .header('Cache-Control', script.pinned ? PINNED_CACHE_CONTROL : CACHE_CONTROL)
      .header('Vary', 'Accept-Encoding');
    if (matchesEtag(request.headers['if-none-match'], script.etag)) {
      reply.code(304);
      return undefined;
    }
    const encoding = script.body.encodingFor(request.headers['accept-encoding']?.toString());
    setBodyHeaders(reply, 'text/javascript; charset=utf-8', encoding);
    return script.body.in(encoding);
  }
}
