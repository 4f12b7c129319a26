import { Controller, Delete, Get, Header, Param, Query, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { IdParam, listPageOf, ListQuery, Scoped } from '@plaudit/runtime';
import type { FastifyRequest } from 'fastify';
import { SessionRequestsService } from '../sessions/session-requests.service';
import { type AppListResponse, toAppResponse } from './apps.responses';
import { AppsService } from './apps.service';

/** Shows signed-in users the apps that they connected, and disconnects them. */
@ApiExcludeController()
@Controller('app/session/apps')
export class OwnAppsController {
  constructor(
    private readonly apps: AppsService,
    private readonly requests: SessionRequestsService,
  ) {}

  @Get()
  @Scoped('public')
  @Header('Cache-Control', 'no-store')
  async list(@Req() request: FastifyRequest, @Query() query: ListQuery): Promise<AppListResponse> {
    const { session } = await this.requests.signedIn(request);
    const { items, nextCursor } = await this.apps.listOwn(session, listPageOf(query));
    return { count: items.length, items: items.map(toAppResponse), next_cursor: nextCursor };
  }

  @Delete(':id')
  @Scoped('public')
  async revoke(@Req() request: FastifyRequest, @Param('id', IdParam) id: number): Promise<{ success: true }> {
    const { session } = await this.requests.signedIn(request);
    await this.apps.revokeOwn(session, id);
    return { success: true };
  }
}
