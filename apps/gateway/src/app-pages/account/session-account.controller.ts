import { Body, Controller, Put, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { Scoped } from '@plaudit/runtime';
import { IsBoolean } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { ProofInput } from '../../own-sign-in/proof.dto';
import { SessionRequestsService } from '../../sessions/session-requests.service';
import { SessionAccountService } from './session-account.service';

/** Body of PUT /app/account, with the proof for changes that need it. Switches that are not sent keep their values. */
class AccountSwitchesInput extends ProofInput {
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
    @Body() { password, code, ...switches }: AccountSwitchesInput,
  ): Promise<{ success: true }> {
    const signedIn = await this.requests.signedIn(request);
    await this.account.change(signedIn, switches, { password, code });
    return { success: true };
  }
}
