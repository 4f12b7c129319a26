import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { ApiErrors, CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { DeletedChannelsQuery } from './deleted-channels.dto';
import { DeletedChannelsReadModel } from './deleted-channels.read-model';
import { DeletedChannelListResponse } from './deleted-channels.responses';

@ApiTags('Channels')
@Controller('public/v1/channels')
export class DeletedChannelsController {
  constructor(private readonly deleted: DeletedChannelsReadModel) {}

  @Get('deleted')
  @Scoped('channels:read')
  @ApiOperation({
    operationId: 'listDeletedChannels',
    summary: 'List the ids of deleted channels, in the order of their deletion',
    description:
      'For systems that keep a copy of the channels: read this list after GET /channels/get with updated_since. Entries are kept for good.',
  })
  @ApiOkResponse({ type: DeletedChannelListResponse })
  @ApiErrors('invalid_date')
  list(
    @CurrentPrincipal() principal: Principal,
    @Query() query: DeletedChannelsQuery,
  ): Promise<DeletedChannelListResponse> {
    return this.deleted.page(principal, query);
  }
}
