import type { ReactNode } from 'react';
import { Content, TopBar } from '../../../components/layout/page';

export function InviteImportScreen(): ReactNode {
  return (
    <>
      <TopBar title="InviteImportScreen" />
      <Content>{null}</Content>
    </>
  );
}
