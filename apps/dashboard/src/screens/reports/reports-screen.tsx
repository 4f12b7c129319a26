import type { ReactNode } from 'react';
import { Content, TopBar } from '../../components/layout/page';

export function ReportsScreen(): ReactNode {
  return (
    <>
      <TopBar title="ReportsScreen" />
      <Content>{null}</Content>
    </>
  );
}
