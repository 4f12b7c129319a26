import { type ReactNode, useEffect, useState } from 'react';
import { shownError } from '../../api/api-error';
import { useTexts } from '../../i18n/texts';
import { Button } from '../controls/button';
import { Icon, type IconName } from './icon';

/** Nothing is shown for this long, because most responses are there before, in ms. */
const SKELETON_DELAY_MS = 200;

/** Shows the shape of what loads after a moment. */
export function Loading({ children }: { children?: ReactNode }): ReactNode {
  const t = useTexts('common');
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SKELETON_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true" className="loading min-h-0">
      <span className="sr-only" role="status">
        {late ? t('loading') : ''}
      </span>
      {late && (children ?? <SkeletonRows />)}
    </div>
  );
}

/** Grey bars in the height of real rows. */
export function SkeletonRows({ rows = 6, height = 40 }: { rows?: number; height?: number }): ReactNode {
  return Array.from({ length: rows }, (_, at) => (
    <div
      key={at}
      className="flex items-center border-b border-line px-6"
      style={{ height }}
      aria-hidden="true"
    >
      <span className="skeleton" style={{ width: `${75 - ((at * 17) % 40)}%` }} />
    </div>
  ));
}

/** Says that there is nothing, and what to do next. */
export function Empty({
  icon,
  title,
  children,
  action,
}: {
  icon: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}): ReactNode {
  return (
    <div className="empty">
      <Icon name={icon} size="large" />
      <h2 className="text-14 font-semibold" tabIndex={-1}>
        {title}
      </h2>
      {children && <p className="text-text-2">{children}</p>}
      {action}
    </div>
  );
}

/** Says what failed, in the words of the server, and offers another attempt. */
export function LoadError({
  error,
  title,
  retry,
}: {
  error: unknown;
  title?: string;
  retry?: () => void;
}): ReactNode {
  const t = useTexts('common');
  const { msg, requestId } = shownError(error);
  return (
    <div className="empty" role="alert">
      <Icon name="failed" size="large" className="text-bad" />
      <h2 className="text-14 font-semibold">{title ?? t('load_failed')}</h2>
      <p className="text-text-2">{msg ?? t('network_failed')}</p>
      {retry && (
        <Button icon="refresh" onClick={retry}>
          {t('retry')}
        </Button>
      )}
      {requestId && <p className="help-text">{t('request_id', { id: requestId })}</p>}
    </div>
  );
}
