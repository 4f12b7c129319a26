import type { ReactNode } from 'react';

/** A part of the overview: a heading with a count, and a link to all of it. */
export function Section({
  title,
  count,
  link,
  children,
}: {
  title: string;
  count?: ReactNode;
  link?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <section className="min-w-0">
      <header className="overview-header">
        <h2 className="text-14 font-semibold">{title}</h2>
        {count !== undefined && <span className="count">{count}</span>}
        <span className="ms-auto text-12">{link}</span>
      </header>
      {children}
    </section>
  );
}
