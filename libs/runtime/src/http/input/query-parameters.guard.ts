import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { PARAMTYPES_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { getMetadataStorage } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { refuseUnknownName } from './unknown-name';

type Controller = ReturnType<ExecutionContext['getClass']>;
type Handler = ReturnType<ExecutionContext['getHandler']>;

const API = '/public/v1/';
const CLIENT_QUERY = 'plaudit:client-query';

/** Has the query of an operation between services checked too, because a service passes on that of a client. */
export function TakesClientQuery(): MethodDecorator {
  return SetMetadata(CLIENT_QUERY, true);
}

/**
 * Refuses a parameter of the query that the operation of the API does not have. Without it, a misspelt filter would return
 * everything. Pages and links get parameters of others, such as `utm_source`, and requests between services may come from
 * a newer release, so only paths of the API are checked.
 */
@Injectable()
export class QueryParametersGuard implements CanActivate {
  private readonly known = new WeakMap<Handler, readonly string[] | null>();

  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    const { query, url } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!url.includes('?')) return true;
    const known = this.knownTo(context, url);
    if (known) {
      refuseUnknownName(Object.keys(query as object), known, {
        what: 'query parameter',
        taker: 'This operation',
      });
    }
    return true;
  }

  /** Returns null if every parameter is accepted. */
  private knownTo(context: ExecutionContext, url: string): readonly string[] | null {
    const handler = context.getHandler();
    if (!url.startsWith(API) && !Reflect.hasMetadata(CLIENT_QUERY, handler)) return null;
    const found = this.known.get(handler);
    if (found !== undefined) return found;
    const read = parametersOf(context.getClass(), handler.name);
    this.known.set(handler, read);
    return read;
  }
}

/**
 * Returns the names of the query parameters of an operation, from the DTO of its `@Query()`. Returns null if it takes the
 * query as a plain object: it passes the query on, and the operation that receives it knows the names.
 */
function parametersOf(controller: Controller, method: string): readonly string[] | null {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
    string,
    { index: number }
  >;
  const types = Reflect.getMetadata(
    PARAMTYPES_METADATA,
    controller.prototype as object,
    method,
  ) as Controller[];
  const queries = Object.entries(args)
    .filter(([kind]) => kind.startsWith(`${RouteParamtypes.QUERY}:`))
    .map(([, { index }]) => types[index] as Controller);
  if (queries.includes(Object as unknown as Controller)) return null;
  return [...new Set(queries.flatMap(fieldsOf))];
}

/** Returns the fields of a DTO that have a rule. The validation drops all others. */
function fieldsOf(dto: Controller): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  return rules.map(({ propertyName }) => propertyName);
}
