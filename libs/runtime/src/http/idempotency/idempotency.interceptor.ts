import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiError, ownValue, type Principal } from '@plaudit/contracts';
import { type Creation, IdempotencyKeys, type IdempotencyScope, type Tx } from '@plaudit/database';
import type { FastifyReply } from 'fastify';
import { catchError, from, type Observable, of } from 'rxjs';
import type { PrincipalRequest } from '../../principal/scoped.decorator';

export const DRY_RUN_METADATA = 'plaudit:dry-run';
const MAX_KEY = 255;

/** A request to an `@Idempotent` operation. It passes through the {@link IdempotencyInterceptor} first. */
export interface CreatingRequest extends PrincipalRequest {
  creation?: RequestedCreation;
}

/** What the request asks to create. A controller passes it to its service, with the response to what the service makes. */
export class RequestedCreation {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly scope: IdempotencyScope | null,
    private readonly reply: FastifyReply,
  ) {}

  /** `respond` runs in the transaction of the creation, so it reads what it needs with that. */
  answeredBy<Made, Body>(respond: (made: Made, tx: Tx) => Body | Promise<Body>): Creation<Made, Body> {
    return {
      once: async (tx, make) => {
        const work = async (): Promise<Body> => respond(await make(), tx);
        const { body, replayed } = await this.keys.run(tx, this.scope, work);
        if (replayed) markReplayed(this.reply);
        return body;
      },
    };
  }
}

/**
 * Answers a repeated request with the stored response, before its body is validated. Otherwise the operation runs with a
 * {@link RequestedCreation}, which stores its response.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly reflector: Reflector,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<CreatingRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const dryRun = this.reflector.get<string | undefined>(DRY_RUN_METADATA, context.getHandler());
    const given = scopeOf(request);
    const scope = isDryRun(request.body, dryRun) ? null : given;
    request.creation = new RequestedCreation(this.keys, scope, reply);
    if (!scope) return next.handle();
    const known = await this.replay(scope, reply);
    if (known) return of(known.body);
    return next.handle().pipe(catchError((error: unknown) => from(this.replayAfter(error, scope, reply))));
  }

  /** Another request with the key may have succeeded meanwhile, and have made this one a duplicate or one too many. */
  private async replayAfter(error: unknown, scope: IdempotencyScope, reply: FastifyReply): Promise<unknown> {
    const late = await this.replay(scope, reply);
    if (late) return late.body;
    throw error;
  }

  private async replay(scope: IdempotencyScope, reply: FastifyReply): Promise<{ body: unknown } | null> {
    const kept = await this.keys.find(scope);
    if (kept) markReplayed(reply);
    return kept;
  }
}

function isDryRun(body: unknown, field: string | undefined): boolean {
  return field !== undefined && ownValue(body as Record<string, unknown> | null, field) === true;
}

function scopeOf(request: PrincipalRequest): IdempotencyScope | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key.length < 1 || key.length > MAX_KEY) {
    throw new ApiError('invalid_value', `Idempotency-Key must have 1 to ${MAX_KEY} characters.`, {
      field: 'Idempotency-Key',
    });
  }
  const { principal } = request;
  if (!principal) throw new Error('An Idempotency-Key needs a principal; the operation is @Open');
  return {
    subAccountId: principal.sub_account_id,
    caller: callerOf(principal),
    method: request.method,
    path: decodeURI(request.url.split('?')[0] as string),
    key,
  };
}

/** Throws for a principal without a key or user: such callers cannot be told apart, so one could get the response to another. */
function callerOf({ key_id, user_id }: Principal): string {
  if (key_id) return `key:${key_id}`;
  if (user_id) return `user:${user_id}`;
  throw new Error('An Idempotency-Key needs the principal of an API key or a signed-in user');
}

function markReplayed(reply: FastifyReply): void {
  void reply.header('Idempotency-Replayed', 'true');
}
