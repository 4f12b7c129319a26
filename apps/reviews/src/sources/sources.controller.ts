import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { AddedSourceResponse, SourceCreateInput, SourceListResponse } from './sources.dto';
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
  @ApiOperation({
    operationId: 'addSource',
    summary: 'Add a custom source of reviews',
    description: 'Reviews that you add can name the source in `source_id`.',
  })
  @ApiOkResponse({ type: AddedSourceResponse })
  async add(
    @CurrentPrincipal() principal: Principal,
    @Body() body: SourceCreateInput,
  ): Promise<AddedSourceResponse> {
    const source = await this.sources.add(principal, body.name);
    return { success: true, id: source.id, source };
  }
}
