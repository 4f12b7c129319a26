import type { ReactNode } from 'react';
import { Content, TopBar } from '../../components/layout/page';

export function WidgetsScreen(): ReactNode {
  return (
    <>
      <TopBar title="WidgetsScreen" />
      <Content>{null}</Content>
    </>
  );
}
