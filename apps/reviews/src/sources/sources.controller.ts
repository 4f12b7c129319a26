import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiExtension, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import {
  ApiErrors,
  CurrentPrincipal,
  Idempotent,
  IdParam,
  Requested,
  type RequestedCreation,
  Scoped,
} from '@plaudit/runtime';
import { reviewsFollow } from '../relabellings/label';
import { SourceChangesService } from './source-changes.service';
import {
  AddedSourceResponse,
  ChangedSourceResponse,
  SourceDeleteQuery,
  SourceInput,
  SourceListResponse,
  SourceMergeInput,
} from './sources.dto';
import { type SourceRecord, SourcesReadModel } from './sources.read-model';
import { SourcesService } from './sources.service';

const ID = { name: 'id', description: 'Id of the source', example: 7 };
const FOLLOWS = `${reviewsFollow('source')} The source "Manual" cannot be changed.`;

@ApiTags('Reviews')
@Controller('public/v1/sources')
export class SourcesController {
  constructor(
    private readonly sources: SourcesService,
    private readonly changes: SourceChangesService,
    private readonly records: SourcesReadModel,
  ) {}

  @Get()
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

  @Get('get')
  @Scoped('reviews:read')
  @ApiExtension('x-alias-of', 'listSources')
  @ApiOperation({
    operationId: 'listSourcesAlias',
    summary: 'List the custom sources of reviews',
    description: 'Another name of GET /sources.',
  })
  @ApiOkResponse({ type: SourceListResponse })
  async listAlias(@CurrentPrincipal() principal: Principal): Promise<SourceListResponse> {
    return this.list(principal);
  }

  @Post()
  @Scoped('reviews:write')
  @Idempotent()
  @ApiOperation({
    operationId: 'addSource',
    summary: 'Add a custom source of reviews',
    description: 'Reviews that you add can name the source in `source_id`.',
  })
  @ApiOkResponse({ type: AddedSourceResponse })
  @ApiErrors('duplicate_source')
  async add(
    @CurrentPrincipal() principal: Principal,
    @Requested() requested: RequestedCreation,
    @Body() body: SourceInput,
  ): Promise<AddedSourceResponse> {
    const creation = requested.answeredBy((source: SourceRecord): AddedSourceResponse => ({
      success: true,
      id: source.id,
      source,
    }));
    return this.sources.add(principal, body.name, creation);
  }

  @Post('add')
  @Scoped('reviews:write')
  @Idempotent()
  @ApiExtension('x-alias-of', 'addSource')
  @ApiOperation({
    operationId: 'addSourceAlias',
    summary: 'Add a custom source of reviews',
    description: 'Another name of POST /sources.',
  })
  @ApiOkResponse({ type: AddedSourceResponse })
  @ApiErrors('duplicate_source')
  async addAlias(
    @CurrentPrincipal() principal: Principal,
    @Requested() requested: RequestedCreation,
    @Body() body: SourceInput,
  ): Promise<AddedSourceResponse> {
    return this.add(principal, requested, body);
  }

  @Put(':id')
  @Scoped('reviews:write')
  @ApiParam(ID)
  @ApiOperation({ operationId: 'renameSource', summary: 'Rename a custom source', description: FOLLOWS })
  @ApiOkResponse({ type: ChangedSourceResponse })
  @ApiErrors('duplicate_source', 'default_source')
  async rename(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Body() body: SourceInput,
  ): Promise<ChangedSourceResponse> {
    await this.changes.rename(principal, id, body.name);
    return { success: true, source: await this.records.one(principal.sub_account_id, id) };
  }

  @Post(':id/merge')
  @Scoped('reviews:write')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'mergeSources',
    summary: 'Move the reviews of a source to another one, and delete the source',
    description: `${FOLLOWS} A review whose external_id the other source has already loses its own.`,
  })
  @ApiOkResponse({ type: ChangedSourceResponse, description: 'The other source' })
  @ApiErrors('unknown_source', 'default_source')
  async merge(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Body() { into }: SourceMergeInput,
  ): Promise<ChangedSourceResponse> {
    return this.deleted(principal, id, { id: into, field: 'into' });
  }

  @Delete(':id')
  @Scoped('reviews:write')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'deleteSource',
    summary: 'Delete a source; its reviews move to "Manual" or to the source move_to',
    description: `${FOLLOWS} A review whose external_id the other source has already loses its own.`,
  })
  @ApiOkResponse({ type: ChangedSourceResponse, description: 'The source that has the reviews now' })
  @ApiErrors('unknown_source', 'default_source')
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Query() { move_to }: SourceDeleteQuery,
  ): Promise<ChangedSourceResponse> {
    return this.deleted(principal, id, move_to ? { id: Number(move_to), field: 'move_to' } : null);
  }

  private async deleted(
    principal: Principal,
    id: number,
    into: { id: number; field: string } | null,
  ): Promise<ChangedSourceResponse> {
    const other = await this.changes.delete(principal, id, into);
    return { success: true, source: await this.records.one(principal.sub_account_id, other) };
  }
}
