import { Body, Controller, Header, Post, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiErrors, Scoped } from '@plaudit/runtime';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../accounts/actor';
import { CurrentActor } from '../authentication/current-actor.decorator';
import { IGNORES_UNKNOWN } from '../openapi/descriptions';
import { BrowserRequestsService } from '../sign-in/browser-requests.service';
import { SignInHostsService } from '../sign-in/sign-in-hosts.service';
import { SignInInput } from '../sign-in/sign-in.dto';
import { SignInService } from '../sign-in/sign-in.service';
import { LoginLinkResponse } from './login-links.dto';

@ApiTags('Account')
@Controller('public/v1/login')
export class LoginLinksController {
  constructor(
    private readonly signIn: SignInService,
    private readonly requests: BrowserRequestsService,
    private readonly hosts: SignInHostsService,
  ) {}

  @Post('get_url')
  @Scoped('account:manage')
  @Header('Cache-Control', 'no-store')
  @ApiErrors('invalid_credentials', 'two_factor_required')
  @ApiOperation({
    operationId: 'getLoginUrl',
    summary: 'Get a one-time link that signs a user in within 60 seconds',
    description: `For integrations that sign their own users in. Redirect the user to the URL. ${IGNORES_UNKNOWN}`,
  })
  @ApiOkResponse({ type: LoginLinkResponse, description: 'The URL to redirect the user to.' })
  async getUrl(
    @CurrentActor() actor: Actor,
    @Body() credentials: SignInInput,
    @Req() request: FastifyRequest,
  ): Promise<LoginLinkResponse> {
    const address = this.requests.addressOf(request);
    const path = await this.signIn.createLink(actor, credentials, address);
    const { origin } = await this.hosts.ofAccount(actor.accountId);
    return { success: true, url: origin + path, alternate_url: this.hosts.own.origin + path };
  }
}
