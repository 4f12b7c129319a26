import { Body, Controller, Get, Header, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionRequestsService } from '../sessions/session-requests.service';
import { ProofInput } from '../own-sign-in/proof.dto';
import { type NewSecret, TwoFactorSetupService, type TwoFactorStatus } from './two-factor-setup.service';

interface RecoveryCodesBody {
  success: true;
  recovery_codes: string[];
}

/** Shows the signed-in user's own two-factor sign-in, and switches it on and off. */
@ApiExcludeController()
@Controller('app/two_factor')
export class TwoFactorController {
  constructor(
    private readonly setup: TwoFactorSetupService,
    private readonly requests: SessionRequestsService,
  ) {}

  @Get()
  @Scoped('public')
  @Header('Cache-Control', 'no-store')
  async get(@Req() request: FastifyRequest): Promise<{ success: true } & TwoFactorStatus> {
    const { session } = await this.requests.signedInForSetup(request);
    return { success: true, ...(await this.setup.status(session)) };
  }

  @Post('start')
  @HttpCode(200)
  @Scoped('public')
  async start(
    @Req() request: FastifyRequest,
    @Body() { password }: ProofInput,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ success: true } & NewSecret> {
    const signedIn = await this.requests.signedInForSetup(request);
    void reply.header('Cache-Control', 'no-store');
    return { success: true, ...(await this.setup.start(signedIn, password)) };
  }

  @Post('confirm')
  @HttpCode(200)
  @Scoped('public')
  async confirm(
    @Req() request: FastifyRequest,
    @Body() proof: ProofInput,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RecoveryCodesBody> {
    const signedIn = await this.requests.signedInForSetup(request);
    const { recoveryCodes, cookie } = await this.setup.confirm(signedIn, proof);
    void reply.headers({ 'Set-Cookie': cookie, 'Cache-Control': 'no-store' });
    return { success: true, recovery_codes: recoveryCodes };
  }

  @Post('recovery_codes')
  @HttpCode(200)
  @Scoped('public')
  async replaceRecoveryCodes(
    @Req() request: FastifyRequest,
    @Body() proof: ProofInput,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RecoveryCodesBody> {
    const signedIn = await this.requests.signedIn(request);
    void reply.header('Cache-Control', 'no-store');
    return { success: true, recovery_codes: await this.setup.replaceRecoveryCodes(signedIn, proof) };
  }

  @Post('switch_off')
  @HttpCode(200)
  @Scoped('public')
  async switchOff(
    @Req() request: FastifyRequest,
    @Body() proof: ProofInput,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ success: true }> {
    const signedIn = await this.requests.signedIn(request);
    const cookie = await this.setup.switchOff(signedIn, proof);
    void reply.headers({ 'Set-Cookie': cookie, 'Cache-Control': 'no-store' });
    return { success: true };
  }
}
