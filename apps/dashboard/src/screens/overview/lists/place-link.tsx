import { Link, useParams } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';

/** A place in the dashboard that a line of the overview leads to. */
export interface Place {
  to:
    | '/$account/inbox'
    | '/$account/channels'
    | '/$account/channels/$channel'
    | '/$account/widgets/new'
    | '/$account/invitations'
    | '/$account/invitations/profiles/$profile'
    | '/$account/reports'
    | '/$account/settings/$section';
  params?: Readonly<Record<string, string>>;
  search?: Readonly<Record<string, string | undefined>>;
}

/** A link to a place within the sub account of the page. */
export function PlaceLink({
  place: { to, params, search = {} },
  className,
  children,
}: {
  place: Place;
  className?: string;
  children: ReactNode;
}): ReactNode {
  const { account } = useParams({ from: '/$account' });
  // The router types parameters by each single path. Here the path is one of several.
  const link = { to, params: { account, ...params }, search } as unknown as ComponentProps<typeof Link>;
  return (
    <Link {...link} className={className}>
      {children}
    </Link>
  );
}
