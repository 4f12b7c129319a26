import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiError, ownValue, PRINCIPAL_HEADER, traceHeaders } from '@plaudit/contracts';
import { bodyOf, currentContext, onAnswered, PrincipalVerifier } from '@plaudit/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayEnv } from '../gateway.env';
import { MCP_PATH } from '../proxy/route-table';
import { JSON_RPC, JsonRpcFault, readMessage } from './json-rpc';
import { faultOfCall, mcpServerFor } from './mcp-server';
import { type ToolCaller, ToolsService } from './tools.service';

/** Headers that identify the caller and its address. */
const CALLER_HEADERS = ['authorization', 'host', 'user-agent', 'x-forwarded-for'] as const;

/** The first version of the protocol with structured content. Versions are dates, and older clients send none. */
const STRUCTURED_SINCE = '2025-06-18';

/** Headers that the protocol defines. */
const PROTOCOL_HEADERS = ['accept', 'content-type', 'mcp-protocol-version'] as const;

const NO_CONTENT = 204;
const FORBIDDEN = 403;
/** Lets apps that run in a browser read responses. They send their token in a header, and no cookie. */
const ANY_PAGE = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'WWW-Authenticate' };
/** Another method of the protocol than POST is for servers with streams and sessions. */
const ALLOW = { Allow: 'OPTIONS, POST' };
const PREFLIGHT = {
  ...ALLOW,
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'Accept, Authorization, Content-Type, MCP-Protocol-Version, MCP-Session-Id',
  'Access-Control-Max-Age': '3600',
};

/**
 * MCP over streamable HTTP without sessions. Each POST has one JSON-RPC message, and the response is JSON. GatewayRoutes
 * has checked the key and charged it for the message before the body was read, as for every request. The API request of a
 * tool is charged to the key there, too, except for what the message has cost.
 */
@Injectable()
export class McpRoutes implements OnApplicationBootstrap {
  private readonly ownOrigin: string;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly verifier: PrincipalVerifier,
    private readonly tools: ToolsService,
    env: GatewayEnv,
  ) {
    this.ownOrigin = new URL(env.PUBLIC_URL).origin;
  }

  onApplicationBootstrap(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    void fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (request, _payload, done) => done(null, bodyOf(request)?.toString()));
      scope.all(MCP_PATH, (request, reply) => this.handle(request, reply));
    });
  }

  private async handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (request.method === 'OPTIONS') return reply.code(NO_CONTENT).headers(PREFLIGHT).send();
    void reply.headers(ANY_PAGE);
    if (!request.admitted?.caller?.isApp) this.refuseForeignOrigin(request.headers.origin);
    if (request.method !== 'POST') {
      const fault = new JsonRpcFault(405, JSON_RPC.transportError, 'Method not allowed; send POST.');
      return reply.code(fault.status).headers(ALLOW).send(fault.body);
    }
    const caller = await this.callerOf(request, reply);
    const message = readMessage(request.body);
    const fault = message instanceof JsonRpcFault ? message : faultOfCall(message);
    const response = fault ?? (await this.respond(message, request, caller));
    if (response instanceof JsonRpcFault) return reply.code(response.status).send(response.body);
    const { challenge } = caller;
    return reply
      .code(challenge === null ? response.status : FORBIDDEN)
      .headers({ ...Object.fromEntries(response.headers), ...caller.limits })
      .headers(challenge === null ? {} : { 'WWW-Authenticate': challenge })
      .send(await response.text());
  }

  /**
   * Throws 403 for a web page of another origin that has an API key. It could reach this server by DNS rebinding. A page with an
   * access token is an app that a person connected.
   */
  private refuseForeignOrigin(origin: string | undefined): void {
    if (origin === undefined || origin === this.ownOrigin) return;
    throw new ApiError('forbidden', 'Web pages of another origin may not use this endpoint.');
  }

  private async callerOf(request: FastifyRequest, reply: FastifyReply): Promise<ToolCaller> {
    const token = String(request.headers[PRINCIPAL_HEADER]);
    const principal = await this.verifier.verify(token);
    // PrincipalGuard does the same for controllers.
    Object.assign(currentContext() ?? {}, { principal, principalToken: token });
    const gone = new AbortController();
    onAnswered(request.raw, reply.raw, () => {
      if (!reply.raw.writableFinished) gone.abort();
    });
    return {
      principal,
      readsStructured: String(request.headers['mcp-protocol-version'] ?? '') >= STRUCTURED_SINCE,
      // The route needs a key, so the principal has one.
      keyId: principal.key_id as number,
      requestId: request.id,
      headers: {
        ...pickHeaders(request, CALLER_HEADERS),
        ...traceHeaders(currentContext()),
        'x-request-id': request.id,
      },
      address: request.raw.socket.remoteAddress ?? '',
      signal: gone.signal,
      challenge: null,
      limits: {},
    };
  }

  private async respond(message: object, request: FastifyRequest, caller: ToolCaller): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = mcpServerFor(caller, this.tools);
    await server.connect(transport);
    try {
      const headers = pickHeaders(request, PROTOCOL_HEADERS);
      const post = new Request(`${this.ownOrigin}${MCP_PATH}`, { method: 'POST', headers });
      return await transport.handleRequest(post, { parsedBody: message });
    } finally {
      await server.close();
    }
  }
}

function pickHeaders({ headers }: FastifyRequest, names: readonly string[]): Record<string, string> {
  const given = names.filter((name) => ownValue(headers, name) !== undefined);
  return Object.fromEntries(given.map((name) => [name, String(ownValue(headers, name))]));
}
