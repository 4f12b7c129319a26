import type { ReactNode } from 'react';
import { Checkbox } from '../../../../components/controls/choice';
import { Loading, LoadError } from '../../../../components/display/states';
import { useTexts } from '../../../../i18n/texts';
import { type Scope, useSession } from '../../../../session/session';
import { useEventCatalogue } from '../use-webhooks';
import { toggled } from './webhook-draft';

/** Chooses events. Each has its meaning and an example of what is sent. */
export function EventChoice({
  events,
  error,
  onChange,
}: {
  events: readonly string[];
  error: string | null;
  onChange: (events: string[]) => void;
}): ReactNode {
  const t = useTexts('webhooks');
  const { scopes } = useSession();
  const { data, error: failure, refetch } = useEventCatalogue();
  return (
    <fieldset className="field">
      <legend className="label">{t('events')}</legend>
      {error && (
        <p className="help bad" role="alert">
          {error}
        </p>
      )}
      {!data && (failure ? <LoadError error={failure} retry={() => void refetch()} /> : <Loading />)}
      <ul className="hook-events">
        {data?.map(({ name, title, summary, scope, example }) => {
          const isClosed = !scopes.includes(scope as Scope) && !events.includes(name);
          return (
            <li key={name}>
              <Checkbox
                label={
                  <>
                    <code className="font-mono text-12">{name}</code> <span lang="en">{title}</span>
                  </>
                }
                help={
                  isClosed ? (
                    t('event_closed', { scope })
                  ) : (
                    <span lang="en">{summary.replaceAll('`', '')}</span>
                  )
                }
                checked={events.includes(name)}
                disabled={isClosed}
                onChange={() => onChange(toggled(events, name))}
              />
              <details>
                <summary className="help-text">{t('example')}</summary>
                <pre className="code hook-code" tabIndex={0}>
                  {JSON.stringify(example, null, 2)}
                </pre>
              </details>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
