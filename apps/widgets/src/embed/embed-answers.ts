import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { WidgetsEnv } from '../widgets.env';
import { allowedOrigin } from './allowed-domains';
import { setBodyHeaders, setPublicHeaders, setVersionHeaders } from './embed-headers';
import { EmbedService, type OpenedWidget } from './embed.service';
import type { EncodedBody } from './encoded-body';
import { matchesEtag } from './etag';
import type { HttpExchange } from './http-exchange';
import { PublicNames } from './public-names';

/** The HTTP side of public answers: who may read, what caches may do, what need not be sent again. */
@Injectable()
export class EmbedAnswers {
  constructor(
    private readonly embed: EmbedService,
    private readonly names: PublicNames,
    private readonly env: WidgetsEnv,
  ) {}

  /** @throws ApiError 404 for an unknown key. */
  async open({ request, reply }: HttpExchange, key: string, lang: string | undefined): Promise<OpenedWidget> {
    setPublicHeaders(reply);
    return this.embed.open(key, lang, request.headers['accept-language']);
  }

  /** @throws ApiError 403 for a page outside the widget's `allowed_domains`. */
  checkDomain({ request, reply }: HttpExchange, { settings }: OpenedWidget): void {
    const { origin, referer } = request.headers;
    const allowed = allowedOrigin(settings.access.allowed_domains, { origin, referer }, this.env.PUBLIC_URL);
    if (allowed !== null) {
      reply.header('Access-Control-Allow-Origin', allowed);
      return;
    }
    reply.header('Vary', 'Origin');
    throw new ApiError('forbidden', 'This widget may not be shown on this domain; its owner can allow it.');
  }

  /** The body, or nothing for a browser that has it. */
  async send(
    { request, reply }: HttpExchange,
    opened: OpenedWidget,
    contentType: string,
    render: () => Promise<EncodedBody>,
  ): Promise<Buffer | undefined> {
    const fresh = matchesEtag(request.headers['if-none-match'], opened.etag);
    const body = fresh ? null : await render();
    setVersionHeaders(reply, {
      etag: opened.etag,
      cacheTag: this.cacheTag(opened),
      vary: [
        ...(opened.varies ? ['Accept-Language'] : []),
        ...(opened.settings.access.allowed_domains.length > 0 ? ['Origin'] : []),
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

  private cacheTag({ target }: OpenedWidget): string {
    return `w-${target.key},sa-${this.names.subAccount(target.account_id, target.sub_account_id)}`;
  }
}

function headerText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header;
}
