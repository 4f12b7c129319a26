import type { components } from './generated/api';

type ErrorBody = components['schemas']['Error'];

/** Codes of the API, and `unknown` for an answer that is not its own: a proxy's page, a broken body. */
export type PlauditErrorCode = ErrorBody['code'] | 'unknown';

/** Every answer that is not a success. */
export class PlauditError extends Error {
  override readonly name = 'PlauditError';
  readonly code: PlauditErrorCode;
  /** The field at fault. */
  readonly field: string | undefined;
  /** Every field at fault, where there are several. */
  readonly errors: NonNullable<ErrorBody['errors']>;
  /** What to quote to support. */
  readonly requestId: string | null;

  private constructor(
    readonly status: number,
    message: string,
    /** Seconds until the request may be sent again, where the API says so. */
    readonly retryAfter: number | null,
    /** The whole answer: some codes bring more fields. */
    readonly body: Partial<ErrorBody>,
    requestId: string | null,
  ) {
    super(message);
    this.code = body.code ?? 'unknown';
    this.field = body.field;
    this.errors = body.errors ?? [];
    this.requestId = body.request_id ?? requestId;
  }

  /** `given` is what the answer holds: the API's object, or anything at all. */
  static of(response: Response, given: unknown, retryAfter: number | null): PlauditError {
    const body: Partial<ErrorBody> = isErrorBody(given) ? given : {};
    const message = body.msg ?? `The API answered ${response.status} ${response.statusText}`.trim();
    return new PlauditError(response.status, message, retryAfter, body, response.headers.get('x-request-id'));
  }
}

function isErrorBody(value: unknown): value is ErrorBody {
  return typeof value === 'object' && value !== null && 'msg' in value && 'code' in value;
}
