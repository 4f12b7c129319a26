import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button';
import { Status } from '../../../components/display/labels';
import { ErrorNote } from '../../../components/forms/error-note';
import { useTexts } from '../../../i18n/texts';
import { useAccountApi } from '../parts/account-api';

/** Calls the stored provider once and shows what it answered. It sends no review. */
export function ProviderTest({
  which,
  unsaved,
}: {
  which: 'ai' | 'translation';
  unsaved: boolean;
}): ReactNode {
  const t = useTexts('settings');
  const { client } = useAccountApi();
  const test = useMutation({ mutationFn: () => client.post('/account/ai/test', { body: { which } }) });
  const { data, error } = test;
  return (
    <>
      <Button size="form" busy={test.isPending} disabled={unsaved} onClick={() => test.mutate()}>
        {t('test_provider')}
      </Button>
      {unsaved && <span className="help-text">{t('save_before_test')}</span>}
      <div className="basis-full" role="status">
        {!unsaved && data?.ok && (
          <Status tone="good">
            {t('provider_works', { ms: data.latency_ms, result: data.result ?? '' })}
          </Status>
        )}
        {!unsaved && data && !data.ok && <p className="help bad">{data.error ?? t('provider_silent')}</p>}
        <ErrorNote error={error} />
      </div>
    </>
  );
}
