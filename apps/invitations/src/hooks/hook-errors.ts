import { ApiError } from '@plaudit/contracts';

/** The reply to a notification without a valid signature. It does not say what was wrong. */
export function notSigned(): ApiError {
  return new ApiError(
    'forbidden',
    'The notification has no valid signature; check the secret of this provider in the settings.',
  );
}

export function unknownProvider(provider: string, known: readonly string[]): ApiError {
  const name = /^[\w-]{1,40}$/.test(provider) ? provider : '';
  return new ApiError(
    'not_found',
    `There are no notifications of the provider ${name}; use one of ${known.join(', ')}.`,
  );
}
