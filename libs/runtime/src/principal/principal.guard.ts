import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiError, PRINCIPAL_HEADER, type Principal, type Scope } from '@plaudit/contracts';
import { currentContext } from '../context';
import { PrincipalVerifier } from './principal-token';
import { OPEN_METADATA, type PrincipalRequest, SCOPE_METADATA } from './scoped.decorator';

/** Accepts a request if the gateway signed its token and the principal has the operation's scope. */
@Injectable()
export class PrincipalGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly verifier: PrincipalVerifier,
  ) {}

  /**
   * Returns a promise only for a token that is not in the verifier's cache, because promises are expensive in Node
   * 20.
   */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (context.getType() !== 'http') return true;
    if (this.reflector.get<boolean>(OPEN_METADATA, context.getHandler())) return true;
    const request = context.switchToHttp().getRequest<PrincipalRequest>();
    const token = request.headers[PRINCIPAL_HEADER];
    if (typeof token !== 'string') {
      throw new ApiError('missing_key', 'This service only answers requests that come through the gateway.');
    }
    const scope = this.reflector.get<Scope>(SCOPE_METADATA, context.getHandler());
    const known = this.verifier.findVerified(token);
    if (known) return authorize(known, { request, scope, token });
    return this.verifier.verify(token).then((principal) => authorize(principal, { request, scope, token }));
  }
}

function authorize(
  principal: Principal,
  { request, scope, token }: { request: PrincipalRequest; scope: Scope; token: string },
): true {
  requireScope(principal, scope);
  request.principal = principal;
  const context = currentContext();
  if (context) Object.assign(context, { principal, principalToken: token });
  return true;
}

function requireScope(principal: Principal, scope: Scope): void {
  if (scope === 'public' || principal.scopes.includes(scope)) return;
  const isPerson = typeof principal.user_id === 'number';
  const msg = isPerson
    ? `You do not have the right ${scope} in this sub account; ask an administrator.`
    : `This key does not have the scope ${scope}; use a key that has it.`;
  throw new ApiError('forbidden', msg, { required: scope });
}
