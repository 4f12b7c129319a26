import { Body, Controller, Get, Header, Post, Put, Query, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import type { FastifyRequest } from 'fastify';
import { LiveStreamsService } from '../live-events/live-streams.service';
import { ProofInput } from '../own-sign-in/proof.dto';
import { SessionRequestsService } from '../sessions/session-requests.service';
import { EnterableSubAccountsQuery, readEnterablePage } from './enterable-sub-accounts.dto';
import { PreferencesInput } from './preferences.dto';
import { PreferencesService } from './preferences.service';
import {
  type EnterableSubAccount,
  type SessionInfoResponse,
  SessionInfoService,
} from './session-info.service';
import { SessionProofService } from './session-proof.service';

/** Tells the dashboard about the session of its browser, and stores what its user prefers. */
@ApiExcludeController()
@Controller('app/session')
export class SessionInfoController {
  constructor(
    private readonly info: SessionInfoService,
    private readonly proofs: SessionProofService,
    private readonly preferences: PreferencesService,
    private readonly requests: SessionRequestsService,
    private readonly streams: LiveStreamsService,
  ) {}

  /** Responds with null to a browser without a session, so that the sign-in page causes no error. */
  @Get()
  @Scoped('public')
  @Header('Cache-Control', 'no-store')
  async get(@Req() request: FastifyRequest): Promise<{ success: true; session: SessionInfoResponse | null }> {
    const session = await this.requests.find(request);
    const position = session && this.streams.positionFor(session.account_id);
    return { success: true, session: session && (await this.info.describe(session, position)) };
  }

  @Get('sub_accounts')
  @Scoped('public')
  @Header('Cache-Control', 'no-store')
  async subAccounts(
    @Req() request: FastifyRequest,
    @Query() query: EnterableSubAccountsQuery,
  ): Promise<{ success: true; items: EnterableSubAccount[]; next_cursor: number | null }> {
    const { session } = await this.requests.signedIn(request);
    const { items, nextCursor } = await this.info.listSubAccounts(session, readEnterablePage(query));
    return { success: true, items, next_cursor: nextCursor };
  }

  @Put('preferences')
  @Scoped('public')
  @Header('Cache-Control', 'no-store')
  async prefer(@Req() request: FastifyRequest, @Body() wanted: PreferencesInput): Promise<{ success: true }> {
    const { session } = await this.requests.signedIn(request);
    await this.preferences.change(session, wanted);
    return { success: true };
  }

  @Post('proof')
  @Scoped('public')
  @Header('Cache-Control', 'no-store')
  async prove(
    @Req() request: FastifyRequest,
    @Body() proof: ProofInput,
  ): Promise<{ success: true; proved_until: string }> {
    const signedIn = await this.requests.signedIn(request);
    return { success: true, proved_until: await this.proofs.prove(signedIn, proof) };
  }
}
