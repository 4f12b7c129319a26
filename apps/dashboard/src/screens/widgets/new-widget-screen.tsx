import type { ReactNode } from 'react';
import { Content, TopBar } from '../../components/layout/page';

export function NewWidgetScreen(): ReactNode {
  return (
    <>
      <TopBar title="NewWidgetScreen" />
      <Content>{null}</Content>
    </>
  );
}
