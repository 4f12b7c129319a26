import type { components } from './generated/api';

type ErrorBody = components['schemas']['Error'];

/** The codes of the API, and `unknown` for a response that is not the API's: a proxy's page, a broken body. */
export type PlauditErrorCode = ErrorBody['code'] | 'unknown';

/** A response that is not a success. */
export class PlauditError extends Error {
  override readonly name = 'PlauditError';
  readonly code: PlauditErrorCode;
  /** The field at fault. */
  readonly field: string | undefined;
  /** Every field at fault, if there are several. */
  readonly errors: NonNullable<ErrorBody['errors']>;
  /** The id to quote to support. */
  readonly requestId: string | null;

  private constructor(
    readonly status: number,
    message: string,
    /** Seconds until the request may be repeated, if the API says so. */
    readonly retryAfter: number | null,
    /** The whole body. Some codes have more fields. */
    readonly body: Partial<ErrorBody>,
    requestId: string | null,
  ) {
    super(message);
    this.code = body.code ?? 'unknown';
    this.field = body.field;
    this.errors = body.errors ?? [];
    this.requestId = body.request_id ?? requestId;
  }

  /** `given` is the parsed body: the API's object or any other value. */
  static of(response: Response, given: unknown, retryAfter: number | null): PlauditError {
    const body: Partial<ErrorBody> = isErrorBody(given) ? given : {};
    const message = body.msg ?? `The API answered ${response.status} ${response.statusText}`.trim();
    return new PlauditError(response.status, message, retryAfter, body, response.headers.get('x-request-id'));
  }
}

function isErrorBody(value: unknown): value is ErrorBody {
  return typeof value === 'object' && value !== null && 'msg' in value && 'code' in value;
}
