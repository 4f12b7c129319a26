import { Controller, Get, Headers, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import type { FastifyReply } from 'fastify';
import { API } from '../proxy/route-table';

const FOUND = 302;

/** Paths, which hold on every host that leads here. */
interface Places {
  success: true;
  api: string;
  docs: string;
  openapi: string;
}

/** What is at the bare address: the pages for people, the way to the API for programs. */
@ApiExcludeController()
@Controller()
export class EntranceController {
  @Get()
  @Scoped('public')
  enter(
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Places | undefined {
    void reply.header('Vary', 'Accept');
    if (accept?.includes('text/html')) {
      void reply.redirect('/app', FOUND);
      return undefined;
    }
    return { success: true, api: API, docs: '/docs', openapi: `${API}/openapi.json` };
  }
}
