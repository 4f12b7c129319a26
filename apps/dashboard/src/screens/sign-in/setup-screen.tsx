import type { ReactNode } from 'react';
import { Content, TopBar } from '../../components/layout/page';

export function SetupScreen(): ReactNode {
  return (
    <>
      <TopBar title="SetupScreen" />
      <Content>{null}</Content>
    </>
  );
}
