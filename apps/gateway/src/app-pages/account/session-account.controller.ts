import { Body, Controller, Put, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { Scoped } from '@plaudit/runtime';
import { IsBoolean } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { SessionRequestsService } from '../../sessions/session-requests.service';
import { SessionAccountService } from './session-account.service';

/** Body of PUT /app/account. Fields that are not sent keep their values. */
class AccountSwitchesInput {
  @Optional()
  @IsBoolean()
  api_enabled?: boolean;

  @Optional()
  @IsBoolean()
  require_two_factor?: boolean;
}

/** Switches the API and the two-factor rule of the account, for the account's page. */
@ApiExcludeController()
@Controller('app/account')
export class SessionAccountController {
  constructor(
    private readonly account: SessionAccountService,
    private readonly requests: SessionRequestsService,
  ) {}

  @Put()
  @Scoped('public')
  async change(
    @Req() request: FastifyRequest,
    @Body() body: AccountSwitchesInput,
  ): Promise<{ success: true }> {
    const { session } = await this.requests.signedIn(request);
    await this.account.change(session, body);
    return { success: true };
  }
}
