import { Body, Controller, Delete, Header, Param, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ApiError } from '@plaudit/contracts';
import { IdParam, Scoped } from '@plaudit/runtime';
import type { FastifyRequest } from 'fastify';
import { KeyAddInput } from '../keys/keys.dto';
import { SessionsService } from '../sessions/sessions.service';
import type { Session } from '../sessions/session';
import { BrowserRequestsService } from '../sign-in/browser-requests.service';
import { SessionKeysService } from './session-keys.service';

/** Adds and deletes keys for the page of API keys. */
@ApiExcludeController()
@Controller('app/keys')
export class SessionKeysController {
  constructor(
    private readonly keys: SessionKeysService,
    private readonly sessions: SessionsService,
    private readonly requests: BrowserRequestsService,
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
