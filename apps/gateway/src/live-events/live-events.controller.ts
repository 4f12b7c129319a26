import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { markOpenEnded, Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { InFlightService } from '../throttle/in-flight.service';
import { LiveAccessService } from './live-access.service';
import { LiveEventsQuery } from './live-events.dto';
import { LiveIdsService } from './live-ids.service';
import { LiveStreamsService } from './live-streams.service';
import { STREAM_HEADERS } from './sse';

const OK = 200;

/** Sends the pages of the dashboard what changes while they are open. */
@ApiExcludeController()
@Controller('app/events')
export class LiveEventsController {
  constructor(
    private readonly access: LiveAccessService,
    private readonly streams: LiveStreamsService,
    private readonly inFlight: InFlightService,
    private readonly ids: LiveIdsService,
  ) {}

  @Get()
  @Scoped('public')
  async open(
    @Query() { sub_account, last_event_id }: LiveEventsQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const owner = await this.access.ownerOf(request, Number(sub_account));
    // Fastify passes HEAD requests here, too. They have no stream.
    if (request.method === 'HEAD') return void reply.headers(STREAM_HEADERS).send();
    this.streams.assertRoomFor(owner);
    reply.hijack();
    // The client may have left while its session was read.
    if (request.raw.socket.destroyed) return;
    this.inFlight.release(request);
    const { raw } = reply;
    raw.writeHead(OK, { ...(reply.getHeaders() as Record<string, string>), ...STREAM_HEADERS });
    const from = this.ids.sequenceIn(request.headers['last-event-id'] ?? last_event_id, owner.accountId);
    const stream = this.streams.open(owner, raw, from);
    markOpenEnded(raw, () => stream.finish('stopping'));
  }
}
