import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { PrincipalRequest } from '@plaudit/runtime';
import { type Actor, actorOf } from '../accounts/actor';

/** Passes who reads or changes the account to a parameter of a controller's method: a key, or a user with their session. */
export const CurrentActor = createParamDecorator((_data: unknown, context: ExecutionContext): Actor => {
  const { principal, admitted } = context.switchToHttp().getRequest<PrincipalRequest>();
  if (!principal) throw new Error('@CurrentActor needs a principal; the operation is @Open');
  return actorOf(principal, admitted?.caller?.session ?? null);
});
