import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { allowedOrigin } from '../http/allowed-domains';
import type { EncodedBody } from '../http/encoded-body';
import { matchesEtag } from '../http/etag';
import type { HttpExchange } from '../http/http-exchange';
import { setBodyHeaders, setPublicHeaders, setVersionHeaders } from '../http/public-headers';
import { PublicIdsService } from '../public-json/public-ids.service';
import { WidgetsEnv } from '../widgets.env';
import { EmbedService, type RequestedWidget } from './embed.service';

/** Applies the HTTP rules of public responses: CORS, caching headers, conditional requests and compression. */
@Injectable()
export class EmbedHttpService {
  constructor(
    private readonly embed: EmbedService,
    private readonly ids: PublicIdsService,
    private readonly env: WidgetsEnv,
  ) {}

  /** @throws ApiError 404 for an unknown key. */
  async find(
    { request, reply }: HttpExchange,
    key: string,
    lang: string | undefined,
  ): Promise<RequestedWidget> {
    setPublicHeaders(reply);
    return this.embed.find(key, lang, request.headers['accept-language']);
  }

  /** @throws ApiError 403 for a page outside the widget's `allowed_domains`. */
  requireAllowedDomain({ request, reply }: HttpExchange, { settings }: RequestedWidget): void {
    const { origin, referer } = request.headers;
    const allowed = allowedOrigin(settings.access.allowed_domains, { origin, referer }, this.env.PUBLIC_URL);
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
    render: () => Promise<EncodedBody>,
  ): Promise<Buffer | undefined> {
    const fresh = matchesEtag(request.headers['if-none-match'], requested.etag);
    // Rendered before the headers are set, so that an error carries neither an ETag nor a cache lifetime.
    const body = fresh ? null : await render();
    setVersionHeaders(reply, {
      etag: requested.etag,
      cacheTag: this.cacheTag(requested),
      vary: [
        ...(requested.varies ? ['Accept-Language'] : []),
        ...(requested.settings.access.allowed_domains.length > 0 ? ['Origin'] : []),
      ],
    });
    if (body === null) {
      reply.code(304);
      return undefined;
    }
    const encoding = body.encodingFor(headerText(request.headers['accept-encoding']));
    setBodyHeaders(reply, contentType, encoding);
    return body.in(encoding);
  }

  private cacheTag({ target }: RequestedWidget): string {
    return `w-${target.key},sa-${this.ids.subAccount(target.account_id, target.sub_account_id)}`;
  }
}

function headerText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header;
}
