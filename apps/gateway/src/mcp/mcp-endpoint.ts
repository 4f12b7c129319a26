import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiError, PRINCIPAL_HEADER } from '@plaudit/contracts';
import { PrincipalVerifier } from '@plaudit/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayEnv } from '../gateway.env';
import { KeyThrottleService } from '../throttle/key-throttle.service';
import { RateLimitedError, setLimitHeaders, setRefusalHeaders } from '../throttle/rate-limit';
import { JSON_RPC, JsonRpcFault, readMessage } from './json-rpc';
import { MCP_PATH } from './mcp-path';
import { faultOfCall, mcpServerFor } from './mcp-server';
import { type ToolCaller, ToolCalls } from './tool-calls';

/** Of a call's headers, those that say who and where it comes from. */
const PASSED_ON = ['authorization', 'host', 'traceparent', 'user-agent', 'x-forwarded-for'] as const;

/** What the protocol says in headers. */
const PROTOCOL_HEADERS = ['accept', 'content-type', 'mcp-protocol-version'] as const;

/**
 * MCP over streamable HTTP without sessions: one JSON-RPC message a POST, answered with JSON. The key was checked at the
 * {@link Edge} like that of every request; what a tool does is charged where it is done.
 */
@Injectable()
export class McpEndpoint implements OnApplicationBootstrap {
  private readonly ownOrigin: string;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly verifier: PrincipalVerifier,
    private readonly calls: ToolCalls,
    private readonly throttle: KeyThrottleService,
    env: GatewayEnv,
  ) {
    this.ownOrigin = new URL(env.PUBLIC_URL).origin;
  }

  onApplicationBootstrap(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    void fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
      scope.all(MCP_PATH, (request, reply) => this.handle(request, reply));
    });
  }

  private async handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    this.refuseForeignPage(request.headers.origin);
    if (request.method !== 'POST') {
      // No stream to listen on and no session to end, as the protocol lets a server say.
      const fault = new JsonRpcFault(405, JSON_RPC.transportError, 'Method not allowed; send POST.');
      return reply.code(fault.status).header('Allow', 'POST').send(fault.body);
    }
    const caller = await this.callerOf(request, reply);
    const message = readMessage(request.body);
    const fault = message instanceof JsonRpcFault ? message : faultOfCall(message);
    const answer = fault ?? (await this.answer(message, request, caller));
    this.chargeUnlessAsked(caller, reply);
    if (answer instanceof JsonRpcFault) return reply.code(answer.status).send(answer.body);
    return reply
      .code(answer.status)
      .headers({ ...Object.fromEntries(answer.headers), ...caller.limits })
      .send(await answer.text());
  }

  /** A page that a browser opened may speak to us only from our own address; others could rebind theirs to it. */
  private refuseForeignPage(origin: string | undefined): void {
    if (origin === undefined || origin === this.ownOrigin) return;
    throw new ApiError('forbidden', 'Web pages of another origin may not use this endpoint.');
  }

  private async callerOf(request: FastifyRequest, reply: FastifyReply): Promise<ToolCaller> {
    const principal = await this.verifier.verify(String(request.headers[PRINCIPAL_HEADER]));
    const gone = new AbortController();
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) gone.abort();
    });
    return {
      principal,
      // Whoever comes here came with a key.
      keyId: principal.key_id as number,
      requestId: request.id,
      headers: { ...pickHeaders(request, PASSED_ON), 'x-request-id': request.id },
      address: request.raw.socket.remoteAddress ?? '',
      signal: gone.signal,
      hasAsked: false,
      limits: {},
    };
  }

  private async answer(message: object, request: FastifyRequest, caller: ToolCaller): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = mcpServerFor(caller, this.calls);
    await server.connect(transport);
    try {
      const headers = pickHeaders(request, PROTOCOL_HEADERS);
      const post = new Request(`${this.ownOrigin}${MCP_PATH}`, { method: 'POST', headers });
      return await transport.handleRequest(post, { parsedBody: message });
    } finally {
      await server.close();
    }
  }

  /** A message that asked nothing of the API is no free one: it costs as much as the cheapest request. */
  private chargeUnlessAsked({ hasAsked, keyId }: ToolCaller, reply: FastifyReply): void {
    if (hasAsked) return;
    try {
      const grant = this.throttle.take(keyId, 1);
      if (grant) setLimitHeaders(grant, reply);
    } catch (error) {
      if (error instanceof RateLimitedError) setRefusalHeaders(error, reply);
      throw error;
    }
  }
}

function pickHeaders({ headers }: FastifyRequest, names: readonly string[]): Record<string, string> {
  const given = names.filter((name) => headers[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, String(headers[name])]));
}
