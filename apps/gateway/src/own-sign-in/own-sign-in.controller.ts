import { Body, Controller, Delete, Get, Header, Param, Put, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import { IsString, Length } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionRequestsService } from '../sessions/session-requests.service';
import { MAX_TYPED_PASSWORD_LENGTH } from '../sign-in/sign-in.dto';
import { MAX_PASSWORD_LENGTH } from '../users/password';
import { OwnPasswordService } from './own-password.service';
import { type OwnSessionResponse, OwnSessionsService } from './own-sessions.service';

class OwnPasswordInput {
  @IsString()
  @Length(1, MAX_TYPED_PASSWORD_LENGTH)
  current_password: string;

  @IsString()
  @Length(1, MAX_PASSWORD_LENGTH)
  new_password: string;
}

interface SuccessBody {
  success: true;
}

/** Changes the signed-in user's own password, and lists and ends their sessions. */
@ApiExcludeController()
@Controller('app')
export class OwnSignInController {
  constructor(
    private readonly password: OwnPasswordService,
    private readonly sessions: OwnSessionsService,
    private readonly requests: SessionRequestsService,
  ) {}

  @Put('password')
  @Scoped('public')
  async changePassword(
    @Req() request: FastifyRequest,
    @Body() body: OwnPasswordInput,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SuccessBody> {
    const cookie = await this.password.change(await this.requests.signedIn(request), body);
    return withCookie(reply, cookie);
  }

  @Get('sessions')
  @Scoped('public')
  @Header('Cache-Control', 'no-store')
  async list(@Req() request: FastifyRequest): Promise<SuccessBody & { sessions: OwnSessionResponse[] }> {
    const { session } = await this.requests.signedIn(request);
    return { success: true, sessions: await this.sessions.list(session) };
  }

  @Delete('sessions/:id')
  @Scoped('public')
  async end(@Req() request: FastifyRequest, @Param('id') id: string): Promise<SuccessBody> {
    const { session } = await this.requests.signedIn(request);
    await this.sessions.end(session, id);
    return { success: true };
  }

  @Delete('sessions')
  @Scoped('public')
  async endAll(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SuccessBody> {
    return withCookie(reply, await this.sessions.endAll(await this.requests.signedIn(request)));
  }
}

function withCookie(reply: FastifyReply, cookie: string): SuccessBody {
  void reply.headers({ 'Set-Cookie': cookie, 'Cache-Control': 'no-store' });
  return { success: true };
}
