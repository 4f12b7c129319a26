import { Readable } from 'node:stream';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiError } from '@plaudit/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AddressNotAllowedError } from '../../authentication/authentication.service';
import { Challenges } from '../../authentication/challenges';
import type { Caller } from '../../authentication/caller';
import { GatewayEnv } from '../../gateway.env';
import { RequestOriginService } from '../request-origin.service';
import { ChangesInProgressService } from './changes-in-progress.service';
import { observedChange } from './observed-change';
import { RefusedAccessService } from './refused-access.service';

const OK = 200;
const FORBIDDEN = 403;

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the note about the change that the request asks another service for. */
    changeInProgress: number | null;
    /** Set if a key was refused because of the client's address. Such a request is not admitted. */
    refusedAddress: AddressNotAllowedError | null;
  }
}

/**
 * Notes the requests that belong in the audit log although no code of the gateway makes their change: changes of webhooks,
 * channels, widgets and settings, and refused rights. All other requests pass without work and without a promise.
 */
@Injectable()
export class AuditedRequestsRoutes implements OnApplicationBootstrap {
  private readonly challenges: Challenges;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly changes: ChangesInProgressService,
    private readonly refusals: RefusedAccessService,
    private readonly origins: RequestOriginService,
    env: GatewayEnv,
  ) {
    this.challenges = new Challenges(env.PUBLIC_URL);
  }

  onApplicationBootstrap(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.decorateRequest('changeInProgress', null);
    fastify.decorateRequest('refusedAddress', null);
    fastify.addHook('preHandler', (request, _reply, done) => {
      const caller = callerOf(request);
      const change = caller && observedChange(request.method, pathOf(request));
      const proceed = (): void => done();
      if (change) this.begin(request, caller, change).then(proceed, done);
      else proceed();
    });
    fastify.addHook('onError', (request, _reply, error, done) => {
      if (error instanceof AddressNotAllowedError) request.refusedAddress = error;
      done();
    });
    fastify.addHook('onSend', (request, reply, payload, done) => {
      const send = (complete: unknown): void => done(null, complete);
      if (isExport(request, reply)) {
        // The client has the response while it is read, because an export may be long. The note has been there since the request.
        void this.changes.complete(request.changeInProgress as number, {
          status: reply.statusCode,
          body: null,
          replayed: false,
        });
        send(payload);
      } else if (isAudited(request, reply)) this.complete(request, reply, payload).then(send, done);
      else send(payload);
    });
  }

  /** Tells a connected app which scope it lacks, so that it can ask the person for it. */
  private challenge(request: FastifyRequest, reply: FastifyReply, body: unknown): void {
    const isApp = callerOf(request)?.isApp ?? false;
    const required = (body as { required?: unknown } | null)?.required;
    const challenge = isApp && this.challenges.lackingScope(pathOf(request), required);
    if (challenge) void reply.header('WWW-Authenticate', challenge);
  }

  private async begin(
    request: FastifyRequest,
    { principal }: Caller,
    change: NonNullable<ReturnType<typeof observedChange>>,
  ): Promise<void> {
    const origin = this.origins.of(request.raw, request.id);
    const { method } = request;
    request.changeInProgress = await this.changes.begin({
      change,
      principal,
      method,
      path: pathOf(request),
      origin,
      body: request.body,
    });
  }

  /** Returns the payload to send, which is complete: the entry is in the log before the client has the response. */
  private async complete(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const { changeInProgress: id } = request;
    const complete = payload instanceof Readable ? await readAll(payload) : payload;
    const body = parse(complete);
    const { statusCode: status } = reply;
    const replayed = reply.hasHeader('idempotency-replayed');
    if (id !== null) await this.changes.complete(id, { status, body, replayed });
    if (isRefusal(request, reply) && !asksForProof(body)) await this.refusals.record(request, body);
    if (reply.statusCode === FORBIDDEN) this.challenge(request, reply, body);
    return complete;
  }
}

function pathOf({ admitted }: FastifyRequest): string {
  return admitted?.destination.path ?? '';
}

function callerOf({ admitted }: FastifyRequest): Caller | null {
  return admitted?.caller ?? null;
}

function isExport({ method, changeInProgress }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return method === 'GET' && changeInProgress !== null && statusCode === OK;
}

function isAudited(request: FastifyRequest, reply: FastifyReply): boolean {
  return request.changeInProgress !== null || isRefusal(request, reply);
}

/**
 * A 403 of any other public route, such as an embed on a page that is not allowed, is no matter of an account's rights. A 403 that
 * has a challenge already repeats the refusal of an MCP tool's request, which was recorded for that request.
 */
function isRefusal(request: FastifyRequest, reply: FastifyReply): boolean {
  if (reply.statusCode !== FORBIDDEN || reply.hasHeader('www-authenticate')) return false;
  return (
    callerOf(request) !== null || request.refusedAddress !== null || /^\/app(\/|$)/.test(pathOf(request))
  );
}

/** Returns true if the user only has to send the password, which is no lack of a right. */
function asksForProof(body: unknown): boolean {
  return (body as { code?: unknown } | null)?.code === 'proof_required';
}

/** Reads a response to a change, which describes one object, or an error. Throws 503 if the service fails meanwhile. */
async function readAll(payload: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of payload as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch {
    throw new ApiError(
      'upstream_unavailable',
      'The service failed while it responded; check whether the change was made.',
    );
  }
  return Buffer.concat(chunks);
}

/** Returns undefined for a payload that is not JSON. */
function parse(payload: unknown): unknown {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return undefined;
  try {
    return JSON.parse(payload.toString()) as unknown;
  } catch {
    return undefined;
  }
}
