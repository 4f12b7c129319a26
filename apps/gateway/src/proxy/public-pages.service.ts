import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { publicPagesUrl } from '@plaudit/runtime';
import type { FastifyRequest } from 'fastify';
import { GatewayEnv } from '../gateway.env';
import type { AdmittedRequest } from './request-admission.service';
import { type Destination, isOnPagesHost, isPublicPage } from './route-table';

const FOUND_METHODS = /^(GET|HEAD)$/;

/**
 * Keeps the pages that show the texts of strangers away from the hosts on which users sign in, so that a fault of a page cannot
 * reach a session. With PUBLIC_PAGES_URL, pages are served on its host alone, and that host serves nothing else. Without it, only
 * `localhost` sends visitors of pages elsewhere.
 */
@Injectable()
export class PublicPagesService implements OnApplicationBootstrap {
  private readonly logger = new Logger(PublicPagesService.name);
  private readonly own: URL;
  private readonly pages: URL;
  private readonly isSet: boolean;

  constructor(env: GatewayEnv) {
    this.own = new URL(env.PUBLIC_URL);
    this.pages = new URL(publicPagesUrl(env));
    this.isSet = env.PUBLIC_PAGES_URL !== undefined;
  }

  onApplicationBootstrap(): void {
    if (this.isSet || !this.isShared) return;
    this.logger.warn({
      message:
        'Public pages and the dashboard are on one host; set PUBLIC_PAGES_URL to a second host name of the gateway',
      public_url: this.own.origin,
    });
  }

  /** Returns false for what the host of the request does not serve: everything but pages and embeds on the host of pages. */
  serves({ headers }: FastifyRequest, destination: Destination): boolean {
    const isPagesHost = this.isSet && !this.isShared && hostOf(headers.host) === this.pages.host;
    return !isPagesHost || isOnPagesHost(destination);
  }

  /**
   * Returns the address of a page that is asked for on another host, or null. Forms are taken on every host: mail programs do
   * not follow a redirect of the POST that unsubscribes, and links never expire.
   */
  addressOf({ method, headers }: FastifyRequest, { destination, query }: AdmittedRequest): string | null {
    const isWrongHost = this.isSet
      ? hostOf(headers.host) !== this.pages.host
      : hostOf(headers.host) === this.own.host;
    if (this.isShared || !isWrongHost || !FOUND_METHODS.test(method) || !isPublicPage(destination))
      return null;
    return this.pages.origin + destination.path + (query && `?${query}`);
  }

  private get isShared(): boolean {
    return this.pages.host === this.own.host;
  }
}

function hostOf(header: string | undefined): string {
  return (header ?? '').toLowerCase();
}
