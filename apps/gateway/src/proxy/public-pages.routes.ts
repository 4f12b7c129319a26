import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { noteAccess, publicPagesUrl } from '@plaudit/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayEnv } from '../gateway.env';
import { unknownPath } from './request-admission.service';
import { readRequestPath } from './request-path';
import { findDestination, isOnPagesHost, isPublicPage, loggedRoute } from './route-table';

const FOUND = 302;
const READING = /^(GET|HEAD)$/;

/**
 * Keeps the pages that show the texts of strangers away from the hosts on which users sign in, so that a fault of a page cannot
 * reach a session. With PUBLIC_PAGES_URL, pages are served on its host alone, and that host serves nothing else. Without it, only
 * `localhost` sends visitors of pages elsewhere. Requests come here before {@link GatewayRoutes} admits them.
 */
@Injectable()
export class PublicPagesRoutes implements OnApplicationBootstrap {
  private readonly logger = new Logger(PublicPagesRoutes.name);
  private readonly own: URL;
  private readonly pages: URL;
  private readonly isSet: boolean;

  constructor(
    private readonly adapter: HttpAdapterHost,
    env: GatewayEnv,
  ) {
    this.own = new URL(env.PUBLIC_URL);
    this.pages = new URL(publicPagesUrl(env));
    this.isSet = env.PUBLIC_PAGES_URL !== undefined;
  }

  onApplicationBootstrap(): void {
    if (this.pages.host !== this.own.host) {
      const fastify = this.adapter.httpAdapter.getInstance<FastifyInstance>();
      fastify.addHook('onRequest', (request, reply, done) => {
        if (!this.sendElsewhere(request, reply)) done();
      });
    } else if (!this.isSet) {
      this.logger.warn({
        message:
          'Public pages and the dashboard are on one host; set PUBLIC_PAGES_URL to a second host name of the gateway',
        public_url: this.own.origin,
      });
    }
  }

  /**
   * Redirects a page that is asked for on another host and returns true. Throws 404 for what the host of pages does not serve. Forms
   * are taken on every host: mail programs do not follow a redirect of the POST that unsubscribes, and links never expire.
   */
  private sendElsewhere(request: FastifyRequest, reply: FastifyReply): boolean {
    const host = (request.headers.host ?? '').toLowerCase();
    // Without the setting, programs call the API at either address of this machine.
    if (!this.isSet && host !== this.own.host) return false;
    const target = readRequestPath(request.originalUrl);
    const destination = target && findDestination(target.path);
    if (!destination) return false;
    if (nameOf(host) === nameOf(this.pages.host)) {
      if (isOnPagesHost(destination)) return false;
      noteAccess({ route: 'unmatched' });
      void reply.header('X-Content-Type-Options', 'nosniff');
      throw unknownPath(request);
    }
    if (!isPublicPage(destination) || !READING.test(request.method)) return false;
    noteAccess({ route: loggedRoute(destination) });
    void reply
      .headers({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' })
      .redirect(this.pages.origin + target.path + (target.query && `?${target.query}`), FOUND);
    return true;
  }
}

/** Returns the name in a Host header, without the port and the final dot: browsers send both, and either leads to this server. */
function nameOf(host: string): string {
  return host.replace(/:\d*$/, '').replace(/\.$/, '');
}
