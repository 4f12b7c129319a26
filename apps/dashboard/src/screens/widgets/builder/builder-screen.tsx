import type { ReactNode } from 'react';
import { Content, TopBar } from '../../../components/layout/page';

export function BuilderScreen(): ReactNode {
  return (
    <>
      <TopBar title="BuilderScreen" />
      <Content>{null}</Content>
    </>
  );
}
