import { Body, Controller, Get, Header, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BrowserRequestsService } from '../sign-in/browser-requests.service';
import { SetupInput } from './setup.dto';
import { SetupService } from './setup.service';

/** Sets up a new installation. Only the pages of `/app` may send these requests. */
@ApiExcludeController()
@Controller('app/setup')
export class SetupController {
  constructor(
    private readonly setup: SetupService,
    private readonly requests: BrowserRequestsService,
  ) {}

  @Get('state')
  @Scoped('public')
  @Header('Cache-Control', 'no-store')
  async state(): Promise<{ success: true; open: boolean }> {
    return { success: true, open: await this.setup.isOpen() };
  }

  @Post()
  @Scoped('public')
  async claim(
    @Body() body: SetupInput,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ success: true }> {
    const browser = await this.requests.browserOf(request);
    const cookies = await this.setup.claim(body, browser);
    void reply.headers({ 'Set-Cookie': cookies, 'Cache-Control': 'no-store' });
    return { success: true };
  }
}
