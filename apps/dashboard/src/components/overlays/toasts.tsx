import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useTexts } from '../../i18n/texts';
import { Button, IconButton } from '../controls/button';
import { Icon } from '../display/icon';
import { type Toast, toaster } from './toaster';

/** Shows the messages of the {@link toaster}. Its place exists from the start, so that screen readers announce what appears. */
export function Toasts(): ReactNode {
  const toasts = useSyncExternalStore(toaster.subscribe, toaster.list);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }): ReactNode {
  const t = useTexts('common');
  const { id, kind, text, detail, action, life } = toast;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (life === 0 || held) return undefined;
    const timer = setTimeout(() => toaster.close(id), life);
    return () => clearTimeout(timer);
  }, [id, life, held]);
  const icon = { done: 'done', busy: 'refresh', failed: 'failed' } as const;
  return (
    <div
      className={held ? 'toast is-held' : 'toast'}
      role={kind === 'failed' ? 'alert' : undefined}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={icon[kind]} className={kind === 'busy' ? 'animate-spin' : ''} />
      <div>
        <p>{text}</p>
        {detail && <p className="detail">{detail}</p>}
      </div>
      <div className="flex gap-1">
        {action && (
          <Button {...(action.shortcut ? { shortcut: action.shortcut } : {})} onClick={() => toaster.act(id)}>
            {action.label}
          </Button>
        )}
        {life === 0 && kind === 'failed' && (
          <IconButton icon="close" label={t('close')} onClick={() => toaster.close(id)} />
        )}
      </div>
      {life > 0 && <span className="life" style={{ '--life': `${life}ms` } as object} />}
    </div>
  );
}
