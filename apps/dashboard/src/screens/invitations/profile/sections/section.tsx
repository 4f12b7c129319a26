import type { ReactNode } from 'react';

/** A part of the settings with its heading and what holds for all of it. */
export function Section({
  title,
  note,
  children,
}: {
  title: string;
  note?: string;
  children: ReactNode;
}): ReactNode {
  return (
    <section className="profile-section">
      <header>
        <h2 className="font-semibold">{title}</h2>
        {note && <p className="help-text ms-auto">{note}</p>}
      </header>
      {children}
    </section>
  );
}
