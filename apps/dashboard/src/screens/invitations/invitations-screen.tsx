import type { ReactNode } from 'react';
import { Content, TopBar } from '../../components/layout/page';

export function InvitationsScreen(): ReactNode {
  return (
    <>
      <TopBar title="InvitationsScreen" />
      <Content>{null}</Content>
    </>
  );
}
