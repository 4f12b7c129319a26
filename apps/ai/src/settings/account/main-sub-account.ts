import { ApiError, type Principal } from '@plaudit/contracts';

/** Throws 403 unless the caller manages the whole account, whose sub accounts share these settings. */
export function requireMain({ main }: Pick<Principal, 'main'>): void {
  if (main) return;
  throw new ApiError(
    'forbidden',
    'This needs a key of the main sub account; yours belongs to another sub account.',
    { required: 'main_sub_account' },
  );
}
