import { ApiError, type ErrorCode } from '@plaudit/contracts';

/** 400: the file as a whole cannot be read. */
export function invalidCsv(msg: string, code: ErrorCode = 'invalid_value'): ApiError {
  return new ApiError(code, msg, { field: 'csv' });
}
