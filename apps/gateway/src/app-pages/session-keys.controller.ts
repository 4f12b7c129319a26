import { Body, Controller, Delete, Header, Param, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { IdParam, Scoped } from '@plaudit/runtime';
import { IsString, MaxLength } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { KeyAddInput } from '../keys/keys.dto';
import { SessionRequestsService } from '../sessions/session-requests.service';
import { MAX_CODE_LENGTH, MAX_TYPED_PASSWORD_LENGTH } from '../sign-in/sign-in.dto';
import { SessionKeysService } from './session-keys.service';

/** Body of POST /app/keys: that of POST /keys, with a proof for keys that manage the account. */
class SessionKeyInput extends KeyAddInput {
  @Optional()
  @IsString()
  @MaxLength(MAX_TYPED_PASSWORD_LENGTH)
  password?: string;

  @Optional()
  @IsString()
  @MaxLength(MAX_CODE_LENGTH)
  code?: string;
}

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
