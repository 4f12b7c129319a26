import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { type Principal, wireDateOrNull } from '@plaudit/contracts';
import {
  ApiBodyExample,
  CurrentPrincipal,
  Idempotent,
  IdParam,
  ApiErrors,
  LIST_PAGE_HEADERS,
  listPageOf,
  NextPage,
  type NextPageLink,
  Requested,
  type RequestedCreation,
  Scoped,
  SuccessResponse,
} from '@plaudit/runtime';
import { ChannelKeysService } from '../connecting/channel-keys.service';
import { ConnectionService } from '../connecting/connection.service';
import {
  ChannelAddInput,
  ChannelCheckInput,
  ChannelDeleteQuery,
  ChannelListQuery,
  ChannelUpdateInput,
} from './channels.dto';
import {
  ChannelAddedResponse,
  ChannelDeletedResponse,
  ChannelResponse,
  ChannelListResponse,
  ChannelRefreshedResponse,
  ChannelUpdatedResponse,
} from './channels.responses';
import { ChannelDeletionService } from './channel-deletion.service';
import { ChannelsService } from './channels.service';
import { RefreshService } from './refresh.service';

const ID = { name: 'id', description: 'Id of a channel from GET /channels/get', example: 42 };

/** Without the fields that only other platforms take. */
const ADD_EXAMPLE = {
  type: 'app_store',
  url: 'https://apps.apple.com/gb/app/acme-notes/id1234567890',
  countries: 'gb, us',
};

@ApiTags('Channels')
@Controller('public/v1/channels')
export class ChannelsController {
  constructor(
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionService,
    private readonly refreshes: RefreshService,
    private readonly keys: ChannelKeysService,
    private readonly deletion: ChannelDeletionService,
  ) {}

  @Get('get')
  @Scoped('channels:read')
  @ApiOperation({
    operationId: 'listChannels',
    summary: 'List the channels of the sub account (cached for three minutes)',
    description:
      'The figures of a channel may be up to three minutes old. With group, only the channels of these properties. With updated_since, only the channels that changed since then. Neither comes from the cache. A system that keeps a copy reads them and GET /channels/deleted, and sends updated_until next time. It begins with updated_since=2000-01-01.',
  })
  @ApiOkResponse({ type: ChannelListResponse, headers: LIST_PAGE_HEADERS })
  @ApiErrors('invalid_date')
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ChannelListQuery,
    @NextPage() link: NextPageLink,
  ): Promise<ChannelListResponse> {
    const page = await this.channels.list(principal, listPageOf(query), query);
    const { count, items, nextCursor, until } = page;
    link(nextCursor);
    return { count, items, next_cursor: nextCursor, updated_until: wireDateOrNull(until) };
  }

  @Get('get/:id')
  @Scoped('channels:read')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'getChannel',
    summary: 'Get a channel',
    description: 'The channel has the same fields as in `GET /channels/get`, but it is not cached.',
  })
  @ApiOkResponse({ type: ChannelResponse })
  get(@CurrentPrincipal() principal: Principal, @Param('id', IdParam) id: number): Promise<ChannelResponse> {
    return this.channels.get(principal, id);
  }

  @Post('check')
  @Scoped('channels:refresh')
  @ApiOperation({
    operationId: 'checkChannel',
    summary: 'Check a type, a profile and the plan limit without connecting',
    description:
      'Accepts types of every method and stores nothing. Only type is required. With the required fields of the type, the platform is asked for the profile, as POST /channels/add does.',
  })
  @ApiBodyExample(ChannelCheckInput, ADD_EXAMPLE)
  @ApiOkResponse({ type: SuccessResponse })
  @ApiErrors(
    'unknown_channel_type',
    'plan_feature_missing',
    'channel_limit_reached',
    'profile_not_valid',
    'profile_check_timeout',
  )
  async check(
    @CurrentPrincipal() principal: Principal,
    @Body() input: ChannelCheckInput,
  ): Promise<SuccessResponse> {
    await this.connections.check(principal, input);
    return { success: true };
  }

  @Post('add')
  @Scoped('channels:write')
  @Idempotent()
  @ApiOperation({
    operationId: 'addChannel',
    summary: 'Connect a profile and queue its first crawl',
    description:
      'Reads the profile once, to check that it exists. Its reviews are collected in the background.',
  })
  @ApiBodyExample(ChannelAddInput, ADD_EXAMPLE)
  @ApiOkResponse({ type: ChannelAddedResponse })
  @ApiErrors(
    'unknown_channel_type',
    'oauth_required',
    'dashboard_only',
    'subdomain_required',
    'plan_feature_missing',
    'channel_limit_reached',
    'profile_not_valid',
    'profile_check_timeout',
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
    summary: 'Change the name, property, approval flags, stores, countries or key',
    description:
      'Changes only the fields that are sent. The profile itself cannot be changed: add another channel for it.',
  })
  @ApiBodyExample(ChannelUpdateInput, { name: 'Acme Notes (UK)', auto_approve: true })
  @ApiOkResponse({ type: ChannelUpdatedResponse })
  @ApiErrors('profile_not_valid', 'profile_check_timeout')
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Body() input: ChannelUpdateInput,
  ): Promise<ChannelUpdatedResponse> {
    return { success: true, channel: await this.keys.update(principal, id, input) };
  }

  @Delete('delete/:id')
  @Scoped('channels:write')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'deleteChannel',
    summary: 'Delete a channel and, unless kept, its reviews',
    description: 'With `keep_reviews=1` the reviews stay.',
  })
  @ApiOkResponse({ type: ChannelDeletedResponse })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Query() query: ChannelDeleteQuery,
  ): Promise<ChannelDeletedResponse> {
    const kept = await this.deletion.delete(principal, id, query.keep_reviews === '1');
    return { success: true, reviews_kept: kept };
  }

  @Post('refresh/:id')
  @HttpCode(202)
  @Scoped('channels:refresh')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'refreshChannel',
    summary: 'Queue a crawl of the channel now',
    description:
      'Channels are also crawled daily without this request. Two requests for one channel need a pause, which the 429 names.',
  })
  @ApiAcceptedResponse({ type: ChannelRefreshedResponse })
  @ApiErrors('dashboard_only', 'refresh_too_soon', 'refresh_queued')
  async refresh(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<ChannelRefreshedResponse> {
    await this.refreshes.refresh(principal, id);
    return { success: true, queued: true, msg: 'The channel is queued and will be crawled shortly.' };
  }
}
