import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { shownMessage } from '../../../api/api-error';
import { Button } from '../../../components/controls/button';
import { Status } from '../../../components/display/labels';
import { LongWait, useStop } from '../../../components/display/long-wait';
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
  const stop = useStop();
  const test = useMutation({
    mutationFn: () => client.post('/account/ai/test', { body: { which }, signal: stop.signal() }),
  });
  const { data, error } = test;
  return (
    <>
      <Button size="form" busy={test.isPending} disabled={unsaved} onClick={() => test.mutate()}>
        {t('test_provider')}
      </Button>
      {unsaved && <span className="help-text">{t('save_before_test')}</span>}
      <div className="basis-full">
        <LongWait
          busy={test.isPending}
          doing={t('testing_provider')}
          waitingFor={t('provider_waits')}
          onCancel={() => {
            stop.stop();
            test.reset();
          }}
        />
        <div role="status">
          {!unsaved && data?.ok && (
            <Status tone="good">
              {t('provider_works', { ms: data.latency_ms, result: data.result ?? '' })}
            </Status>
          )}
          {!unsaved && data && !data.ok && (
            <p className="help bad">{data.error ? shownMessage(data.error) : t('provider_silent')}</p>
          )}
          <ErrorNote error={error} />
        </div>
      </div>
    </>
  );
}
