import { Body, Controller, Header, Post, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, ApiErrors, Scoped } from '@plaudit/runtime';
import type { FastifyRequest } from 'fastify';
import { actorOf } from '../accounts/actor';
import { IGNORES_UNKNOWN } from '../openapi/descriptions';
import { LoginThrottle } from './login-throttle';
import { SignInHosts } from './sign-in-hosts';
import { SignInRequests } from './sign-in-requests';
import { SignInService } from './sign-in.service';
import { LoginLinkResponse, SignInInput } from './sign-in.dto';

@ApiTags('Account')
@Controller('public/v1/login')
export class LoginController {
  constructor(
    private readonly signIn: SignInService,
    private readonly throttle: LoginThrottle,
    private readonly requests: SignInRequests,
    private readonly hosts: SignInHosts,
  ) {}

  @Post('get_url')
  @Scoped('account:manage')
  @Header('Cache-Control', 'no-store')
  @ApiErrors('invalid_credentials')
  @ApiOperation({
    operationId: 'getLoginUrl',
    summary: 'Get a link that signs a user in, once and within 60 seconds',
    description: IGNORES_UNKNOWN,
  })
  @ApiOkResponse({ type: LoginLinkResponse, description: 'Where to redirect the user.' })
  async getUrl(
    @CurrentPrincipal() principal: Principal,
    @Body() { email, password }: SignInInput,
    @Req() request: FastifyRequest,
  ): Promise<LoginLinkResponse> {
    const address = this.requests.addressOf(request);
    this.throttle.countTry(email, address);
    const path = await this.signIn.linkFor(actorOf(principal), email, password);
    this.throttle.forget(email, address);
    const { origin } = await this.hosts.ofAccount(principal.account_id);
    return { success: true, url: origin + path, alternate_url: this.hosts.own.origin + path };
  }
}
