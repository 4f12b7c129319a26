import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiError, PRINCIPAL_HEADER, type Principal, type Scope } from '@plaudit/contracts';
import { currentContext } from '../context';
import { PrincipalVerifier } from './principal-token';
import { OPEN_METADATA, type PrincipalRequest, SCOPE_METADATA } from './scoped.decorator';

/** Lets a request pass when its token is ours and holds the operation's scope. Knows scopes and nothing else. */
@Injectable()
export class PrincipalGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly verifier: PrincipalVerifier,
  ) {}

  /** A promise only for a token that has to be verified: most were seen before, and Node 20 makes every promise dear. */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (context.getType() !== 'http') return true;
    if (this.reflector.get<boolean>(OPEN_METADATA, context.getHandler())) return true;
    const request = context.switchToHttp().getRequest<PrincipalRequest>();
    const token = request.headers[PRINCIPAL_HEADER];
    if (typeof token !== 'string') {
      throw new ApiError('missing_key', 'This service only answers requests that come through the gateway.');
    }
    const scope = this.reflector.get<Scope>(SCOPE_METADATA, context.getHandler());
    const known = this.verifier.recall(token);
    if (known) return admit(known, { request, scope, token });
    return this.verifier.verify(token).then((principal) => admit(principal, { request, scope, token }));
  }
}

function admit(
  principal: Principal,
  { request, scope, token }: { request: PrincipalRequest; scope: Scope; token: string },
): true {
  requireScope(principal, scope);
  request.principal = principal;
  const surroundings = currentContext();
  if (surroundings) Object.assign(surroundings, { principal, principalToken: token });
  return true;
}

function requireScope(principal: Principal, scope: Scope): void {
  if (scope === 'public' || principal.scopes.includes(scope)) return;
  throw new ApiError('forbidden', `This key may not do that: it lacks the scope ${scope}.`, {
    required: scope,
  });
}
