import { Controller, Get, Headers, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import type { FastifyReply } from 'fastify';
import { API } from '../proxy/route-table';

const FOUND = 302;

/** Paths instead of URLs, because they are valid on every host of this installation. */
interface RootResponse {
  success: true;
  api: string;
  docs: string;
  openapi: string;
}

/** Serves `/`: redirects browsers to the pages and tells API clients where the API is. */
@ApiExcludeController()
@Controller()
export class RootController {
  @Get()
  @Scoped('public')
  get(
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): RootResponse | undefined {
    void reply.header('Vary', 'Accept');
    if (accept?.includes('text/html')) {
      void reply.redirect('/app', FOUND);
      return undefined;
    }
    return { success: true, api: API, docs: '/docs', openapi: `${API}/openapi.json` };
  }
}
