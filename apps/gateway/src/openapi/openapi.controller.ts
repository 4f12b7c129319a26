import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MergedDocumentService } from './merged-document.service';

@ApiTags('Connection')
@Controller('public/v1')
export class OpenApiController {
  constructor(private readonly merged: MergedDocumentService) {}

  @Get('openapi.json')
  @Scoped('public')
  @ApiOperation({
    operationId: 'getOpenApi',
    summary: 'The OpenAPI 3.1 document of this API',
    security: [],
    description: 'Needs no key. Generate a client from it, or import it into a tool.',
  })
  @ApiOkResponse({
    description: '`x-unavailable` names the services whose documents have not been received since the start.',
    content: { 'application/json': { schema: { type: 'object' } } },
  })
  @ApiResponse({ status: 304, description: 'The document still has the ETag in If-None-Match.' })
  async document(
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | undefined> {
    const { body, etag } = await this.merged.get();
    void reply.headers({ ETag: etag, 'Cache-Control': 'public, max-age=60', Vary: 'Accept-Encoding' });
    if (headers['if-none-match'] === etag) {
      void reply.code(304);
      return undefined;
    }
    void reply.header('Content-Type', 'application/json; charset=utf-8');
    const encoding = body.encodingFor(headers['accept-encoding']?.toString());
    if (encoding !== 'identity') void reply.header('Content-Encoding', encoding);
    return body.in(encoding);
  }
}
