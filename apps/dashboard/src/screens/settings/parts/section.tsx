import type { ReactNode } from 'react';

/** The heading of a section of the settings with its main action. The title bar has it on narrow screens. */
export function SectionHeader({
  title,
  children,
  actions,
}: {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}): ReactNode {
  return (
    <header className={children || actions ? 'settings-head' : 'settings-head is-bare'}>
      <div className="grid grow gap-1">
        <h2 className="text-20 font-semibold tracking-tight">{title}</h2>
        {children && <p className="text-text-2">{children}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}

/** A part of a section: its heading and sentence on one side, its controls on the other. */
export function Block({
  title,
  text,
  children,
}: {
  title: string;
  text?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <section className="settings-part">
      <div className="grid content-start gap-1">
        <h3 className="text-14 font-semibold">{title}</h3>
        {text && <p className="text-text-2">{text}</p>}
      </div>
      <div className="in-order min-w-0">{children}</div>
    </section>
  );
}
