import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, Idempotent, Requested, type RequestedCreation, Scoped } from '@plaudit/runtime';
import { AddedSourceResponse, SourceCreateInput, SourceListResponse } from './sources.dto';
import type { SourceRecord } from './sources.read-model';
import { SourcesService } from './sources.service';

@ApiTags('Reviews')
@Controller('public/v1/sources')
export class SourcesController {
  constructor(private readonly sources: SourcesService) {}

  @Get('get')
  @Scoped('reviews:read')
  @ApiOperation({
    operationId: 'listSources',
    summary: 'List the custom sources of reviews',
    description: 'Reviews that are added without a source belong to the source "Manual".',
  })
  @ApiOkResponse({ type: SourceListResponse })
  async list(@CurrentPrincipal() principal: Principal): Promise<SourceListResponse> {
    const items = await this.sources.list(principal);
    return { count: items.length, items };
  }

  @Post('add')
  @Scoped('reviews:write')
  @Idempotent()
  @ApiOperation({ operationId: 'addSource', summary: 'Add a custom source of reviews' })
  @ApiOkResponse({ type: AddedSourceResponse })
  async add(
    @CurrentPrincipal() principal: Principal,
    @Requested() requested: RequestedCreation,
    @Body() body: SourceCreateInput,
  ): Promise<AddedSourceResponse> {
    const creation = requested.answeredBy((source: SourceRecord): AddedSourceResponse => ({
      success: true,
      id: source.id,
      source,
    }));
    return this.sources.add(principal, body.name, creation);
  }
}
