import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Principal, Scope } from '@plaudit/contracts';
import type { FastifyRequest } from 'fastify';

export const SCOPE_METADATA = 'plaudit:scope';
export const OPEN_METADATA = 'plaudit:open';

/**
 * Sets the scope that an operation requires, and its `x-scope` in the OpenAPI document. `public` means any valid
 * token.
 */
export function Scoped(scope: Scope): MethodDecorator {
  return applyDecorators(SetMetadata(SCOPE_METADATA, scope), ApiExtension('x-scope', scope));
}

/**
 * Allows requests without a principal: for health, and for routes of the gateway that authenticate the client
 * themselves.
 */
export function Open(): MethodDecorator {
  return SetMetadata(OPEN_METADATA, true);
}

export interface PrincipalRequest extends FastifyRequest {
  principal?: Principal;
}

/** Passes the verified caller to a parameter of a controller's method. */
export const CurrentPrincipal = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Principal => {
    const { principal } = context.switchToHttp().getRequest<PrincipalRequest>();
    if (!principal) throw new Error('@CurrentPrincipal needs a principal; the operation is @Open');
    return principal;
  },
);
