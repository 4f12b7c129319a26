import { shownError } from '../../api/api-error';
import { useTexts } from '../../i18n/texts';
import { toaster } from '../overlays/toaster';

/** Returns the function that says what failed, why, and by which request, where no form shows it. */
export function useFailureToast(): (text: string, error: unknown) => void {
  const t = useTexts('common');
  return (text, error) => {
    const { msg, requestId } = shownError(error);
    const detail = [msg ?? t('network_failed'), requestId && t('request_id', { id: requestId })];
    toaster.show({ kind: 'failed', text, detail: detail.filter(Boolean).join(' · ') });
  };
}
