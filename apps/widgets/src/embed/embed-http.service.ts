import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { matchesEtag, publicPagesUrl } from '@plaudit/runtime';
import { allowedOrigin } from '../http/allowed-domains';
import type { HttpExchange } from '../http/http-exchange';
import { setBodyHeaders, setPublicHeaders, setVersionHeaders } from '../http/public-headers';
import { PublicIdsService } from '../public-json/public-ids.service';
import { WidgetsEnv } from '../widgets.env';
import type { RenderedContent } from './rendered-content.cache';
import { type RequestedWidget, RequestedWidgetsService } from './requested-widgets.service';

/** Applies the HTTP rules of public responses: CORS, caching headers, conditional requests and compression. */
@Injectable()
export class EmbedHttpService {
  /** The origins of the product's own pages. */
  private readonly ownOrigins: readonly string[];

  constructor(
    private readonly widgets: RequestedWidgetsService,
    private readonly ids: PublicIdsService,
    env: WidgetsEnv,
  ) {
    this.ownOrigins = [env.PUBLIC_URL, publicPagesUrl(env)];
  }

  /** @throws ApiError 404 for an unknown key. */
  async get(
    { request, reply }: HttpExchange,
    key: string,
    lang: string | undefined,
    pageLanguage?: unknown,
  ): Promise<RequestedWidget> {
    setPublicHeaders(reply);
    const acceptLanguage = request.headers['accept-language'];
    return this.widgets.get(key, { lang, pageLanguage, acceptLanguage });
  }

  /**
   * Returns null if no widget has the key. Its data then says that the widget is not active: a browser would log a 404 on the
   * console of the customer's page, which may contain the snippet of a deleted widget.
   */
  async find(
    { request, reply }: HttpExchange,
    key: string,
    lang: string | undefined,
    pageLanguage: unknown,
  ): Promise<RequestedWidget | null> {
    setPublicHeaders(reply);
    const acceptLanguage = request.headers['accept-language'];
    return this.widgets.find(key, { lang, pageLanguage, acceptLanguage });
  }

  /** @throws ApiError 403 for a page outside the widget's `allowed_domains`. */
  requireAllowedDomain({ request, reply }: HttpExchange, { settings }: RequestedWidget): void {
    const { origin, referer } = request.headers;
    const allowed = allowedOrigin(settings.access.allowed_domains, { origin, referer }, this.ownOrigins);
    if (allowed !== null) {
      reply.header('Access-Control-Allow-Origin', allowed);
      return;
    }
    reply.header('Vary', 'Origin');
    throw new ApiError(
      'forbidden',
      'This widget may not be shown on this domain. Add the domain to settings.access.allowed_domains.',
    );
  }

  /** Returns the body to send. Returns undefined with status 304 if the browser already has this version. */
  async respond(
    { request, reply }: HttpExchange,
    requested: RequestedWidget,
    contentType: string,
    render: () => Promise<RenderedContent>,
  ): Promise<Buffer | undefined> {
    const known = request.headers['if-none-match'];
    // Rendered before the headers are set, so that an error carries neither an ETag nor a cache lifetime.
    const content = matchesEtag(known, requested.etag) ? null : await render();
    const etag = content?.etag ?? requested.etag;
    setVersionHeaders(reply, {
      etag,
      cacheTag: this.cacheTag(requested),
      vary: [
        ...(requested.varies ? ['Accept-Language'] : []),
        ...(requested.settings.access.allowed_domains.length > 0 ? ['Origin'] : []),
      ],
    });
    // Older content has an older ETag, which the browser may have.
    if (content === null || matchesEtag(known, etag)) {
      reply.code(304);
      return undefined;
    }
    const accepted = contentType === 'image/png' ? undefined : headerText(request.headers['accept-encoding']);
    const encoding = content.body.encodingFor(accepted);
    setBodyHeaders(reply, contentType, encoding);
    return content.body.in(encoding);
  }

  private cacheTag({ target }: RequestedWidget): string {
    return `w-${target.key},sa-${this.ids.subAccount(target.account_id, target.sub_account_id)}`;
  }
}

function headerText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header;
}
