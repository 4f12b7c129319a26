import { ApiError } from '@plaudit/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { assertCleanBody } from './bulk-items';
import { takesRawBody } from './raw-body';
import { bodyOf } from './request-bodies';

const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i;
/** ASCII is a subset of UTF-8. */
const UTF8_CHARSETS = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/**
 * Makes Fastify accept only JSON objects in UTF-8. An empty body counts as `{}`, because many clients send the content
 * type with every request. Other content types get 415, except at the operations with `@TakesRawBody`, whose bodies stay
 * unparsed.
 */
export function useJsonBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(JSON_TYPE, (request, _payload, done) => {
    try {
      done(null, takesRawBody(request) ? undefined : readBody(request));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
  fastify.addContentTypeParser('*', (request, _payload, done) => {
    // An unknown path gets 404, whatever is sent to it.
    if (request.is404 || takesRawBody(request)) done(null, undefined);
    else done(notJson(), undefined);
  });
}

function notJson(): ApiError {
  return new ApiError(
    'unsupported_media_type',
    'The request body must be sent with Content-Type: application/json.',
  );
}

function readBody(request: FastifyRequest): object {
  const text = textOf(request, bodyOf(request) ?? Buffer.alloc(0));
  const parsed = text.trim() === '' ? {} : parse(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new ApiError('validation_failed', 'The request body must be a JSON object.');
  }
  assertCleanBody(parsed, request);
  return parsed;
}

function textOf({ headers }: FastifyRequest, bytes: Buffer): string {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new ApiError(
      'unsupported_media_type',
      'The request body must be sent uncompressed, without Content-Encoding.',
    );
  }
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  if (!UTF8_CHARSETS.has(charset.toLowerCase())) {
    throw new ApiError(
      'unsupported_media_type',
      'The request body must be sent in UTF-8, with Content-Type: application/json.',
    );
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError('invalid_json', 'The request body is not valid UTF-8; encode its text again.');
  }
}

/** V8's error message quotes the text around the fault, which may contain a password. */
const QUOTED = /, (\.\.\.)?".*"(\.\.\.)? is not valid JSON$/s;

/** Parses JSON. Keeps keys such as `__proto__`, which {@link assertCleanBody} refuses together with their path. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const fault = (error as Error).message.replace(QUOTED, '');
    throw new ApiError('invalid_json', `The request body is not valid JSON: ${fault}.`);
  }
}
