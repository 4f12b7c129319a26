import { ApiError } from '@plaudit/contracts';

/** The header in which the dashboard names the sub account that a request acts for. */
export const SUB_ACCOUNT_HEADER = 'x-sub-account';

const ID = /^[1-9]\d{0,14}$/;

/** Returns the id in the header, or null if it is missing or no id, which no sub account has. */
export function subAccountIn(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && ID.test(header) ? Number(header) : null;
}

/** 400 for a request without the header, and 404 for one that names a sub account which the user may not enter. */
export function notEntered(header: string | string[] | undefined): ApiError {
  if (!header) {
    return new ApiError('missing_field', 'Send the id of a sub account in the header X-Sub-Account.', {
      field: 'X-Sub-Account',
    });
  }
  return new ApiError(
    'not_found',
    'X-Sub-Account names no sub account that you may enter; GET /app/session/sub_accounts lists yours.',
    { field: 'X-Sub-Account' },
  );
}
