import { useState } from 'react';
import { type ShownError, shownError } from '../../../api/api-error';
import { useTexts } from '../../../i18n/texts';

export interface Submit {
  busy: boolean;
  /** What the server said about a field. Null if it said nothing about it. */
  errorOf(field: string): string | null;
  /** The failure if no field of the form shows it. Null without one. */
  otherError: unknown;
  /** The failure as a whole. */
  error: ShownError | null;
  /** Runs a change. Returns false if it failed; the form then shows why and keeps what was typed. */
  run(work: () => Promise<void>): Promise<boolean>;
  clear(): void;
}

/** Runs the change of a form that has these fields. A field that is `a.b` in the API belongs to the field `b` of the form. */
export function useSubmit(fields: readonly string[] = []): Submit {
  const t = useTexts('common');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const error = failure === null ? null : shownError(failure);
  const msg = error && (error.msg ?? t('network_failed'));
  const named = error?.field?.split(/[.[]/).find((part) => fields.includes(part)) ?? null;
  return {
    busy,
    error,
    errorOf: (field) => (field === named ? msg : null),
    otherError: named === null ? failure : null,
    clear: () => setFailure(null),
    run: async (work) => {
      setBusy(true);
      setFailure(null);
      try {
        await work();
        return true;
      } catch (thrown) {
        setFailure(thrown);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
