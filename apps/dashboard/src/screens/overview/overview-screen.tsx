import type { ReactNode } from 'react';
import { Content, TopBar } from '../../components/layout/page';

export function OverviewScreen(): ReactNode {
  return (
    <>
      <TopBar title="OverviewScreen" />
      <Content>{null}</Content>
    </>
  );
}
