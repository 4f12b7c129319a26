import { Body, Controller, Get, Header, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionRequestsService } from '../../sessions/session-requests.service';
import { AccessRequestsService, type BrowserOfRequest } from './access-requests.service';
import { ConsentInput } from './consent.dto';
import { type ConsentOffer, ConsentOffersService } from './consent-offers.service';
import { ConsentService } from './consent.service';

interface ConsentAnswer {
  success: true;
  /** The browser goes there, and from there back to the app. */
  redirect_to: string;
}

/** What the page on which a person gives an app access shows and sends. Only the pages of `/app` may send these requests. */
@ApiExcludeController()
@Controller('app/authorize/:uid')
export class ConsentController {
  constructor(
    private readonly offers: ConsentOffersService,
    private readonly consent: ConsentService,
    private readonly accesses: AccessRequestsService,
    private readonly requests: SessionRequestsService,
  ) {}

  @Get('request')
  @Scoped('public')
  @Header('Cache-Control', 'no-store')
  async get(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('uid') uid: string,
  ): Promise<ConsentOffer & { success: true }> {
    const { session } = await this.requests.signedIn(request);
    const access = await this.accesses.get(uid, browserOf(request, reply));
    return { success: true, ...(await this.offers.describe(session, access)) };
  }

  @Post('approve')
  @HttpCode(200)
  @Scoped('public')
  @Header('Cache-Control', 'no-store')
  async approve(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('uid') uid: string,
    @Body() body: ConsentInput,
  ): Promise<ConsentAnswer> {
    const { session } = await this.requests.signedIn(request);
    const access = await this.accesses.get(uid, browserOf(request, reply));
    return { success: true, redirect_to: await this.consent.approve(session, access, body) };
  }

  /** Needs no session, because a person who is not signed in may say no, too. */
  @Post('deny')
  @HttpCode(200)
  @Scoped('public')
  @Header('Cache-Control', 'no-store')
  async deny(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('uid') uid: string,
  ): Promise<ConsentAnswer> {
    await this.requests.find(request);
    const access = await this.accesses.get(uid, browserOf(request, reply));
    return { success: true, redirect_to: await this.accesses.deny(access) };
  }
}

function browserOf({ raw: request }: FastifyRequest, { raw: response }: FastifyReply): BrowserOfRequest {
  return { request, response };
}
