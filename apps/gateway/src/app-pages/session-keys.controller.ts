import { Body, Controller, Delete, Header, Param, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ApiError } from '@plaudit/contracts';
import { IdParam, Scoped } from '@plaudit/runtime';
import type { FastifyRequest } from 'fastify';
import { KeyAddInput } from '../keys/keys.dto';
import { Sessions } from '../sign-in/sessions';
import type { Session } from '../sign-in/session';
import { SignInRequests } from '../sign-in/sign-in-requests';
import { SessionKeys } from './session-keys';

/** What the page of API keys does. */
@ApiExcludeController()
@Controller('app/keys')
export class SessionKeysController {
  constructor(
    private readonly keys: SessionKeys,
    private readonly sessions: Sessions,
    private readonly requests: SignInRequests,
  ) {}

  @Post()
  @Scoped('public')
  @Header('Cache-Control', 'no-store')
  async add(
    @Req() request: FastifyRequest,
    @Body() body: KeyAddInput,
  ): Promise<{ success: true; key: string }> {
    return { success: true, key: await this.keys.add(await this.session(request), body) };
  }

  @Delete(':id')
  @Scoped('public')
  async delete(@Req() request: FastifyRequest, @Param('id', IdParam) id: number): Promise<{ success: true }> {
    await this.keys.delete(await this.session(request), id);
    return { success: true };
  }

  private async session(request: FastifyRequest): Promise<Session> {
    const { host } = await this.requests.browserOf(request);
    const session = await this.sessions.find(request.headers.cookie, host);
    if (session) return session;
    throw new ApiError('invalid_credentials', 'Your session has ended; sign in again.');
  }
}
