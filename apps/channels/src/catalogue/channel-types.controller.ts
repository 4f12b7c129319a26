import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, ApiErrors, Scoped } from '@plaudit/runtime';
import { ChannelTypeResponse, ChannelTypeListResponse } from './channel-types.responses';
import { ChannelTypesService } from './channel-types.service';

@ApiTags('Channels')
@Controller('public/v1/channels/types')
export class ChannelTypesController {
  constructor(private readonly types: ChannelTypesService) {}

  @Get()
  @Scoped('channels:read')
  @ApiOperation({
    operationId: 'listChannelTypes',
    summary: 'List the platforms that can be connected',
    description:
      'Each platform has the fields that `POST /channels/add` requires for it, and instructions for the person who connects it.',
  })
  @ApiOkResponse({ type: ChannelTypeListResponse })
  async list(@CurrentPrincipal() principal: Principal): Promise<ChannelTypeListResponse> {
    const items = await this.types.list(principal);
    return { count: items.length, items };
  }

  @Get(':type')
  @Scoped('channels:read')
  @ApiParam({ name: 'type', description: 'Slug or alias from GET /channels/types', example: 'app_store' })
  @ApiOperation({
    operationId: 'getChannelType',
    summary: 'Get a platform with its instructions, stores and countries',
    description: 'The platform can also be named by one of its aliases.',
  })
  @ApiOkResponse({ type: ChannelTypeResponse })
  @ApiErrors('unknown_channel_type')
  get(@CurrentPrincipal() principal: Principal, @Param('type') type: string): Promise<ChannelTypeResponse> {
    return this.types.get(principal, type);
  }
}
