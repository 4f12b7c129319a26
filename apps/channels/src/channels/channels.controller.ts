import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import {
  CurrentPrincipal,
  Idempotent,
  IdParam,
  ApiErrors,
  LIST_PAGE_HEADERS,
  listPageOf,
  ListQuery,
  NextPage,
  type NextPageLink,
  Requested,
  type RequestedCreation,
  Scoped,
  SuccessResponse,
} from '@plaudit/runtime';
import { ConnectionService } from '../connecting/connection.service';
import { ChannelAddInput, ChannelCheckInput, ChannelDeleteQuery, ChannelUpdateInput } from './channels.dto';
import {
  ChannelAddedResponse,
  ChannelDeletedResponse,
  ChannelResponse,
  ChannelListResponse,
  ChannelRefreshedResponse,
  ChannelUpdatedResponse,
} from './channels.responses';
import { ChannelsService } from './channels.service';
import { RefreshService } from './refresh.service';

const ID = { name: 'id', description: 'Id of a channel from GET /channels/get', example: 42 };

@ApiTags('Channels')
@Controller('public/v1/channels')
export class ChannelsController {
  constructor(
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionService,
    private readonly refreshes: RefreshService,
  ) {}

  @Get('get')
  @Scoped('channels:read')
  @ApiOperation({
    operationId: 'listChannels',
    summary: 'List the channels of the sub account (cached for three minutes)',
  })
  @ApiOkResponse({ type: ChannelListResponse, headers: LIST_PAGE_HEADERS })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListQuery,
    @NextPage() link: NextPageLink,
  ): Promise<ChannelListResponse> {
    const { count, items, nextCursor } = await this.channels.list(principal, listPageOf(query));
    link(nextCursor);
    return { count, items, next_cursor: nextCursor };
  }

  @Get('get/:id')
  @Scoped('channels:read')
  @ApiParam(ID)
  @ApiOperation({ operationId: 'getChannel', summary: 'Get a channel' })
  @ApiOkResponse({ type: ChannelResponse })
  get(@CurrentPrincipal() principal: Principal, @Param('id', IdParam) id: number): Promise<ChannelResponse> {
    return this.channels.get(principal, id);
  }

  @Post('check')
  @Scoped('channels:refresh')
  @ApiOperation({
    operationId: 'checkChannel',
    summary: 'Check a type and the plan limit without connecting',
  })
  @ApiOkResponse({ type: SuccessResponse })
  @ApiErrors('unknown_channel_type', 'oauth_required', 'dashboard_only', 'channel_limit_reached')
  async check(
    @CurrentPrincipal() principal: Principal,
    @Body() input: ChannelCheckInput,
  ): Promise<SuccessResponse> {
    await this.connections.check(principal, input.type);
    return { success: true };
  }

  @Post('add')
  @Scoped('channels:write')
  @Idempotent()
  @ApiOperation({ operationId: 'addChannel', summary: 'Connect a profile and queue its first crawl' })
  @ApiOkResponse({ type: ChannelAddedResponse })
  @ApiErrors(
    'unknown_channel_type',
    'oauth_required',
    'dashboard_only',
    'channel_limit_reached',
    'profile_not_valid',
  )
  async add(
    @CurrentPrincipal() principal: Principal,
    @Requested() requested: RequestedCreation,
    @Body() input: ChannelAddInput,
  ): Promise<ChannelAddedResponse> {
    const creation = requested.answeredBy((channel: ChannelResponse): ChannelAddedResponse => ({
      success: true,
      crawl_queued: true,
      channel,
    }));
    return this.connections.add(principal, input, creation);
  }

  @Put('update/:id')
  @Scoped('channels:write')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'updateChannel',
    summary: 'Change the name, approval flags, stores or countries',
  })
  @ApiOkResponse({ type: ChannelUpdatedResponse })
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Body() input: ChannelUpdateInput,
  ): Promise<ChannelUpdatedResponse> {
    return { success: true, channel: await this.channels.update(principal, id, input) };
  }

  @Delete('delete/:id')
  @Scoped('channels:write')
  @ApiParam(ID)
  @ApiOperation({ operationId: 'deleteChannel', summary: 'Delete a channel and, unless kept, its reviews' })
  @ApiOkResponse({ type: ChannelDeletedResponse })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Query() query: ChannelDeleteQuery,
  ): Promise<ChannelDeletedResponse> {
    const kept = await this.channels.delete(principal, id, query.keep_reviews === '1');
    return { success: true, reviews_kept: kept };
  }

  @Post('refresh/:id')
  @HttpCode(202)
  @Scoped('channels:refresh')
  @ApiParam(ID)
  @ApiOperation({ operationId: 'refreshChannel', summary: 'Queue a crawl of the channel now' })
  @ApiAcceptedResponse({ type: ChannelRefreshedResponse })
  @ApiErrors('refresh_too_soon', 'refresh_queued')
  async refresh(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<ChannelRefreshedResponse> {
    await this.refreshes.refresh(principal, id);
    return { success: true, queued: true, msg: 'The channel is queued and will be crawled shortly.' };
  }
}
