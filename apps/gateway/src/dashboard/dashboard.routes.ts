import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { matchesEtag } from '@plaudit/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageOf } from '../proxy/gateway.routes';
import { unknownPath } from '../proxy/request-admission.service';
import { BrowserRequestsService } from '../sign-in/browser-requests.service';
import { SignInHostsService } from '../sign-in/sign-in-hosts.service';
import type { DashboardFile } from './dashboard-file';
import { DashboardFilesCache } from './dashboard-files.cache';
import { DASHBOARD_HEADERS, NOT_BUILT_PAGE } from './dashboard-page';

const FOUND = 302;
const NOT_MODIFIED = 304;
const UNAVAILABLE = 503;

const APP = '/app';
const BELOW_APP = `${APP}/`;
const ASSETS = `${BELOW_APP}assets/`;

/**
 * Serves the files of the dashboard below /app. /app itself and every other path there that a browser opens get the page of the
 * dashboard, whose script reads the path. Paths of controllers come first.
 */
@Injectable()
export class DashboardRoutes implements OnApplicationBootstrap {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly files: DashboardFilesCache,
    private readonly requests: BrowserRequestsService,
    private readonly hosts: SignInHostsService,
  ) {}

  onApplicationBootstrap(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    for (const path of [APP, `${BELOW_APP}*`])
      fastify.get(path, (request, reply) => this.handle(request, reply));
  }

  private async handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = request.admitted?.destination.path ?? '';
    const withoutSlash = request.admitted && pageOf(request, request.admitted);
    if (withoutSlash) return reply.redirect(withoutSlash, FOUND);
    const file = this.files.find(path.slice(BELOW_APP.length));
    if (file && file !== this.files.index) return sendFile(file, request, reply);
    const isPage = !path.startsWith(ASSETS) && request.headers.accept?.includes('text/html');
    if (!isPage) throw unknownPath(request);
    return this.sendPage(request, reply);
  }

  private async sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { index } = this.files;
    if (!(await this.requests.hostOf(request)))
      return reply.redirect(`${this.hosts.own.origin}${request.url.split('?')[0]}`, FOUND);
    void reply.headers(DASHBOARD_HEADERS);
    if (!index) return reply.code(UNAVAILABLE).send(NOT_BUILT_PAGE);
    return sendBody(index, request, reply.header('Vary', 'Accept-Encoding'));
  }
}

async function sendFile(
  file: DashboardFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  void reply.headers({ ...file.headers, ETag: `W/${file.etag}` });
  if (matchesEtag(request.headers['if-none-match'], file.etag)) return reply.code(NOT_MODIFIED).send();
  return sendBody(file, request, reply);
}

async function sendBody(
  { body, isCompressible }: DashboardFile,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const encoding = isCompressible ? body.encodingFor(headers['accept-encoding']?.toString()) : 'identity';
  if (encoding !== 'identity') void reply.header('Content-Encoding', encoding);
  return reply.send(await body.in(encoding));
}
