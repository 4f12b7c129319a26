import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { ApiBodyExample, ApiErrors, CurrentPrincipal, IdParam, Scoped } from '@plaudit/runtime';
import { AuthorizationService } from './authorization.service';
import { OAuthConnectionsService } from './oauth-connections.service';
import { AuthorizeUrlInput } from './oauth.dto';
import { AuthorizeUrlResponse, OAuthConnectionResponse } from './oauth.responses';

@ApiTags('Channels')
@Controller('public/v1/channels')
export class OAuthConnectionsController {
  constructor(
    private readonly authorization: AuthorizationService,
    private readonly connections: OAuthConnectionsService,
  ) {}

  @Post('authorize_url')
  @Scoped('channels:write')
  @ApiOperation({
    operationId: 'getAuthorizeUrl',
    summary: 'Get the URL with which a user connects a profile by signing in',
    description:
      'For types with the method oauth. The user opens the URL, signs in to the platform and consents. If a user of the dashboard requested the URL and signs in with the same session, the channel is connected, or the user chooses among several locations. With the URL of a key, and in every other browser, our pages first name the company, the sub account, who requested the URL, and then the profile. Nothing is read or connected until the person at the browser agrees. With channel_id, an existing channel gets a new access.',
  })
  @ApiBodyExample(AuthorizeUrlInput, { type: 'google_business' })
  @ApiOkResponse({ type: AuthorizeUrlResponse })
  @ApiErrors(
    'unknown_channel_type',
    'subdomain_required',
    'plan_feature_missing',
    'channel_limit_reached',
    'not_found',
  )
  begin(
    @CurrentPrincipal() principal: Principal,
    @Body() input: AuthorizeUrlInput,
  ): Promise<AuthorizeUrlResponse> {
    return this.authorization.begin(principal, input);
  }

  @Get('connections/:id')
  @Scoped('channels:read')
  @ApiParam({ name: 'id', description: 'connection_id from POST /channels/authorize_url', example: 7 })
  @ApiOperation({
    operationId: 'getChannelConnection',
    summary: 'Get the state of a connection that is made by signing in',
    description:
      'A connection exists for ten minutes, and for another thirty after the user has signed in. Its access is never returned.',
  })
  @ApiOkResponse({ type: OAuthConnectionResponse })
  get(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<OAuthConnectionResponse> {
    return this.connections.describe(principal, id);
  }
}
