import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { thrownTrouble } from '@plaudit/database';
import type { LinkReply, LinkRequest } from '../../links/page-reply';
import { sendPage } from './page-response';
import { errorPage } from './plain-pages';

const UNAVAILABLE = 503;
const RETRY_AFTER_SECONDS = '2';

interface SendingReply extends LinkReply {
  send(body: string): void;
}

/** Sends people a page instead of JSON when their request fails. Logs what is not meant for clients. */
@Catch()
export class PageErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(PageErrorFilter.name);

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<SendingReply>();
    const status = this.statusOf(thrown);
    if (status === UNAVAILABLE) reply.header('Retry-After', RETRY_AFTER_SECONDS);
    const { headers } = http.getRequest<LinkRequest>();
    reply.send(sendPage(reply, errorPage(headers['accept-language']), status));
  }

  private statusOf(thrown: unknown): number {
    if (thrownTrouble(thrown)) return UNAVAILABLE;
    if (thrown instanceof ApiError) return thrown.status;
    this.logger.error(thrown instanceof Error ? thrown : new Error(`thrown: ${typeof thrown}`));
    return 500;
  }
}
