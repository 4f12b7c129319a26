import { Body, Controller, Delete, Header, Param, Post, Req } from '@nestjs/common';
import { ApiExcludeController, IntersectionType } from '@nestjs/swagger';
import { IdParam, Scoped } from '@plaudit/runtime';
import type { FastifyRequest } from 'fastify';
import { KeyAddInput } from '../keys/keys.dto';
import { ProofInput } from '../own-sign-in/proof.dto';
import { SessionRequestsService } from '../sessions/session-requests.service';
import { SessionKeysService } from './session-keys.service';

/** Body of POST /app/keys: that of POST /keys, with a proof for keys that manage the account. */
class SessionKeyInput extends IntersectionType(KeyAddInput, ProofInput) {}

/** Adds and deletes keys for the page of API keys. */
@ApiExcludeController()
@Controller('app/keys')
export class SessionKeysController {
  constructor(
    private readonly keys: SessionKeysService,
    private readonly requests: SessionRequestsService,
  ) {}

  @Post()
  @Scoped('public')
  @Header('Cache-Control', 'no-store')
  async add(
    @Req() request: FastifyRequest,
    @Body() { password, code, ...input }: SessionKeyInput,
  ): Promise<{ success: true; key: string }> {
    const signedIn = await this.requests.signedIn(request);
    return { success: true, key: await this.keys.add(signedIn, input, { password, code }) };
  }

  @Delete(':id')
  @Scoped('public')
  async delete(@Req() request: FastifyRequest, @Param('id', IdParam) id: number): Promise<{ success: true }> {
    const { session } = await this.requests.signedIn(request);
    await this.keys.delete(session, id);
    return { success: true };
  }
}
