import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { bodyOf } from './request-bodies';

interface RawBodyConfig {
  takesRawBody?: true;
}

/**
 * Lets an operation take a body of any content type, as the bytes that arrived: forms, text, JSON that is verified by a
 * signature. The operation reads it with {@link RawBody} and checks it itself. Size and deadline are limited as for JSON.
 */
export function TakesRawBody(): MethodDecorator {
  return RouteConfig({ takesRawBody: true } satisfies RawBodyConfig);
}

/** Passes the bytes of the body to a parameter of a {@link TakesRawBody} operation. They are empty without a body. */
export const RawBody = createParamDecorator((_data: unknown, context: ExecutionContext): Buffer => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  if (!takesRawBody(request)) throw new Error('@RawBody needs @TakesRawBody on the operation');
  return bodyOf(request) ?? Buffer.alloc(0);
});

/** Returns true for a request whose body no parser may read. */
export function takesRawBody({ routeOptions }: FastifyRequest): boolean {
  return (routeOptions.config as RawBodyConfig).takesRawBody === true;
}
