import { Injectable, Logger } from '@nestjs/common';
import { ApiError, type Principal } from '@plaudit/contracts';
import { warnOfFailure } from '@plaudit/runtime';
import type { RequestOrigin } from '../audit.entity';
import { ChangesInProgressRepository } from './changes-in-progress.repository';
import { idIn, nameIn, type ObservedChange, routeOf } from './observed-change';
import { sentAddresses } from './sent-addresses';

/** The request for a change, as it reached the gateway. */
export interface ChangeRequest {
  change: ObservedChange;
  principal: Principal;
  method: string;
  /** The path at the service. */
  path: string;
  origin: RequestOrigin;
  /** As the client sent it. */
  body: unknown;
}

/** The response of the service to a request for a change. */
export interface ChangeResponse {
  status: number;
  body: unknown;
  /** True if it repeats the response to an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

/** Records changes of webhooks, channels, widgets and settings, which other services make, in the audit log. */
@Injectable()
export class ChangesInProgressService {
  private readonly logger = new Logger(ChangesInProgressService.name);

  constructor(private readonly repository: ChangesInProgressRepository) {}

  /**
   * Notes a change before the service is asked for it, and returns the id of the note. Throws 503 `upstream_unavailable` if
   * it cannot be noted, so that no change goes unrecorded.
   */
  async begin({ change, principal, method, path, origin, body }: ChangeRequest): Promise<number> {
    try {
      return await this.repository.begin({
        account_id: principal.account_id,
        key_id: principal.key_id,
        user_id: principal.user_id ?? null,
        action: change.action,
        target_type: change.targetType,
        target_id: change.targetId,
        after: {
          ...sentAddresses(change.targetType, body),
          method,
          route: routeOf(path),
          sub_account_id: principal.sub_account_id,
        },
        ...origin,
      });
    } catch (error) {
      warnOfFailure(this.logger, 'Could not note a change in the audit log, so it was refused', error);
      throw new ApiError(
        'upstream_unavailable',
        'The change could not be recorded, so it was not made; try again shortly.',
      );
    }
  }

  /**
   * Records the outcome of a change. A change that was refused or made earlier leaves no entry. After a response from 500
   * on the change may have been made, so it does leave one.
   */
  async complete(id: number, { status, body, replayed }: ChangeResponse): Promise<void> {
    const isRefused = status >= 400 && status < 500;
    try {
      if (isRefused || replayed) await this.repository.drop(id);
      else await this.repository.complete(id, status, { id: idIn(body), name: nameIn(body) });
    } catch (error) {
      // The note stays behind and enters the log later with an unknown outcome. The client still gets the response.
      warnOfFailure(this.logger, 'Could not record the outcome of a change in the audit log', error);
    }
  }
}
