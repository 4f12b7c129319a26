import type { ReactNode } from 'react';
import { Content, TopBar } from '../../../components/layout/page';

export function ProfileScreen(): ReactNode {
  return (
    <>
      <TopBar title="ProfileScreen" />
      <Content>{null}</Content>
    </>
  );
}
