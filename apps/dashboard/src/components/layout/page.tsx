import { type ReactNode, useEffect } from 'react';

/** The bar at the top of a screen: its title, which is the only h1, tabs, and its main action on the right. */
export function TopBar({
  title,
  tabs,
  actions,
  crumbs,
}: {
  title: string;
  tabs?: ReactNode;
  actions?: ReactNode;
  /** Links to the screens above. */
  crumbs?: ReactNode;
}): ReactNode {
  useEffect(() => {
    document.title = `${title} · Plaudit`;
  }, [title]);
  return (
    <header className="top">
      {crumbs}
      <h1 className="title" tabIndex={-1}>
        {title}
      </h1>
      {tabs}
      <div className="ms-auto flex items-center gap-2">{actions}</div>
    </header>
  );
}

/** The bar of filters and tools below the title. */
export function Tools({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div className="tools" role="search" aria-label={label}>
      {children}
    </div>
  );
}

/** The content of a screen. It scrolls by itself, so that bars stay in place. */
export function Content({
  children,
  className = 'page',
}: {
  children: ReactNode;
  className?: string;
}): ReactNode {
  return <div className={`min-h-0 grow overflow-y-auto ${className}`}>{children}</div>;
}

/** A thing that stands alone. Sections of one thing are separated by space and one line instead. */
export function Panel({
  title,
  actions,
  footer,
  children,
}: {
  title?: ReactNode;
  actions?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <section className="panel">
      {title && (
        <header>
          <h2 className="font-semibold">{title}</h2>
          <div className="ms-auto flex items-center gap-2">{actions}</div>
        </header>
      )}
      {children}
      {footer && <footer>{footer}</footer>}
    </section>
  );
}
