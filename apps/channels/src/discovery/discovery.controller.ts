import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { ApiErrors, CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { DiscoverInput } from './discovery.dto';
import { DiscoveryResponse } from './discovery.responses';
import { DiscoveryService } from './discovery.service';

@ApiTags('Channels')
@Controller('public/v1/channels/discover')
export class DiscoveryController {
  constructor(private readonly discovery: DiscoveryService) {}

  @Post()
  @HttpCode(200)
  @Scoped('channels:refresh')
  @ApiOperation({
    operationId: 'discoverChannels',
    summary: 'Search for the profiles of a business',
    description:
      'Searches at most three platforms, with the search of each platform and with the links of the website if it is given. Nothing is connected. `platforms` says what became of the search of each. An account has 30 discoveries per UTC day. A discovery counts if a platform answered or the website was read.',
  })
  @ApiOkResponse({ type: DiscoveryResponse })
  @ApiErrors('unknown_channel_type', 'discovery_limit_reached')
  discover(
    @CurrentPrincipal() principal: Principal,
    @Body() input: DiscoverInput,
  ): Promise<DiscoveryResponse> {
    return this.discovery.discover(principal, input);
  }
}
