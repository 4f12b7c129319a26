import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Principal, Scope } from '@plaudit/contracts';
import type { FastifyRequest } from 'fastify';

export const SCOPE_METADATA = 'plaudit:scope';
export const OPEN_METADATA = 'plaudit:open';

/** The one scope that an operation needs; also its `x-scope` in the OpenAPI document. `public`: any valid token. */
export function Scoped(scope: Scope): MethodDecorator {
  return applyDecorators(SetMetadata(SCOPE_METADATA, scope), ApiExtension('x-scope', scope));
}

/** Answers without a principal: health, and the gateway's own routes that check the client themselves. */
export function Open(): MethodDecorator {
  return SetMetadata(OPEN_METADATA, true);
}

export interface PrincipalRequest extends FastifyRequest {
  principal?: Principal;
}

/** The verified caller, as a parameter of a controller's method. */
export const CurrentPrincipal = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Principal => {
    const { principal } = context.switchToHttp().getRequest<PrincipalRequest>();
    if (!principal) throw new Error('CurrentPrincipal is used on an operation that is open to everybody');
    return principal;
  },
);
