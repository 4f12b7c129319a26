import type { ReactNode } from 'react';
import { Content, TopBar } from '../../components/layout/page';

export function InboxScreen(): ReactNode {
  return (
    <>
      <TopBar title="InboxScreen" />
      <Content>{null}</Content>
    </>
  );
}
